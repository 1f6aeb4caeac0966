import { createContext, createElement, use, type ReactElement } from "react";
import { SiteContext, useSite, type Site } from "./site.ts";

/**
 * Markup of parts of pages that look the same on every page.
 * @param key holds all that the part shows, but for the language: each has a cache of its own
 * @returns null where the part cannot be rendered on its own
 */
export type MarkupCache = (key: string, part: () => ReactElement) => string | null;

/** Given by the server in production alone. */
export const MarkupCacheContext = /* @__PURE__ */ createContext<MarkupCache | null>(null);

/** What an element contains, as its properties. */
type Content = { children: ReactElement } | { dangerouslySetInnerHTML: { __html: string } };

/**
 * Content of an element that looks the same wherever it is shown, from memory where it is there: on the server alone. It
 * may read the site, and no other context; it has no ids of React and nothing to preload. To be called after all other
 * hooks: rendering a part of its own ends theirs.
 * @param keyOf all that the part shows
 */
export function useKeptContent(keyOf: (site: Site) => string, part: () => ReactElement): Content {
  const site = useSite();
  const cache = use(MarkupCacheContext);
  const html =
    cache?.(keyOf(site), () => createElement(SiteContext, { value: site }, part())) ?? null;
  return html === null ? { children: part() } : { dangerouslySetInnerHTML: { __html: html } };
}
