/** Words that count what comes after them. */
import type { Reading } from "./reading.ts";

/** How many a word before the noun asks for. */
const COUNT_WORDS: ReadonlyMap<string, number> = new Map([
  ["two", 2],
  ["twin", 2],
  ["2", 2],
  ["3", 3],
  ["4", 4],
  ["5", 5],
  ["6", 6],
  ["both", 2],
  ["pair", 2],
  ["couple", 2],
  ["three", 3],
  ["few", 3],
  ["four", 4],
  ["several", 4],
  ["family", 4],
  ["group", 4],
  ["pack", 4],
  ["five", 5],
  ["herd", 5],
  ["fleet", 5],
  ["six", 6],
  ["seven", 7],
  ["many", 7],
  ["eight", 8],
  ["nine", 9],
  ["school", 9],
  ["flock", 9],
  ["swarm", 9],
  ["ten", 10],
  ["eleven", 11],
  ["twelve", 12],
  ["dozen", 12],
  ["thirteen", 13],
  ["fourteen", 14],
  ["fifteen", 15],
  ["sixteen", 16],
  ["seventeen", 17],
  ["eighteen", 18],
  ["nineteen", 19],
  ["twenty", 20],
  ["dozens", 24],
  ...Array.from({ length: 14 }, (_, i) => [String(i + 7), i + 7] as const),
]);

/** Counting words that need "of" after them: a school of fish, but a school bus. */
const COLLECTIVES = new Set(
  "pair couple family group pack herd fleet school flock swarm".split(" "),
);

/** What stands before it belongs to another noun. */
const OTHER_NOUN = new Set(["a", "an"]);

/** The counting word up to three words before the noun at `at` ("three small red foxes"), if one is there. */
export function countBefore(
  { words }: Pick<Reading, "words">,
  at: number,
): { at: number; count: number } | undefined {
  for (let i = at - 1; i >= Math.max(0, at - 3) && !words[i + 1].opensPhrase; i--) {
    const { form } = words[i];
    if (OTHER_NOUN.has(form)) return undefined;
    const count = COUNT_WORDS.get(form);
    if (count !== undefined && (!COLLECTIVES.has(form) || words[i + 1].form === "of"))
      return { at: i, count };
  }
  return undefined;
}
