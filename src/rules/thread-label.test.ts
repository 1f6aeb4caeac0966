import { expect, test } from "vitest";
import { threadLabel, type Made } from "./thread-label.ts";

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
