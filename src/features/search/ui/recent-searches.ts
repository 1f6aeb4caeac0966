import { readStored, writeStored } from "#app/ui/stored.ts";

/** The browser's own latest searches. See docs/product.md 3.2. */
const name = "recentSearches";
const mostKept = 8;

/** The latest searches of this browser, the latest first. */
export function recentSearches(): string[] {
  try {
    const kept: unknown = JSON.parse(readStored(name) ?? "[]");
    return Array.isArray(kept) ? kept.filter((one) => typeof one === "string") : [];
  } catch {
    // Somebody else wrote there: there is nothing to show.
    return [];
  }
}

/** Remembers a search in this browser alone. */
export function noteSearch(q: string): void {
  const others = recentSearches().filter((one) => one.toLowerCase() !== q.toLowerCase());
  writeStored(name, JSON.stringify([q, ...others].slice(0, mostKept)));
}

/** Forgets them all. */
export const forgetSearches = (): void => writeStored(name, null);
