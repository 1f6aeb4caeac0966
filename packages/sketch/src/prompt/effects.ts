/** Which of the words that were read change the picture: only these count as understood. */
import { coverage, type Coverage } from "./coverage.ts";
import { isContentWord } from "./function-words.ts";
import type { Note } from "./notes.ts";
import type { Reading } from "./reading.ts";

/** Places of words that were understood together. */
type Unit = readonly number[];

/** Parts of a scene that are about its words, not its picture. */
const NOT_DRAWN: ReadonlySet<string> = new Set([
  "prompt",
  "guessed",
  "minimal",
  "understood",
  "ignored",
  "notes",
]);

export type Effects = Coverage & { notes: Note[] };

/** What is drawn of a reading, part by part: a scene, or the changes of a picture that is there. */
type Describe = (reading: Reading, seed: number) => object;

/** Steps to other seeds, so that a word is not called idle because chance chose what it asks for. */
const OTHER_SEEDS = [1, 2, 3];
/** A long prompt is not read again more often than this. */
const MOST_READINGS = 250;

/**
 * Sorts the words of `reading` by what they do to the scene that `describe` reads from it. A word counts as understood
 * when the scene is another one without it, be it with another seed, or once other words that ask for
 * the same are not said either. `otherSeeds` are the steps to those seeds.
 */
export function readEffects(
  reading: Reading,
  seed: number,
  describe: Describe,
  otherSeeds: readonly number[] = OTHER_SEEDS,
): Effects {
  const units = unitsOf(reading);
  let readings = 0;
  const memory = new Map<string, Parts>();
  const without = (seed: number, ...hidden: Unit[]): Parts => {
    const key = [seed, ...hidden.map((unit) => unit[0]).toSorted((a, b) => a - b)].join(" ");
    const known = memory.get(key);
    if (known) return known;
    readings++;
    const parts = partsOf(describe(hideAll(reading, hidden.flat()), seed));
    memory.set(key, parts);
    return parts;
  };
  const seeds = [seed, ...otherSeeds.map((step) => seed + step)];
  // What is left out is told of this picture, not of others that the words could give.
  const isDenied = ([at]: Unit) => reading.claims[reading.claimOf[at]].as === "denied";
  /** Whether `unit` does something that is still seen in the whole, once `other` is not said. */
  const matters = (unit: Unit, other: readonly Unit[]): boolean =>
    (isDenied(unit) ? [seed] : seeds).some((one) => {
      if (readings > MOST_READINGS) return false;
      const [said, unsaid] = [without(one, ...other), without(one, ...other, unit)];
      const whole = without(one);
      const parts = changed(said, unsaid);
      if (parts.length === 0) return false;
      const kept = (part: string) => said.get(part) === whole.get(part);
      return parts.includes("scene") ? kept("scene") && kept("terrain") : parts.every(kept);
    });
  const spare = units.filter((unit) => !matters(unit, []));
  const idle = spare.filter((unit) => {
    const isOther = (other: Unit) => other !== unit && (!isDenied(unit) || isDenied(other));
    const others = spare.filter(isOther);
    const rest = units.filter(isOther);
    const contexts = [
      others,
      ...rest.map((other) => [other]),
      ...rest.map((other) => [...new Set([...others, other])]),
    ];
    return !contexts.some((unsaid) => unsaid.length > 0 && matters(unit, unsaid));
  });
  return listsOf(reading, idle);
}

/**
 * Adds to the notes on a prompt those on its negative words, which count as avoided where the picture of this seed is
 * another one without them. `describe` reads the negative words that it is given.
 */
export function withNegativeNotes(
  notes: readonly Note[],
  negative: Reading,
  seed: number,
  describe: Describe,
): Note[] {
  describe(negative, seed);
  const { understood, ignored, notes: idle } = readEffects(negative, seed, describe, []);
  const avoided = new Set(understood.flatMap((phrase) => phrase.split(" ")));
  const left = [...notes, ...idle, ...noteOf("not-avoided", ignored)].flatMap((note) =>
    note.kind === "not-avoided" ? note.words : [],
  );
  return [
    ...notes.filter(({ kind }) => kind !== "not-avoided"),
    ...noteOf("avoided", understood),
    ...noteOf(
      "not-avoided",
      [...new Set(left)].filter((word) => !avoided.has(word)),
    ),
  ];
}

/** Splits the words into lists; what `idle` words ask for may be in the picture, or out of it, anyway. */
function listsOf(reading: Reading, idle: readonly Unit[]): Effects {
  const { words, claims } = reading;
  const claimOf = reading.claimOf.slice();
  for (const at of idle.flat()) claimOf[at] = -1;
  const { understood, ignored } = coverage({ ...reading, claimOf });
  const left = new Set(ignored);
  const take = (kind: "given" | "denied"): string[] => {
    const places = claims.flatMap((claim) =>
      claim.as === kind ? words.slice(claim.at, claim.at + claim.length) : [],
    );
    const taken = [...new Set(places.map(({ text }) => text))].filter((text) => left.has(text));
    for (const text of taken) left.delete(text);
    return taken;
  };
  const denied = take("denied");
  const given = take("given");
  return {
    understood,
    ignored: [...left],
    notes: [...noteOf("given", given), ...noteOf("not-avoided", denied)],
  };
}

const noteOf = (kind: "given" | "avoided" | "not-avoided", words: string[]): Note[] =>
  words.length > 0 ? [{ kind, words }] : [];

function unitsOf({ words, claimOf }: Reading): Unit[] {
  const phrases = new Map<number, number[]>();
  for (const [at, { form }] of words.entries()) {
    if (claimOf[at] < 0 || !isContentWord(form)) continue;
    phrases.set(claimOf[at], [...(phrases.get(claimOf[at]) ?? []), at]);
  }
  // What is said twice is one unit.
  const units = new Map<string, number[]>();
  for (const places of phrases.values()) {
    const text = places.map((at) => words[at].form).join(" ");
    units.set(text, [...(units.get(text) ?? []), ...places]);
  }
  return [...units.values()];
}

function hideAll({ words }: Reading, places: readonly number[]): Reading {
  const hidden = new Set(places);
  return {
    words: words.map((word, at) => (hidden.has(at) ? { ...word, form: "" } : word)),
    claimOf: new Int32Array(words.length).fill(-1),
    claims: [],
  };
}

type Parts = ReadonlyMap<string, string>;

/** The parts of a scene that are drawn, each as text. */
function partsOf(drawn: object): Parts {
  const parts = Object.entries(drawn).filter(
    ([name, value]: [string, unknown]) => !NOT_DRAWN.has(name) && value !== undefined,
  );
  return new Map(
    parts.map(([name, value]) => [
      name,
      JSON.stringify(value, (key, part: unknown) => (key === "word" ? undefined : part)),
    ]),
  );
}

/** Names of the parts that are not alike. */
function changed(one: Parts, other: Parts): string[] {
  return [...new Set([...one.keys(), ...other.keys()])].filter(
    (name) => one.get(name) !== other.get(name),
  );
}
