import { createContext, use } from "react";
import { imageOrigin } from "#app/rules/image-address.ts";
import type { SocialLinks } from "#app/rules/social-networks.ts";

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

/** Id of the footer's element. */
export const footerId = "footer";

export const SiteContext = createContext<Site | null>(null);

/** The facts of this installation. */
export function useSite(): Site {
  const site = use(SiteContext);
  if (site === null) throw new Error("useSite must be used within the site's root");
  return site;
}

/** Where the page asks for a file of the image host; a whole address stays as it is. */
export function useHosted(address: string | null): string | null {
  const { imageHost } = useSite();
  return address?.startsWith("/") ? imageOrigin(imageHost) + address : address;
}
