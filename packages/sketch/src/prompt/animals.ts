/** Reads what animals do and where they look: "a sleeping cat", "a fox running, facing left". */
import type { AnimalSaid } from "../subjects/animals/look.ts";
import { kindOf } from "../subjects/animals/species.ts";
import { findAll, lexicon, type Lexicon } from "./lexicon.ts";
import { claim, type Match, type Reading } from "./reading.ts";
import type { FoundSubject } from "./subject-words.ts";

const row = (words: string, said: AnimalSaid): readonly [Lexicon, AnimalSaid] => [
  lexicon(words),
  said,
];

const ROWS: readonly (readonly [Lexicon, AnimalSaid])[] = [
  row("walking | walks | strolling | prowling | stalking | wandering | trotting", { pose: "walk" }),
  row(
    "running | runs | galloping | sprinting | racing | leaping | jumping | bounding | charging | chasing",
    { pose: "run" },
  ),
  row("sitting | sits | seated", { pose: "sit" }),
  row("lying | lies | lying down | resting | reclining | relaxing | lounging", { pose: "lie" }),
  row("sleeping | sleeps | asleep | napping | curled up | dozing", { pose: "sleep" }),
  row("grazing | grazes | eating | eats | drinking | drinks | sniffing", { pose: "graze" }),
  row("standing | stands", { pose: "stand" }),
  row(
    "from the front | front view | facing the camera | facing the viewer | facing us | facing forward | head on",
    { pose: "front" },
  ),
  row(
    "looking at the camera | looking at the viewer | looking at us | looking at you | staring at the camera | staring at the viewer",
    { toViewer: true },
  ),
  row("facing left | looking left | looking to the left | facing the left", { facing: "left" }),
  row("facing right | looking right | looking to the right | facing the right", {
    facing: "right",
  }),
];
/** "A cat looking at a bird" is turned towards it. */
const LOOKING_AT = lexicon("looking at | watching | staring at | gazing at | barking at");

/** Most words between what an animal does and its name after it: "a sleeping old dog". */
const MOST_BETWEEN = 2;

/** The thing that a phrase is about: the one right after it, or else the last one before. */
function ownerOf(
  { words }: Reading,
  { at, length }: Match,
  subjects: readonly FoundSubject[],
): number {
  const end = at + length;
  const next = subjects.findIndex(
    (subject) =>
      subject.at >= end &&
      subject.at - end <= MOST_BETWEEN &&
      !words
        .slice(end, subject.at + 1)
        .some(({ opensPhrase, form }) => opensPhrase || form === "a"),
  );
  const isAfterOne = subjects.some((subject) => subject.at + subject.length === at);
  if (next >= 0 && !isAfterOne) return next;
  let last = -1;
  for (const [i, subject] of subjects.entries())
    if (subject.at < at && (last < 0 || subject.at > subjects[last].at)) last = i;
  return last;
}

/** What the prompt says of each thing that is an animal with joints, by its number; words that say it count as understood. */
export function readAnimals(
  reading: Reading,
  subjects: readonly FoundSubject[],
): ReadonlyMap<number, AnimalSaid> {
  const said = new Map<number, AnimalSaid>();
  const jointed = subjects.flatMap(({ id }, i) => (kindOf(id) ? [i] : []));
  if (jointed.length === 0) return said;
  for (const i of jointed) said.set(i, {});
  const tell = (match: Match, words: AnimalSaid): void => {
    const owner = ownerOf(reading, match, subjects);
    const told =
      said.get(owner) ?? (jointed.length === 1 && owner < 0 ? said.get(jointed[0]) : undefined);
    if (!told) return;
    Object.assign(told, words);
    claim(reading, match);
  };
  for (const [words, told] of ROWS) for (const match of findAll(reading, words)) tell(match, told);
  for (const match of findAll(reading, LOOKING_AT)) {
    const to = subjects.findIndex(({ at }) => at >= match.at + match.length);
    if (to >= 0 && ownerOf(reading, match, subjects.slice(0, to)) >= 0)
      tell(match, { towards: to });
  }
  return said;
}
