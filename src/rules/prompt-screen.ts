/** A rule on the words of a prompt; with companions, a word counts only together with one of them. */
export type ScreenRule = { words: readonly string[]; companions: readonly string[] };

/** Look-alike characters that are used to evade the rules. */
const lookalikes: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
};

/** The word with the letters it means, where it has a Latin letter at all: a number is a number. */
const undisguised = (word: string) =>
  /[a-z]/.test(word) ? word.replace(/[013457@$]/g, (sign) => lookalikes[sign] ?? sign) : word;

/**
 * Lower case, without accents, look-alikes and punctuation; words separated by single spaces. In time that grows with
 * the text: words are split at blanks, for a pattern that looks for them reads a long run again from each character.
 */
function plain(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}|\p{Cf}/gu, "")
    .toLowerCase()
    .split(/\s+/)
    .map(undisguised)
    .join(" ")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

function firstOf(text: string, words: readonly string[]): string | undefined {
  return words.find((word) => text.includes(` ${plain(word)} `));
}

/**
 * The first rule that a prompt breaks and the word that broke it, or null. Words are found whole, never inside
 * others, whatever their case, accents or lookalike digits.
 */
export function brokenRule<R extends ScreenRule>(
  prompt: string,
  rules: readonly R[],
): { rule: R; word: string } | null {
  const text = ` ${plain(prompt)} `;
  for (const rule of rules) {
    const word = firstOf(text, rule.words);
    if (word === undefined) continue;
    if (rule.companions.length > 0 && firstOf(text, rule.companions) === undefined) continue;
    return { rule, word };
  }
  return null;
}
