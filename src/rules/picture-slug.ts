/** Longest part of a slug that comes from the title; the suffix adds nine characters. */
const longestWords = 60;

/** The words of a title as they stand in addresses: lower case ASCII letters and digits, joined by single hyphens. */
function slugWords(title: string): string {
  const plain = title
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  if (plain.length <= longestWords) return plain;
  const cut = plain.slice(0, longestWords + 1);
  const lastHyphen = cut.lastIndexOf("-");
  return lastHyphen > 0 ? cut.slice(0, lastHyphen) : cut.slice(0, longestWords);
}

/**
 * Slug of a picture: `{title words}-{8 hex}`. A title without a Latin letter or digit gives `picture-{8 hex}`.
 * @param suffix eight hexadecimal digits in lower case
 */
export function pictureSlug(title: string, suffix: string): string {
  return `${slugWords(title) || "picture"}-${suffix}`;
}
