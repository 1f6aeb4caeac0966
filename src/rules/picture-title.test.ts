import * as fc from "fast-check";
import { expect, test } from "vitest";
import { titleFromPrompt } from "./picture-title.ts";

test.each([
  ["misty mountain lake at dawn, watercolour", "Misty mountain lake at dawn"],
  ["  a  red\nfox ", "A red fox"],
  ["(masterpiece:1.2), castle", "Masterpiece"],
  ["ünder the sea", "Ünder the sea"],
  ["", "Untitled"],
  ["...!!", "Untitled"],
  [
    "one two three four five six seven eight nine ten eleven",
    "One two three four five six seven eight nine",
  ],
  ["a".repeat(200), `A${"a".repeat(69)}`],
  ["全家福婚纱照", "全家福婚纱照"],
])("makes a title from the prompt %j", (prompt, title) => {
  expect(titleFromPrompt(prompt)).toBe(title);
});

test("a made title is never blank, never longer than 140 and on one line", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 300 }), (prompt) => {
      const title = titleFromPrompt(prompt);
      expect(title.trim()).not.toBe("");
      expect(Array.from(title).length).toBeLessThanOrEqual(140);
      expect(title).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
    }),
  );
});
