import { expect, test } from "vitest";
import { parsePrompt } from "./parse.ts";

const relationsOf = (prompt: string) =>
  parsePrompt(prompt, { seed: 1 }).subjects.map(({ id, relation }) =>
    relation ? `${id} ${relation.kind} ${relation.to}` : id,
  );

test.each([
  ["a cat on a chair", ["cat on 1", "chair"]],
  ["a cat sitting on top of a small red chair", ["cat on 1", "chair"]],
  ["a dog under an umbrella", ["dog under 1", "umbrella"]],
  ["a dragon flying over a castle", ["dragon above 1", "castle"]],
  ["a bear in front of a house", ["bear front 1", "house"]],
  ["a rabbit behind a pumpkin", ["rabbit behind 1", "jack-o-lantern"]],
  ["two foxes next to a tent", ["fox beside 1", "tent"]],
  [
    "a cube left of a sphere right of a cone",
    ["solid-cube left 1", "solid-sphere right 2", "solid-cone"],
  ],
  ["an apple and a pear in a bowl", ["red-apple in 2", "pear in 2", "solid-bowl"]],
  ["a cat and a dog", ["cat", "dog"]],
  ["a cat, on a chair", ["cat on 1", "chair"]],
  ["a cat on a mat near a chair", ["cat on 1", "rug beside 2", "chair"]],
])("reads: %s", (prompt, expected) => {
  expect(relationsOf(prompt)).toEqual(expected);
});

test("what nothing is near to never becomes a relation", () => {
  const spec = parsePrompt("a cat on a flurble", { seed: 1 });
  expect(spec.subjects[0].relation).toBeUndefined();
  expect(spec.ignored).toEqual(["flurble"]);
});
