/** Nouns that Sketch cannot draw, and what is nearest to each of them among what it can. */
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { NOUN_OF_NAME } from "../subjects/nouns.ts";
import { isContentWord } from "./function-words.ts";
import type { SceneSpec } from "../types.ts";
import type { Reading } from "./reading.ts";
import { singular } from "./subject-words.ts";

const FILE = new URL("./likenesses/likenesses.txt.gz", import.meta.url);
/** Long prompts end in names of artists and in praise. */
const WORDS_LOOKED_AT = 18;
const MOST_LIKENED = 2;
const WORDS_AFTER_BY = 4;
const NOT_NEAR = "-";
/** Words whose first meaning in a dictionary is not theirs in a prompt: hind legs are no deer, a classroom is no toilet. */
const MISLEADING: ReadonlySet<string> = new Set(
  "hind leg legs limb limbs paw paws classroom restroom washroom tail tails wing wings".split(" "),
);
const INDOORS: ReadonlySet<string> = new Set(["studio", "still-life", "interior"]);
const LIVING: ReadonlySet<string> = new Set([
  "people",
  "animals",
  "flyers",
  "swimmers",
  "floaters",
]);

const groupOf = (name: string): string => NOUN_OF_NAME.get(name)?.group ?? "";

let table: ReadonlyMap<string, string> | undefined;

/** Made by scripts/make-likenesses.ts; read when the first unknown word comes. */
function likenesses(): ReadonlyMap<string, string> {
  table ??= new Map(
    gunzipSync(readFileSync(FILE))
      .toString("utf8")
      .trimEnd()
      .split("\n")
      .map((row) => row.split("\t") as [string, string]),
  );
  return table;
}

/** The name of a drawing, and whether the word asks for several. */
export type Likeness = { name: string; plural: boolean };

export type Likenesses = {
  /** Names of drawings by the words they stand for, as compared. */
  names: ReadonlyMap<string, Likeness>;
  /** Things that nothing is near to. */
  unknown: string[];
};

const NONE: Likenesses = { names: new Map(), unknown: [] };

function likenessOf(form: string): Likeness | undefined {
  if (MISLEADING.has(form)) return undefined;
  const name = likenesses().get(form);
  if (name !== undefined) return { name, plural: false };
  const ofOne = likenesses().get(singular(form));
  return ofOne === undefined ? undefined : { name: ofOne, plural: true };
}

function comesAfterBy({ words }: Reading, at: number): boolean {
  for (let i = at; i > Math.max(0, at - WORDS_AFTER_BY) && !words[i].opensPhrase; i--) {
    if (words[i - 1].form === "by") return true;
  }
  return false;
}

const SHORTEST_MISSPELT = 7;

/** Whether one letter was left out, added, replaced, or swapped with its neighbour. */
function isOneSlip(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at++;
  if (short.length < long.length) return short.slice(at) === long.slice(at + 1);
  const isSwapped = short[at] === long[at + 1] && short[at + 1] === long[at];
  return (
    short.slice(at + 1) === long.slice(at + 1) ||
    (isSwapped && short.slice(at + 2) === long.slice(at + 2))
  );
}

/** The noun that a word was meant for, where it is none by one slip of the hand ("gentelman"). */
function meantBy(form: string): Likeness | undefined {
  if (form.length < SHORTEST_MISSPELT) return undefined;
  const name = [...NOUN_OF_NAME.keys()].find(
    (each) => each[0] === form[0] && !each.includes(" ") && isOneSlip(form, each),
  );
  return name === undefined ? undefined : { name, plural: false };
}

/** What stands for the things among the words of `reading` that nothing else took up. */
export function likenThings(
  reading: Reading,
  { scene, guessed }: Pick<SceneSpec, "scene" | "guessed">,
): Likenesses {
  // In a scene that the prompt names, only the living are worth a likeness: a pool is no box.
  const anything = guessed || INDOORS.has(scene);
  const { words, claimOf } = reading;
  const open = words.flatMap(({ form }, at) =>
    at < WORDS_LOOKED_AT && claimOf[at] < 0 && isContentWord(form) ? [at] : [],
  );
  if (open.length === 0) return NONE;
  const names = new Map<string, Likeness>();
  const unknown: string[] = [];
  for (const at of open) {
    const { form, text } = words[at];
    const next = words[at + 1];
    const describes =
      next !== undefined &&
      !next.opensPhrase &&
      (likenessOf(next.form) !== undefined || NOUN_OF_NAME.has(singular(next.form)));
    const isOther = describes || comesAfterBy(reading, at);
    const likeness = isOther
      ? undefined
      : (likenessOf(form) ?? (guessed ? meantBy(form) : undefined));
    if (likeness === undefined || names.has(form)) continue;
    if (likeness.name === NOT_NEAR) unknown.push(text);
    else if (names.size < MOST_LIKENED && (anything || LIVING.has(groupOf(likeness.name))))
      names.set(form, likeness);
  }
  return { names, unknown: [...new Set(unknown)] };
}
