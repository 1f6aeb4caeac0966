import { createContext, type ReactElement } from "react";

/**
 * Markup of parts of pages that look the same on every page.
 * @param key holds all that the part shows, but for the language: each has a cache of its own
 * @returns null where the part cannot be rendered on its own
 */
export type MarkupCache = (key: string, part: () => ReactElement) => string | null;

/**
 * Given by the server in production alone. A component that uses it does so after all of its hooks: rendering another
 * part ends theirs.
 */
export const MarkupCacheContext = /* @__PURE__ */ createContext<MarkupCache | null>(null);
