import { expect, test } from "vitest";
import { parsePrompt } from "./parse.ts";

test("an animal without a drawing is drawn as the nearest one, which the notes say", () => {
  const spec = parsePrompt("a platypus in a river", { seed: 1 });
  expect(spec.subjects.map(({ id }) => id)).toEqual(["beaver"]);
  expect(spec.notes).toEqual([{ kind: "likened", word: "platypus", drawn: "beaver" }]);
  expect(spec.ignored).toContain("platypus");
  expect(spec.understood).not.toContain("platypus");
});

test.each([
  ["three herons by a lake", "herons", "flamingo"],
  ["a wren on a branch", "wren", "sparrow"],
  ["a wasp", "wasp", "bee"],
])("%s: an animal with the name of a person is an animal", (prompt, word, drawn) => {
  const { notes } = parsePrompt(prompt, { seed: 1 });
  expect(notes).toContainEqual({ kind: "likened", word, drawn });
});

test("a prompt that names nothing drawable gives an empty stage and says so", () => {
  const spec = parsePrompt("gender", { seed: 1 });
  expect(spec).toMatchObject({ scene: "studio", subjects: [], understood: [] });
  expect(spec.notes).toEqual([{ kind: "unknown", words: ["gender"] }]);
});

test("a thing that nothing is near to is said to be missing", () => {
  const spec = parsePrompt("a labyrinth on a hill", { seed: 1 });
  expect(spec.notes).toContainEqual({ kind: "unknown", words: ["labyrinth"] });
});

test("negative words are said to be followed or not known", () => {
  const spec = parsePrompt("a meadow", { seed: 1, negative: "trees, flowers, extra fingers" });
  expect(spec).toMatchObject({ trees: 0, flowers: 0 });
  expect(spec.notes).toEqual([
    { kind: "avoided", words: ["trees", "flowers"] },
    { kind: "not-avoided", words: ["extra", "fingers"] },
  ]);
});

test.each([
  ["a gorgeous valley", "gorgeous"],
  ["geometrically perfect hills", "geometrically"],
])("%s: a word that only begins like a known one is ignored", (prompt, word) => {
  expect(parsePrompt(prompt, { seed: 1 }).ignored).toContain(word);
});

test.each(["a foggy hill", "gorges at dawn", "snowy hills"])(
  "%s: known endings are understood",
  (prompt) => {
    expect(parsePrompt(prompt, { seed: 1 }).ignored).toEqual([]);
  },
);

test("clothes take their colours, and are no things beside the person who wears them", () => {
  const spec = parsePrompt("an old woman in a red dress with a green hat", { seed: 1 });
  expect(spec.subjects).toHaveLength(1);
  expect(spec.subjects[0].look).toMatchObject({
    build: "woman",
    old: true,
    outfit: "dress",
    headwear: "hat",
  });
  expect(spec.palette).toBeNull();
});

test("four kinds of things are drawn, each in its own colour", () => {
  const { subjects } = parsePrompt("a red cup, a green plate, a blue clock and a yellow chair", {
    seed: 1,
  });
  expect(subjects.map(({ id }) => id)).toEqual(["hot-beverage", "plate", "clock", "chair"]);
  expect(new Set(subjects.map(({ tint }) => String(tint))).size).toBe(4);
});
