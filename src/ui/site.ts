import { createContext, use } from "react";
import type { SocialLinks } from "../rules/social-networks.ts";

export type Site = {
  appName: string;
  /** Origin of the pages. */
  serverUrl: string;
  /** Host of the pictures; empty where the pages' own origin serves them. */
  imageHost: string;
  /** The setting SLUG_SEARCH: results live at /s/{slug}, otherwise at /search?q=. */
  slugSearch: boolean;
  /** Whether one can sign in with Google here. */
  google: boolean;
  /** Where the social links lead. */
  social: SocialLinks;
};

export const SiteContext = createContext<Site | null>(null);

/** The facts of this installation. */
export function useSite(): Site {
  const site = use(SiteContext);
  if (site === null) throw new Error("useSite must be used within the site's root");
  return site;
}
