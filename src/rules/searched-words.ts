function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // Somebody mistyped an address: it has no words.
    return "";
  }
}

/** What may be searched for: the trimmed words, or null when nothing is left. See docs/product.md 5.2. */
export function searchQuery(typed: string): string | null {
  const query = typed.trim();
  return query === "" ? null : query;
}

/**
 * The words whose results an address shows, in either form (docs/product.md 2.1): `/s/misty-lake`
 * and `/search?q=Misty+lake`. Empty for every other address.
 */
export function searchedWords(pathname: string, search: string): string {
  if (pathname === "/search") return searchQuery(new URLSearchParams(search).get("q") ?? "") ?? "";
  const [, slug = ""] = /^\/s\/([^/]+)\/?$/.exec(pathname) ?? [];
  return decoded(slug).replaceAll("-", " ").trim();
}
