import * as fc from "fast-check";
import { expect, test } from "vitest";
import { editDistance } from "./edit-distance.ts";

test.each([
  ["wolf", "wolf", 0],
  ["wofl", "wolf", 1],
  ["lighthose", "lighthouse", 1],
  ["moutnain", "mountain", 1],
  ["fox", "for", 1],
  ["kitten", "sitting", 3],
  ["", "abc", 3],
])("SE-02 %j is %3$d slips from %j", (from, to, slips) => {
  expect(editDistance(from, to)).toBe(slips);
});

test("SE-02 slips are counted the same both ways, and at most the longer word's length", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 12 }), fc.string({ maxLength: 12 }), (x, y) => {
      expect(editDistance(x, y)).toBe(editDistance(y, x));
      expect(editDistance(x, y)).toBeLessThanOrEqual(
        Math.max(Array.from(x).length, Array.from(y).length),
      );
    }),
  );
});
