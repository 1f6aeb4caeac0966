import * as fc from "fast-check";
import { expect, test } from "vitest";
import { parseQuery, withoutFilter } from "./search-query.ts";

const summary = (typed: string) => {
  const { rest, read } = parseQuery(typed);
  return { rest, read: read.map(({ kind, value }) => `${kind}=${value}`) };
};

test.each([
  ["teal portrait", [], ["color=#2f7f6f", "shape=portrait"]],
  ["#0F766E teal", [], ["color=#0f766e", "color=#2f7f6f"]],
  ["0f766e waves", ["waves"], ["color=#0f766e"]],
  ["facade", ["facade"], []],
  ["a red portrait of", [], ["color=#b5352c", "shape=portrait"]],
  ["oil painting of a ship", ["of", "a", "ship"], ["style=oil-painting"]],
  ["watercolours", [], ["style=watercolor"]],
  ["@mira.holt boats", ["boats"], ["creator=mira.holt"]],
  ["red and blue", [], ["color=#b5352c", "color=#3562b0"]],
  ["red and blue kites", ["and", "kites"], ["color=#b5352c", "color=#3562b0"]],
  ["teal teal mountains", ["mountains"], ["color=#2f7f6f"]],
  [
    "red blue green pink white black",
    ["black"],
    ["color=#b5352c", "color=#3562b0", "color=#4f9a4a", "color=#c46aa0", "color=#f7f6f3"],
  ],
  ["petrol and apricot at dusk", ["and", "at", "dusk"], ["color=#1c5f6b", "color=#f2b48a"]],
  ["portrait landscape", ["landscape"], ["shape=portrait"]],
  ["sky lanterns", ["sky", "lanterns"], []],
  ["", [], []],
])("SE-03 reads %j", (typed, rest, read) => {
  expect(summary(typed)).toEqual({ rest, read });
});

test.each([
  ["teal portrait of a fox", "teal", "portrait of a fox"],
  ["an oil painting, blue", "oil painting", "an blue"],
  ["#0f766e waves", "#0f766e", "waves"],
  ["@mira boats", "@mira", "boats"],
  ["boats in watercolours", "watercolors", "boats in"],
  ["boats", "teal", "boats"],
])("SE-03 %j without %j is %j", (typed, words, left) => {
  expect(withoutFilter(typed, { words })).toBe(left);
});

test("SE-03 a filter keeps the words it was parsed from", () => {
  expect(parseQuery("teal watercolours").read.map(({ words }) => words)).toEqual([
    "teal",
    "watercolors",
  ]);
});

test("SE-03 a removed filter is not parsed again", () => {
  const words = fc.constantFrom("teal", "red", "portrait", "fox", "watercolour", "#0f766e", "of");
  fc.assert(
    fc.property(fc.array(words, { maxLength: 6 }), (parts) => {
      const typed = parts.join(" ");
      for (const filter of parseQuery(typed).read) {
        expect(withoutFilter(typed, filter).split(" ").length).toBeLessThan(
          Math.max(2, typed.split(" ").length),
        );
      }
    }),
  );
});
