import { expect, test } from "vitest";
import { parsePrompt } from "./parse.ts";

test.each([
  ["a wooden chair beside a metal table", ["wooden", "metal"]],
  ["a rusty bicycle in a street", ["rusty"]],
  ["a leather couch in a living room", ["leather"]],
])("%s: each material belongs to its thing and counts as understood", (prompt, materials) => {
  const { subjects, understood, ignored } = parsePrompt(prompt, { seed: 3 });
  expect(understood).toEqual(expect.arrayContaining(materials));
  expect(ignored).toEqual([]);
  const tints = subjects.slice(0, materials.length).map(({ tint }) => String(tint));
  expect(tints).not.toContain("undefined");
  expect(new Set(tints).size).toBe(materials.length);
});

test("a colour outweighs a material, and a material of nothing drawn is ignored", () => {
  const red = parsePrompt("a red chair", { seed: 3 });
  expect(parsePrompt("a red wooden chair", { seed: 3 }).subjects[0].tint).toEqual(
    red.subjects[0].tint,
  );
  expect(parsePrompt("a forest of steel", { seed: 3 }).ignored).toContain("steel");
});

test.each([
  ["twelve red balloons", 12],
  ["a dozen birds", 12],
  ["20 birds", 20],
  ["two cats", 2],
])("%s: %d of them", (prompt, count) => {
  const { subjects, ignored } = parsePrompt(prompt, { seed: 3 });
  expect(subjects[0].count).toBe(count);
  expect(ignored).toEqual([]);
});

test.each(["a dog on its hind legs", "a classroom"])("%s: nothing else stands for it", (prompt) => {
  expect(parsePrompt(prompt, { seed: 3 }).notes.map(({ kind }) => kind)).not.toContain("likened");
});
