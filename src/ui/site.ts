import { createContext, use } from "react";
import { imageOrigin } from "#app/rules/image-address.ts";
import type { SocialLinks } from "#app/rules/social-networks.ts";

export type Site = {
  appName: string;
  /** Origin of the pages. */
  serverUrl: string;
  /** Host of the pictures; empty if they have the same origin as the pages. */
  imageHost: string;
  /** The setting SLUG_SEARCH: results live at /s/{slug}, otherwise at /search?q=. */
  slugSearch: boolean;
  /** The setting REMIX_CREDITS. */
  remixCredits: number;
  /** The setting IDLE_PRICE_FACTOR. */
  idleFactor: number;
  /** Whether sign-in with Google is available. */
  google: boolean;
  /** Whether browsers allow passkeys at this address. */
  passkeys: boolean;
  /** Targets of the social links. */
  social: SocialLinks;
};

/** Id of the footer's element. */
export const footerId = "footer";

export const SiteContext = createContext<Site | null>(null);

/** The settings of this installation that pages need. */
export function useSite(): Site {
  const site = use(SiteContext);
  if (site === null) throw new Error("useSite must be used within the site's root");
  return site;
}

/** URL of a file on the image host; an absolute URL is returned unchanged. */
export function useHosted(address: string | null): string | null {
  const { imageHost } = useSite();
  return address?.startsWith("/") ? imageOrigin(imageHost) + address : address;
}
