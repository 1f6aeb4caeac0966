/** A prompt as a row of words, and the record of which of them some lexicon understood. */
import { WORD_OF_EMOJI } from "./emoji-words.ts";

type Word = {
  /** As written, lower case. */
  text: string;
  /** As compared: no accents, no apostrophes. */
  form: string;
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

/** Splits a prompt into words; markup of other engines (`<lora:...>`, `(word:1.3)`) is dropped. */
export function readWords(prompt: string): Reading {
  const plain = prompt.replace(TAG, " , ").replace(WEIGHT, "");
  const words: Word[] = [];
  let opensPhrase = true;
  for (const [token] of plain.matchAll(TOKEN)) {
    if (token === "&") {
      words.push({ text: "&", form: "and", opensPhrase });
      opensPhrase = false;
    } else if (IS_PICTURE.test(token)) {
      const form = WORD_OF_EMOJI.get(String.fromCodePoint(token.codePointAt(0)!)) ?? token;
      words.push({ text: token, form, opensPhrase });
      opensPhrase = false;
    } else if (IS_WORD.test(token)) {
      const text = token.toLowerCase().replace(/['’]+$/, "");
      words.push({ text, form: compareForm(text), opensPhrase });
      opensPhrase = false;
    } else if (!SOFT_MARKS.has(token)) {
      opensPhrase = true;
    }
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
