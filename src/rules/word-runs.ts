/** What a site's admins let stand for words of a query: by these words, joined by a space, the words beside them. */
export type SiteSynonyms = Readonly<Record<string, readonly string[]>>;

/** Longest run of words that has synonyms of its own. */
export const longestRun = 4;

/** Every run of neighbouring words, joined by spaces. */
export function runsOf(words: readonly string[]): string[] {
  return words.flatMap((_, at) =>
    Array.from({ length: Math.min(longestRun, words.length - at) }, (_unused, more) =>
      words.slice(at, at + more + 1).join(" "),
    ),
  );
}

/** A run of words of a query, and the words that may stand for all of it. */
export type WordRun = { words: string[]; also: readonly string[] };

/** Splits words into runs: the longest that have synonyms, and single words between them. */
export function splitRuns(words: readonly string[], synonyms: SiteSynonyms): WordRun[] {
  const runs: WordRun[] = [];
  for (let at = 0; at < words.length;) {
    let length = Math.min(longestRun, words.length - at);
    const key = () => words.slice(at, at + length).join(" ");
    while (length > 1 && !Object.hasOwn(synonyms, key())) length -= 1;
    const also = Object.hasOwn(synonyms, key()) ? synonyms[key()] : [];
    runs.push({ words: words.slice(at, at + length), also });
    at += length;
  }
  return runs;
}
