import { searchesKey } from "#app/rules/member-storage.ts";
import { readStored, writeStored } from "#app/ui/stored.ts";

const mostKept = 8;

/** The latest searches of this browser, the latest first; gone once a member signs out. See docs/product.md 3.2. */
export function recentSearches(): string[] {
  try {
    const kept: unknown = JSON.parse(readStored(searchesKey) ?? "[]");
    return Array.isArray(kept) ? kept.filter((one) => typeof one === "string") : [];
  } catch {
    // Somebody else wrote there: there is nothing to show.
    return [];
  }
}

/** Remembers a search in this browser alone. */
export function noteSearch(q: string): void {
  const others = recentSearches().filter((one) => one.toLowerCase() !== q.toLowerCase());
  writeStored(searchesKey, JSON.stringify([q, ...others].slice(0, mostKept)));
}

/** Forgets them all. */
export const forgetSearches = (): void => writeStored(searchesKey, null);
