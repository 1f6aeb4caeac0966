import { expect, test } from "vitest";
import { embeddingText } from "./embedding-text.ts";

test.each([
  [
    "Quiet lagoon",
    "A lagoon at noon. Oil on canvas.",
    ["sea", "calm"],
    "Quiet lagoon. A lagoon at noon. sea, calm",
  ],
  ["Quiet lagoon", null, [], "Quiet lagoon"],
  ["Lagoon", "  a lagoon,\n at f1.8 light ", ["sea"], "Lagoon. a lagoon, at f1.8 light. sea"],
  ["Lagoon", "Look! A lagoon", [], "Lagoon. Look"],
  ["Lagoon", "...", [], "Lagoon. .."],
])("the words of %j, %j and %j that stand for a picture", (title, prompt, tags, text) => {
  expect(embeddingText(title, prompt, tags)).toBe(text);
});

test("a prompt without an end counts with its beginning, and no character is cut in two", () => {
  const text = embeddingText("Endless", "🌊".repeat(400), []);
  expect(text).toBe(`Endless. ${"🌊".repeat(300)}`);
});
