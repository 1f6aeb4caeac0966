/** A prompt as a row of words, and the record of which of them some lexicon understood. */
import { WORD_OF_EMOJI } from "./emoji-words.ts";

type Word = {
  /** As written, lower case. */
  text: string;
  /** As compared: no accents, no apostrophes. */
  form: string;
  /** As written, with its capitals and, in quotation marks, the marks after it. */
  written: string;
  /** Number of the pair of quotation marks around it; 0 for none. */
  quoted: number;
  /** True where punctuation ended a phrase before this word. */
  opensPhrase: boolean;
};

export type Reading = {
  words: readonly Word[];
  /** Per word, the number of the claim that understood it, or -1. */
  claimOf: Int32Array;
  claims: Claim[];
};

/** A run of words found by a lexicon. */
export type Match = { at: number; length: number };

/** Understood words; `as` tells those that ask for what every such picture has, or for something to be left out. */
export type Claim = Match & { as?: "given" | "denied" };

const TAG = /<[^<>]*>/g;
const WEIGHT = /:\s*-?\d+(?:\.\d+)?(?=\s*\))/g;
const ACCENT = /[\u0300-\u036f]/g;
const TOKEN =
  /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’]*|\p{RI}\p{RI}|\p{Extended_Pictographic}(?:\ufe0f|\u{1f3fb}|\u{1f3fc}|\u{1f3fd}|\u{1f3fe}|\u{1f3ff}|\u200d\p{Extended_Pictographic})*|&|[^\s]/gu;
const IS_WORD = /^[\p{L}\p{N}]/u;
const IS_PICTURE = /^[\p{RI}\p{Extended_Pictographic}]/u;
/** Marks inside a phrase; every other mark ends it. */
const SOFT_MARKS = new Set(["-", "‐", "‑", '"', "'", "’", "‘", "“", "”", "*", "_", "#", "~", "`"]);

const OPENING = new Set(['"', "“", "„", "«", "「"]);
const CLOSING = new Set(['"', "”", "“", "»", "」"]);
/** Marks that belong to what is written in quotation marks. */
const WRITTEN_MARKS = /^[!?.,:;&'’%#$€+-]$/u;

/** Where each pair of quotation marks begins and ends in a text. */
function quotations(text: string): [start: number, end: number][] {
  const pairs: [number, number][] = [];
  let start = -1;
  for (let i = 0; i < text.length; i++) {
    if (start >= 0 && CLOSING.has(text[i])) {
      pairs.push([start, i]);
      start = -1;
    } else if (start < 0 && OPENING.has(text[i])) start = i;
  }
  return pairs;
}

/** Splits a prompt into words; markup of other engines (`<lora:...>`, `(word:1.3)`) is dropped. */
export function readWords(prompt: string): Reading {
  const plain = prompt.replace(TAG, " , ").replace(WEIGHT, "");
  const pairs = quotations(plain);
  const words: Word[] = [];
  let opensPhrase = true;
  const add = (token: string, text: string, form: string, quoted: number): void => {
    words.push({ text, form, written: token, quoted, opensPhrase });
    opensPhrase = false;
  };
  for (const { 0: token, index } of plain.matchAll(TOKEN)) {
    const quoted = pairs.findIndex(([start, end]) => index > start && index < end) + 1;
    const last = words.at(-1);
    if (token === "&") add("&", "&", "and", quoted);
    else if (IS_PICTURE.test(token)) {
      const form = WORD_OF_EMOJI.get(String.fromCodePoint(token.codePointAt(0)!)) ?? token;
      add(token, token, form, quoted);
    } else if (IS_WORD.test(token)) {
      const text = token.toLowerCase().replace(/['’]+$/, "");
      add(token, text, compareForm(text), quoted);
    } else if (quoted > 0 && last?.quoted === quoted && WRITTEN_MARKS.test(token)) {
      last.written += token;
    } else if (!SOFT_MARKS.has(token)) opensPhrase = true;
  }
  return { words, claimOf: new Int32Array(words.length).fill(-1), claims: [] };
}

/** Takes words out of a reading (keeping their places), so that no lexicon finds them. */
export function hideWords(reading: Reading, match: Match): Reading {
  const words = reading.words.map((word, i) =>
    i >= match.at && i < match.at + match.length ? { ...word, form: "" } : word,
  );
  return { ...reading, words };
}

/** Notes that these words were understood. Words of an earlier claim stay with it. */
export function claim(reading: Reading, match: Claim): void {
  const number = reading.claims.length;
  reading.claims.push(match);
  for (let i = match.at; i < match.at + match.length; i++) {
    if (reading.claimOf[i] < 0) reading.claimOf[i] = number;
  }
}

function compareForm(text: string): string {
  return text.normalize("NFKD").replace(ACCENT, "").replace(/['’]/g, "").normalize("NFC");
}
