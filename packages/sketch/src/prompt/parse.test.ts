import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { SceneSpec } from "../types.ts";
import { isContentWord } from "./function-words.ts";
import { PARSE_CASES } from "./parse.cases.ts";
import { parsePrompt } from "./parse.ts";
import { readWords } from "./reading.ts";

const cases = PARSE_CASES.trim()
  .split("\n")
  .map((line) => line.split(" | "));

/** A spec in the notation of the cases. */
function summary(spec: SceneSpec): string[] {
  const subjects = spec.subjects.map(
    ({ id, plural, count, tint, relation }) =>
      `${id}${plural ? `*${count ?? ""}` : ""}${relation ? `>${relation.kind}` : ""}${tint ? " tinted" : ""}`,
  );
  return [
    spec.scene + (spec.guessed ? "?" : ""),
    spec.sky,
    spec.finish ?? "-",
    String(spec.palette?.length ?? 0),
    subjects.join(" ") || "-",
    spec.understood.join(", ") || "-",
    spec.ignored.join(", ") || "-",
  ];
}

test.each(cases)("reads: %s", (prompt, ...expected) => {
  expect(summary(parsePrompt(prompt, { seed: 3 }))).toEqual(expected);
});

test("the table is long enough to mean something", () => {
  expect(cases.length).toBeGreaterThanOrEqual(60);
});

const vocabulary = cases.flatMap(([prompt]) => prompt.split(" "));
const anyPrompt = fc.oneof(
  fc.string({ unit: "binary", maxLength: 300 }),
  fc.string({ unit: "grapheme", maxLength: 300 }),
  fc.array(fc.constantFrom(...vocabulary), { maxLength: 60 }).map((words) => words.join(" ")),
  fc.constantFrom(
    "constructor __proto__ toString hasOwnProperty",
    "no no no without without",
    "<<<< ((((:1.2))))",
  ),
);

test("any text gives a sensible scene, and the same one twice", () => {
  fc.assert(
    fc.property(anyPrompt, anyPrompt, fc.integer(), (prompt, negative, seed) => {
      const spec = parsePrompt(prompt, { negative, seed });
      expect(spec.subjects.length).toBeLessThanOrEqual(spec.scene === "still-life" ? 6 : 4);
      expect(spec.clouds).toBeGreaterThanOrEqual(0);
      expect(spec.clouds).toBeLessThanOrEqual(1);
      expect(spec.palette === null).toBe(spec.paletteStrength === 0);
      expect(parsePrompt(prompt, { negative, seed })).toEqual(spec);
    }),
    { numRuns: 300 },
  );
});

test("every content word is in exactly one list", () => {
  const forms = (texts: readonly string[]) =>
    texts.flatMap((text) => readWords(text).words.map(({ form }) => form)).filter(isContentWord);
  fc.assert(
    fc.property(anyPrompt, fc.integer(), (prompt, seed) => {
      const { understood, ignored, notes } = parsePrompt(prompt, { seed });
      const anyway = notes.flatMap((note) =>
        note.kind === "given" || note.kind === "not-avoided" ? note.words : [],
      );
      const listed = [understood, ignored, anyway].flatMap(forms);
      expect(new Set(listed).size).toBe(listed.length);
      expect(new Set(listed)).toEqual(new Set(forms([prompt])));
    }),
    { numRuns: 300 },
  );
});

test.each([
  ["emoji that stand for no word", "🪩🫠"],
  ["right to left", "غروب الشمس فوق البحر"],
  ["nothing after trimming", "   \n\t "],
  ["2,000 characters", "a red fox in the snow, ".repeat(87).slice(0, 2000)],
])("%s still gives a picture", (_, prompt) => {
  const spec = parsePrompt(prompt, { seed: 5 });
  expect(["landscape", "abstract", "forest", "studio"]).toContain(spec.scene);
  expect(spec.prompt).toBe(prompt);
});

test.each(["airship", "submarine", "cathedrals made of quartz", "zeppelin"])(
  "a thing outside the vocabulary is named as ignored: %s",
  (thing) => {
    const { ignored } = parsePrompt(`a ${thing} over the mountains`, { seed: 1 });
    expect(ignored).toContain(thing.split(" ").at(-1));
  },
);

test.each([
  ["clouds", (spec: SceneSpec) => spec.clouds === 0],
  ["trees", (spec: SceneSpec) => spec.trees === 0],
  ["fog", (spec: SceneSpec) => spec.mist === 0 && spec.fog < 0.1],
  ["grass", (spec: SceneSpec) => spec.foreground === "none"],
  ["fox", (spec: SceneSpec) => spec.subjects.length === 0],
  ["animals", (spec: SceneSpec) => spec.subjects.length === 0],
  ["film grain", (spec: SceneSpec) => spec.noGrain],
])('negative words and "no" inside the prompt both leave out: %s', (word, left) => {
  const prompt = "a fox in a foggy mountain forest landscape with clouds";
  expect(left(parsePrompt(prompt, { negative: word, seed: 2 }))).toBe(true);
  expect(left(parsePrompt(`${prompt}, no ${word}`, { seed: 2 }))).toBe(true);
  expect(left(parsePrompt(prompt, { seed: 2 }))).toBe(false);
});

test("the scene inside a portrait shares the prompt's light", () => {
  const spec = parsePrompt("double exposure portrait of a woman, forest at night", { seed: 4 });
  expect(spec.innerScene).toBe("forest");
  expect(spec.inner?.mood).toBe("night");
});
