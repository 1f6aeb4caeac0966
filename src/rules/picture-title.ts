/** Characters; the limit of a title is 140, made titles stay shorter. */
const longestMade = 70;
const mostWords = 9;

/** Control characters, direction overrides and line ends become spaces; runs of blanks become one. */
function tidy(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
}

/**
 * A title made from the first words of a prompt, for pictures that were given none: the first
 * clause, at most nine words and 70 characters, beginning with a capital.
 */
export function titleFromPrompt(prompt: string): string {
  const text = tidy(prompt);
  const clause = tidy(
    text.split(/[,.;:!?()[\]{}|\n]/, 2).find((part) => /[\p{L}\p{N}]/u.test(part)) ?? text,
  );
  let title = "";
  for (const word of clause.split(" ").slice(0, mostWords)) {
    const longer = title === "" ? word : `${title} ${word}`;
    if (Array.from(longer).length > longestMade) break;
    title = longer;
  }
  if (title === "") title = Array.from(clause).slice(0, longestMade).join("");
  if (!/[\p{L}\p{N}]/u.test(title)) return "Untitled";
  const first = String.fromCodePoint(title.codePointAt(0) ?? 0);
  return `${first.toUpperCase()}${title.slice(first.length)}`;
}
