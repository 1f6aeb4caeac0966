import type { SiteSynonyms } from "#app/rules/word-runs.ts";
import { lineOf, openLines } from "./sorted-lines.ts";

/** A word of a query with what else may be said for it; pairs of words are joined by "_". */
export type Term = {
  word: string;
  /** The same in other words. */
  same: string[];
  /** Of which it is a kind. */
  wider: string[];
};

/** Later words of a long query hardly change what it asks for. */
const mostTerms = 12;

/** The line of a word, or of what it is the plural of. */
function entryOf(text: string, word: string): string | null {
  const singular = [
    word,
    word.replace(/ies$/, "y"),
    word.replace(/es$/, ""),
    word.replace(/s$/, ""),
  ];
  for (const form of new Set(singular)) {
    const line = /^[a-z_]+$/.test(form) ? lineOf(text, form) : null;
    if (line !== null) return line;
  }
  return null;
}

const listed = (words: string) => (words === "" ? [] : words.split(","));

function termOf(word: string, line: string | null): Term {
  const [, same = "", wider = ""] = line?.split(" ") ?? [];
  return { word, same: listed(same), wider: listed(wider) };
}

function findTerms(text: string, words: readonly string[]): Term[] {
  const terms: Term[] = [];
  for (let at = 0; at < words.length && terms.length < mostTerms; at += 1) {
    const pair = `${words[at]}_${words[at + 1]}`;
    const both = at + 1 < words.length ? entryOf(text, pair) : null;
    if (both !== null) {
      terms.push(termOf(pair, both));
      at += 1;
    } else if (words[at].length > 2) {
      terms.push(termOf(words[at], entryOf(text, words[at])));
    }
  }
  return terms;
}

/** The synonyms from WordNet (scripts/make-synonyms.ts), read by the first search that needs them. */
export const openSynonyms = (): (() => Promise<string>) =>
  openLines(new URL("synonyms/synonyms.txt.gz", import.meta.url));

/**
 * The words of a query, in order and folded, each with its synonyms; neighbours that name one thing are one term.
 * @param synonyms as `openSynonyms` reads them
 */
export async function termsOf(
  synonyms: () => Promise<string>,
  words: readonly string[],
): Promise<Term[]> {
  return findTerms(await synonyms(), words);
}

/** The terms with the synonyms that the site's admins have added to theirs. */
export function withSiteSynonyms(terms: readonly Term[], synonyms: SiteSynonyms): Term[] {
  return terms.map((term) => {
    const run = term.word.replaceAll("_", " ");
    if (!Object.hasOwn(synonyms, run)) return term;
    return {
      ...term,
      same: [...term.same, ...synonyms[run].map((also) => also.replaceAll(" ", "_"))],
    };
  });
}
