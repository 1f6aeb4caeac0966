/** Queries whose answer is known: each picture of the gallery asked for by its title, and by its title mistyped. */

export type KnownItem = { query: string; wanted: readonly string[] };
export type Entry = { file: string; title?: string; prompt?: string; tags?: string[] };

const alphabet = "abcdefghijklmnopqrstuvwxyz";

/** The same numbers every time: a small generator after Mulberry. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const kinds = ["leave out", "double", "swap", "change"] as const;

/** One typo in one word of at least five letters; null for a title without such a word. */
function mistyped(title: string, random: () => number): string | null {
  const words = [...title.matchAll(/[a-z]{5,}/gi)];
  if (words.length === 0) return null;
  const { 0: word, index } = words[Math.floor(random() * words.length)];
  // Never the first letter: people rarely miss it.
  const at = 1 + Math.floor(random() * (word.length - 2));
  const letter = word[at];
  const wrong = {
    "leave out": "",
    double: letter + letter,
    swap: word[at + 1] + letter,
    change: alphabet[Math.floor(random() * 26)],
  }[kinds[Math.floor(random() * kinds.length)]];
  const skipped = wrong.length === 2 && wrong[0] !== letter ? 2 : 1;
  const slip = word.slice(0, at) + wrong + word.slice(at + skipped);
  return slip === word ? null : title.slice(0, index) + slip + title.slice(index + word.length);
}

/** Pictures with the same title are all right answers to it. */
export function byTitle(entries: readonly Entry[]): KnownItem[] {
  return entries.flatMap(({ title }) =>
    title?.trim()
      ? [
          {
            query: title.trim(),
            wanted: entries.filter((one) => one.title === title).map(({ file }) => file),
          },
        ]
      : [],
  );
}

/** The same with one slip each, three rounds of them. @param seed of the slips */
export function byMistypedTitle(entries: readonly Entry[], seed: number): KnownItem[] {
  const random = numbersFrom(seed);
  return [1, 2, 3].flatMap(() =>
    byTitle(entries).flatMap((item) => {
      const query = mistyped(item.query, random);
      return query === null ? [] : [{ ...item, query }];
    }),
  );
}
