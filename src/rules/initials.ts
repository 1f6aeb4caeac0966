const segments = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Two adjacent ASCII letters never form one grapheme: most names need no segmentation. */
const plain = /^[!-~](?:[!-~]|$)/;

function firstLetter(word: string): string {
  if (plain.test(word)) return word.charAt(0);
  for (const { segment } of segments.segment(word)) return segment;
  return "";
}

/**
 * Shown in place of a missing avatar (docs/product.md 3.1): the first letters of the first
 * and the last word of the name, in capitals. Never empty.
 */
export function initials(name: string): string {
  const words = name
    .split(/[^\p{Letter}\p{Number}\p{Mark}\p{Emoji_Presentation}'’-]+/u)
    .filter(Boolean);
  const [first] = words;
  const last = words.length > 1 ? words.at(-1) : undefined;
  const letters = [first, last].map((word) => firstLetter(word ?? "")).join("");
  return letters === "" ? "U" : letters.toLocaleUpperCase("en");
}
