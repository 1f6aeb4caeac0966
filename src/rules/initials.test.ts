import * as fc from "fast-check";
import { expect, test } from "vitest";
import { initials } from "./initials.ts";

test.each([
  ["Ada Lovelace", "AL"],
  ["ada", "A"],
  ["Jean-Luc Picard", "JP"],
  ["Ludwig van der Rohe", "LR"],
  ["  Zoë  ", "Z"],
  ["李 小龍", "李小"],
  ["🦊 Fox", "🦊F"],
  ["é́lan vital", "É́V"],
  ["", "U"],
  ["...", "U"],
])("AU-15 the name %j without an avatar shows %s", (name, wanted) => {
  expect(initials(name)).toBe(wanted);
});

test("AU-15 there is always something to show", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (name) => {
      expect(initials(name).length).toBeGreaterThan(0);
    }),
  );
});
