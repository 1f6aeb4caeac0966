function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // A malformed URL has no query.
    return "";
  }
}

/** The trimmed query, or null if it is blank. See docs/product.md 5.2. */
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
