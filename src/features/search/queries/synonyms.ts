import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { SiteSynonyms } from "#app/rules/word-runs.ts";

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

const file = new URL("synonyms/synonyms.txt.gz", import.meta.url);
const unpack = promisify(gunzip);

/** The synonyms from WordNet (scripts/make-synonyms.ts) as one text: sorted lines are found without an object for each. */
async function readText(): Promise<string> {
  const text = await unpack(await readFile(file));
  return `\n${text.toString("latin1")}`;
}

function lineOf(text: string, word: string): string | null {
  let low = 0;
  let high = text.length;
  while (low < high) {
    const start = text.lastIndexOf("\n", (low + high) >> 1) + 1;
    const end = text.indexOf("\n", start);
    if (end < 0) return null;
    const line = text.slice(start, end);
    const found = line.slice(0, line.indexOf(" "));
    if (found === word) return line;
    if (found < word) low = end + 1;
    else high = start - 1;
  }
  return null;
}

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

/** Reads the synonyms at the first call, without holding up anything else, and keeps them. After a failure the next call tries again. */
export function openSynonyms(): () => Promise<string> {
  let text: Promise<string> | null = null;
  return async () => {
    text ??= readText();
    try {
      return await text;
    } catch (error) {
      text = null;
      throw error;
    }
  };
}

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
