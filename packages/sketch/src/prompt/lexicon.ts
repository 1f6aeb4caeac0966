/** Phrase lists compiled for matching against a reading, word by word. */
import { claim, type Claim, type Match, type Reading } from "./reading.ts";

const ENDINGS = new Set(
  `s es d ed ing y ies e en n ian ic ical ist ists istic ism t ts tic tical m ion ment o oes ce h ia se
  side front shore bank top land like line light fall scape`.split(/\s+/),
).add("");
/** Every phrase of every lexicon that has been compiled. */
export const PHRASES = new Set<string>();
const DOUBLED = new Set(["y", "ed", "ing"]);

type WordPattern = { stem: string; open: boolean };
type Phrase = readonly WordPattern[];

export type Lexicon = {
  /** Phrases by their first word. */
  exact: ReadonlyMap<string, readonly Phrase[]>;
  /** Phrases whose first word is a stem. */
  stems: readonly Phrase[];
};

/**
 * Compiles "golden hour | snow* | blue hour" into a lexicon. A star stands for the usual endings of its
 * word, so that "gorge*" takes gorges and not gorgeous; hyphens and accents are written as the reading has them (a space, none).
 */
export function lexicon(phrases: string): Lexicon {
  const exact = new Map<string, Phrase[]>();
  const stems: Phrase[] = [];
  for (const text of phrases.split("|")) {
    PHRASES.add(text.trim());
    const phrase = text.trim().split(/\s+/).map(wordPattern);
    if (phrase[0].open) stems.push(phrase);
    else exact.set(phrase[0].stem, [...(exact.get(phrase[0].stem) ?? []), phrase]);
  }
  return { exact, stems };
}

/** Length in words of the longest phrase at a position, or 0. */
export function lengthAt(reading: Reading, list: Lexicon, at: number): number {
  const form = reading.words[at].form;
  let longest = 0;
  for (const phrase of list.exact.get(form) ?? []) {
    if (phrase.length > longest && stands(reading, phrase, at)) longest = phrase.length;
  }
  for (const phrase of list.stems) {
    if (phrase.length > longest && stands(reading, phrase, at)) longest = phrase.length;
  }
  return longest;
}

/** Every place where the lexicon matches, first to last, never overlapping. */
export function findAll(reading: Reading, list: Lexicon): Match[] {
  const found: Match[] = [];
  for (let at = 0; at < reading.words.length; at++) {
    const length = lengthAt(reading, list, at);
    if (length === 0) continue;
    found.push({ at, length });
    at += length - 1;
  }
  return found;
}

/** Whether the prompt says it; if so, the words count as understood, where they change the picture. */
export function says(reading: Reading, list: Lexicon, as?: Claim["as"]): boolean {
  const found = findAll(reading, list);
  for (const match of found) claim(reading, as ? { ...match, as } : match);
  return found.length > 0;
}

/** Whether the prompt says it, without counting it as understood. */
export function mentions(reading: Reading, list: Lexicon): boolean {
  return findAll(reading, list).length > 0;
}

/** The value of the first row of the table that the prompt says, which is then understood. */
export function firstSaid<T>(
  reading: Reading,
  table: readonly (readonly [Lexicon, T])[],
): T | undefined {
  return table.find(([list]) => says(reading, list))?.[1];
}

function wordPattern(word: string): WordPattern {
  return word.endsWith("*") ? { stem: word.slice(0, -1), open: true } : { stem: word, open: false };
}

/** Whether a word is the stem with one of the closed endings, its last consonant doubled or not ("foggy"). */
function hasStem(word: string, stem: string): boolean {
  if (!word.startsWith(stem)) return false;
  const ending = word.slice(stem.length);
  return ENDINGS.has(ending) || (ending.startsWith(stem.at(-1)!) && DOUBLED.has(ending.slice(1)));
}

function stands(reading: Reading, phrase: Phrase, at: number): boolean {
  if (at + phrase.length > reading.words.length) return false;
  return phrase.every(({ stem, open }, i) => {
    const word = reading.words[at + i];
    if (i > 0 && word.opensPhrase) return false;
    return open ? hasStem(word.form, stem) : word.form === stem;
  });
}
