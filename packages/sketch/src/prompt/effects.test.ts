import { expect, test } from "vitest";
import { NOUN_OF_NAME } from "../subjects/nouns.ts";
import { renderSpec } from "../render.ts";
import type { SceneSpec } from "../types.ts";
import { COLOURS } from "./colour-words.ts";
import { PHRASES } from "./lexicon.ts";
import { parsePrompt } from "./parse.ts";

const SEED = 5;
/** Of the pictures: where chance chooses with one seed what a word asks for, it does not with the next. */
const SEEDS = [SEED, SEED + 1];
const SIDE = 32;
/** Each stage takes one phrase of so many, so that every phrase stands on several stages. */
const SHARES = 5;
/** Of 255: less than this in every pixel is no difference. */
const LEAST_DIFFERENCE = 3;

/** One prompt of every scene, and of scenes with a thing or a person in them. */
const STAGES = [
  "a mountain landscape",
  "an ocean",
  "a city",
  "synthwave",
  "a forest",
  "underwater",
  "a bouquet in a vase",
  "a planet in deep space",
  "an abstract picture",
  "a double exposure portrait",
  "a red apple and a teapot",
  "a plaster sphere",
  "the interior of a room",
  "a woman in a park",
];

/** Every phrase that Sketch reads, as one writes it. */
const vocabulary = [...PHRASES, ...COLOURS.keys()].map((phrase) => phrase.replaceAll("*", ""));

const NOT_DRAWN = ["prompt", "guessed", "minimal", "understood", "ignored", "notes", "word"];

/** Which parts of a scene are not those of `other`; of names and places their value counts. */
function difference(spec: SceneSpec, other: SceneSpec): string {
  const parts = Object.keys({ ...spec, ...other }).filter((part) => !NOT_DRAWN.includes(part));
  return parts
    .map((part) => ({
      part,
      value: spec[part as keyof SceneSpec],
      is: other[part as keyof SceneSpec],
    }))
    .filter(({ value, is }) => JSON.stringify(value) !== JSON.stringify(is))
    .map(({ part, value }) => {
      const named = typeof value === "string" || part === "place";
      return `${part}:${named ? JSON.stringify(value) : typeof value}`;
    })
    .join(" ");
}

async function draw(spec: SceneSpec, seed: number): Promise<Uint8Array> {
  const { frame } = await renderSpec(
    spec,
    { width: SIDE, height: SIDE, seed },
    { check: () => {}, progress: () => {} },
  );
  return frame.toRGB8();
}

function isSeen(one: Uint8Array, other: Uint8Array): boolean {
  return one.some((value, i) => Math.abs(value - other[i]) >= LEAST_DIFFERENCE);
}

test.each(STAGES.map((stage, index) => ({ stage, index })))(
  "$stage: every word that is listed as understood beside it changes the picture",
  async ({ stage, index }) => {
    const plain = parsePrompt(stage, { seed: SEED });
    const bare = await Promise.all(SEEDS.map((seed) => draw(plain, seed)));
    const isAnother = async (spec: SceneSpec): Promise<boolean> => {
      for (const [i, seed] of SEEDS.entries())
        if (isSeen(await draw(spec, seed), bare[i])) return true;
      return false;
    };
    const known = new Set(plain.understood.flatMap((phrase) => phrase.split(" ")));
    const drawn = new Map<string, boolean>();
    const idle: string[] = [];
    let understood = 0;
    for (const phrase of vocabulary.filter((_, i) => i % SHARES === index % SHARES)) {
      const spec = parsePrompt(`${stage}, ${phrase}`, { seed: SEED });
      const words = new Set(spec.understood.flatMap((each) => each.split(" ")));
      if (!phrase.split(" ").some((word) => words.has(word) && !known.has(word))) continue;
      understood++;
      const changes = difference(spec, plain);
      // It asks for what this seed or another word of the stage chose already: it changes other pictures of the scene.
      if (changes === "") continue;
      if (!drawn.has(changes)) drawn.set(changes, await isAnother(spec));
      if (!drawn.get(changes)) idle.push(`${phrase} (${changes})`);
    }
    expect(idle).toEqual([]);
    expect(understood).toBeGreaterThan(20);
  },
);

test("every noun that is listed as understood is in the picture", () => {
  const absent: string[] = [];
  for (const [name, { id }] of NOUN_OF_NAME) {
    const { understood, subjects, scene } = parsePrompt(`a ${name}`, { seed: SEED });
    if (understood.length === 0) absent.push(`${name}: ignored`);
    else if (subjects.length === 0 && scene === "studio") absent.push(`${name}: ${id}`);
  }
  expect(absent).toEqual([]);
});

test.each([
  ["an island with an erupting volcano", "island"],
  ["a river valley from the air", "valley"],
])("%s: what has no place in the picture is not understood", (prompt, word) => {
  const { understood, ignored } = parsePrompt(prompt, { seed: SEED });
  expect(understood.join(" ").split(" ")).not.toContain(word);
  expect(ignored).toContain(word);
});

test("words that ask for the same are understood together, and what is there anyway is told apart", () => {
  const { understood, ignored, notes } = parsePrompt(
    "a misty, foggy city with windows, no people",
    {
      seed: SEED,
    },
  );
  expect(understood).toEqual(expect.arrayContaining(["misty", "foggy"]));
  expect(ignored).toEqual([]);
  expect(notes).toContainEqual({ kind: "given", words: expect.arrayContaining(["windows"]) });
  expect(notes).toContainEqual({ kind: "not-avoided", words: ["people"] });
});

const MOUNTAINS = "a mountain landscape";

test.each([
  [MOUNTAINS, "clouds"],
  [MOUNTAINS, "trees"],
  ["a foggy hill", "fog"],
  ["a fox in a meadow", "fox"],
  ["a beach with palm trees", "palms"],
  ["a snowy hill in winter", "snow"],
  ["a lake in the mountains", "water"],
  ["a mountain landscape at night", "stars"],
  ["a planet in deep space", "planet"],
  ["synthwave", "palms"],
  ["a forest", "grain"],
])("%s without %s: what is said to be left out changes the picture", async (prompt, negative) => {
  const spec = parsePrompt(prompt, { seed: SEED, negative });
  expect(spec.notes).toContainEqual({ kind: "avoided", words: [negative] });
  expect(spec.notes.map(({ kind }) => kind)).not.toContain("not-avoided");
  const plain = parsePrompt(prompt, { seed: SEED });
  expect((await draw(spec, SEED)).join()).not.toBe((await draw(plain, SEED)).join());
});

test.each([
  ["a forest", "trees"],
  ["a bouquet of roses", "flowers"],
  ["a winter forest", "snow"],
  ["a misty forest", "fog"],
  ["an ocean", "water"],
  ["synthwave", "stars"],
  ["a city", "reflections"],
  ["a city", "fog"],
  ["desert dunes", "trees"],
  ["desert dunes", "water"],
  ["desert dunes", "grass"],
  [MOUNTAINS, "stars"],
  [MOUNTAINS, "people"],
  ["a watercolor of a forest", "grain"],
  ["a linocut of a forest", "vignette"],
  ["a double exposure portrait, forest", "trees"],
])("%s without %s: the same picture is not said to leave it out", async (prompt, negative) => {
  const plain = await draw(parsePrompt(prompt, { seed: SEED }), SEED);
  const spec = parsePrompt(prompt, { seed: SEED, negative });
  expect(spec.notes).toContainEqual({ kind: "not-avoided", words: [negative] });
  expect(spec.notes.map(({ kind }) => kind)).not.toContain("avoided");
  expect((await draw(spec, SEED)).join()).toBe(plain.join());
  const inside = parsePrompt(`${prompt}, no ${negative}`, { seed: SEED });
  expect(inside.notes).toContainEqual({ kind: "not-avoided", words: [negative] });
});

test("negative words that ask for the same are left out together, and what the prompt says too is said once", () => {
  const negative = "clouds, overcast, trees, extra fingers";
  expect(parsePrompt(`${MOUNTAINS}, no trees`, { seed: SEED, negative }).notes).toEqual([
    { kind: "avoided", words: ["clouds", "overcast", "trees"] },
    { kind: "not-avoided", words: ["extra", "fingers"] },
  ]);
});
