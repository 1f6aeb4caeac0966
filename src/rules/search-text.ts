/** Normalises words for search: the same for the text of pictures and for queries. */

/** American and British spellings of common words; the stemmer treats them as different words. */
const spellings: readonly (readonly [RegExp, string])[] = [
  [/colour/g, "color"],
  [/\bgrey/g, "gray"],
  [/centre\b/g, "center"],
  [/theatre\b/g, "theater"],
  [/\bjewellery\b/g, "jewelry"],
  [/armour/g, "armor"],
  [/harbour/g, "harbor"],
];

/** Scripts that are written without spaces. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+/gu;

/** Lower case, without accents or punctuation, one space between words, one spelling of each. */
export function foldText(text: string): string {
  const plain = text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, " ")
    .trim();
  return spellings.reduce((folded, [from, to]) => folded.replace(from, to), plain);
}

function pairs(run: string): string[] {
  const letters = Array.from(run);
  return letters.slice(1).map((letter, index) => letters[index] + letter);
}

/** The words of a query. Scripts without spaces are split into pairs of neighbours: "婚纱照" into "婚纱" and "纱照". */
export function queryWords(text: string): string[] {
  const spaced = foldText(text).replace(unspaced, (run) => {
    const two = pairs(run);
    return ` ${(two.length > 0 ? two : [run]).join(" ")} `;
  });
  return [...new Set(spaced.split(" "))].filter((word) => word !== "");
}

/** A picture's text, ready to be indexed: scripts without spaces as single letters and pairs of neighbours. */
export function indexText(text: string): string {
  return foldText(text).replace(
    unspaced,
    (run) => ` ${[...Array.from(run), ...pairs(run)].join(" ")} `,
  );
}
