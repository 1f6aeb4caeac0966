import { lineOf, openLines } from "./sorted-lines.ts";

/** 301,000 English words (scripts/make-vocabulary.ts), read by the first search with a word that no picture uses. */
export const openVocabulary = (): (() => Promise<string>) =>
  openLines(new URL("vocabulary/words.txt.gz", import.meta.url));

/** Endings that make new words of old ones wherever pictures are talked about: "solarpunk", "moonscapes". */
const endings = /(?:punk|core|wave|scapes?|esque|ish|less|like)$/;

/** Whether a word is an English one, whoever uses it here. @param text as `openVocabulary` reads it */
export function isEnglish(text: string, word: string): boolean {
  if (lineOf(text, word) !== null) return true;
  const stem = word.replace(endings, "");
  return stem !== word && stem.length > 2 && lineOf(text, stem) !== null;
}
