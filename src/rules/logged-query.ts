import { isStorable } from "./storable-text.ts";

/** Longest query that is kept, in characters (docs/product.md 10.1). */
const longest = 200;

/**
 * A query as the log of searches keeps it: lower case, single spaces. Null for what is empty or may name a person or
 * an account: e-mail addresses, @names, addresses of the web, and numbers of six digits or more that are no colour.
 */
export function loggedQuery(typed: string): string | null {
  const query = typed.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();
  if (query === "" || Array.from(query).length > longest) return null;
  if (query.includes("@") || /https?:|www\./.test(query)) return null;
  const withoutColors = query.replace(/#[0-9a-f]{3,6}\b/g, "");
  if (/\d(?:[ .()/+-]?\d){5,}/.test(withoutColors)) return null;
  return isStorable(query) ? query : null;
}
