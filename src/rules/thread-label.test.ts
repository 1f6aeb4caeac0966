import { expect, test } from "vitest";
import { siblingLabels, threadLabel, type Made } from "./thread-label.ts";

const from: Made = { prompt: "A coral arch, two spheres", aspect: "1:1", engine: { label: "One" } };

test.each<[string, Made, string]>([
  ["new words", { prompt: "a coral arch by night, indigo lamp" }, "night indigo lamp"],
  ["fewer words", { prompt: "a coral arch" }, "without two spheres"],
  ["the same words at another strength", { ...from, strength: 0.62 }, "strength 62"],
  ["another frame", { ...from, aspect: "16:9", strength: 0.5 }, "in 16:9"],
  ["another engine", { ...from, engine: { label: "Two" } }, "by Two"],
  ["a style kit", { ...from, styleKit: "Satin" }, "Satin"],
  ["nothing known", {}, "again"],
])("WK-01 a place in the tree is named by what changed: %s", (_what, made, label) => {
  expect(threadLabel(made, from)).toBe(label);
});

test("WK-01 the first edit of a picture without a prompt is labelled by its own prompt", () => {
  expect(threadLabel({ prompt: "The sea at dawn" }, undefined)).toBe("sea dawn");
});

const named = (label: string, made: Made) => ({ label, made });

test("B29 siblings with one prompt are told apart by what differs", () => {
  expect(
    siblingLabels([
      named("night lamp", { strength: 0.15 }),
      named("night lamp", { strength: 0.5 }),
      named("at noon", { strength: 0.5 }),
    ]),
  ).toEqual(["night lamp, strength 15", "night lamp, strength 50", "at noon"]);
  expect(
    siblingLabels([
      named("night lamp", { strength: 0.5, aspect: "1:1" }),
      named("night lamp", { strength: 0.5, aspect: "16:9" }),
    ]),
  ).toEqual(["night lamp, 1:1", "night lamp, 16:9"]);
});

test("B29 pictures of one cast are numbered", () => {
  const made = { strength: 0.62 };
  expect(siblingLabels([named("strength 62", made), named("strength 62", made)])).toEqual([
    "strength 62, 1 of 2",
    "strength 62, 2 of 2",
  ]);
});
