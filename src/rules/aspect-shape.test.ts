import * as fc from "fast-check";
import { expect, test } from "vitest";
import { aspectShape } from "./aspect-shape.ts";

test.each([
  [1200, 1000, "square"],
  [1201, 1000, "landscape"],
  [800, 1000, "square"],
  [799, 1000, "portrait"],
  [1024, 1024, "square"],
  [960, 540, "landscape"],
  [4, 5, "square"],
  [3, 4, "portrait"],
  [5, 4, "landscape"],
  [6, 5, "square"],
  [1, 50_000, "portrait"],
] as const)("IM-01 the shape of %i x %i is %s", (width, height, shape) => {
  expect(aspectShape(width, height)).toBe(shape);
});

test("IM-01 shape agrees with the ratio away from the two limits", () => {
  const side = fc.integer({ min: 1, max: 20_000 });
  fc.assert(
    fc.property(side, side, (width, height) => {
      const ratio = width / height;
      fc.pre(Math.abs(ratio - 1.2) > 1e-9 && Math.abs(ratio - 0.8) > 1e-9);
      const expected = ratio > 1.2 ? "landscape" : ratio < 0.8 ? "portrait" : "square";
      expect(aspectShape(width, height)).toBe(expected);
    }),
  );
});
