/** What a prompt asks to add to a picture that is there: "add a red balloon". */
import type { SceneSpec } from "../types.ts";
import { isContentWord } from "./function-words.ts";
import { lengthAt, lexicon } from "./lexicon.ts";
import { claim, hideWords, type Match, type Reading } from "./reading.ts";

const ADD = lexicon(
  "add | adding | insert | inserting | include | including | place | placing | put | putting | introduce",
);
/** Words that may stand between the start of a phrase and what it asks for. */
const BEFORE = new Set(["and", "then", "please", "now", "also", "but", "just"]);
/** The stage on which added things are read: of a stage of their own they would not have the place. */
const STAGE = "landscape";

/** Things to lay into a picture; `place` is the share of its width that the prompt names. */
export type Added = Pick<SceneSpec, "subjects" | "place">;

export type Additions = {
  added: Added;
  /** The prompt without what it adds. */
  rest: Reading;
  /** Words for things to add that have no drawing. */
  missing: string[];
};

/**
 * Splits what a prompt adds from the rest of it. `describe` reads a scene of which the things are kept.
 * The words of things that can be drawn count as understood, and so does the word that adds them.
 */
export function readAdditions(
  prompt: Reading,
  describe: (reading: Reading, stage: typeof STAGE) => SceneSpec,
): Additions {
  const ranges = addedRanges(prompt);
  if (ranges.length === 0) return { added: { subjects: [] }, rest: prompt, missing: [] };
  const starts = [0, ...ranges.map(({ at, length }) => at + length)];
  const ends = [...ranges.map(({ at }) => at), prompt.words.length];
  const others = starts.map((at, i) => ({ at, length: ends[i] - at }));
  const inside = unclaimed(others.reduce(hideWords, prompt));
  const { subjects, place } = describe(inside, STAGE);
  for (const each of inside.claims) claim(prompt, each);
  const missing = ranges.flatMap(({ at, length }) => {
    const places = Array.from({ length: length - 1 }, (_, i) => at + 1 + i);
    if (places.some((each) => inside.claimOf[each] >= 0)) return [];
    const words = places.map((each) => prompt.words[each]);
    return words.filter(({ form }) => isContentWord(form)).map(({ text }) => text);
  });
  if (subjects.length > 0) for (const { at } of ranges) claim(prompt, { at, length: 1 });
  return { added: { subjects, place }, rest: unclaimed(ranges.reduce(hideWords, prompt)), missing };
}

/** A thing that was found once is not found again: what is read anew has claims of its own. */
const unclaimed = ({ words }: Reading): Reading => ({
  words,
  claimOf: new Int32Array(words.length).fill(-1),
  claims: [],
});

/** Whether a prompt asks to add anything. */
export const addsThings = (prompt: Reading): boolean => addedRanges(prompt).length > 0;

function addedRanges(reading: Reading): Match[] {
  const { words } = reading;
  const ranges: Match[] = [];
  for (let at = 0; at < words.length; at++) {
    if (!opensRequest(reading, at) || lengthAt(reading, ADD, at) === 0) continue;
    let end = at + 1;
    while (end < words.length && !words[end].opensPhrase) end++;
    ranges.push({ at, length: end - at });
    at = end - 1;
  }
  return ranges;
}

/** Whether a word is the first of its phrase but for "and", "please" and the like: a peaceful place puts nothing anywhere. */
function opensRequest({ words }: Reading, at: number): boolean {
  let first = at;
  while (first > 0 && !words[first].opensPhrase && BEFORE.has(words[first - 1].form)) first--;
  return words[first].opensPhrase || (first < at && BEFORE.has(words[first].form));
}
