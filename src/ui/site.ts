import { createContext, use } from "react";

export type Site = {
  appName: string;
  /** Origin of the pages. */
  serverUrl: string;
  /** Host of the pictures; empty where the pages' own origin serves them. */
  imageHost: string;
};

export const SiteContext = createContext<Site | null>(null);

/** The facts of this installation. */
export function useSite(): Site {
  const site = use(SiteContext);
  if (site === null) throw new Error("useSite must be used within the site's root");
  return site;
}
