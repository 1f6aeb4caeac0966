/**
 * The form of a query in the address of its results (docs/product.md 5.2): lower case, everything
 * but letters and digits a space, spaces hyphens, hyphens single and not at the ends.
 */
export function searchSlug(query: string): string {
  return query
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .replace(/ +/g, "-");
}
