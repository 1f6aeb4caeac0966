import { sql, type RawBuilder } from "kysely";

const escaped = (words: string) => words.replaceAll(/[\\%_]/g, String.raw`\$&`);

/**
 * Whether a text contains the words, as an index of trigrams over it can answer. One or two letters have no trigram of
 * their own: they are looked for at the beginnings of words, which have.
 * @param text begins with a blank, so that its first word has a beginning too
 */
export function containsWords(text: RawBuilder<string>, words: string): RawBuilder<boolean> {
  const start = words.length < 3 ? "% " : "%";
  return sql<boolean>`${text} ilike ${`${start}${escaped(words)}%`}`;
}
