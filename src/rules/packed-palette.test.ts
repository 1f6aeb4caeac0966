import * as fc from "fast-check";
import { expect, test } from "vitest";
import { packPalette, hasPalette } from "./packed-palette.ts";
import { paletteDistance, paletteNumbers, targetOf } from "./palette-cells.ts";

const hex = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, "0")}`);
const palette = fc.array(hex, { minLength: 5, maxLength: 5 });

/** Whole numbers are at most so far from what they stand for. */
const rounding = 0.0015;

test("SE-03 a packed palette has what the palette has: the first colour and at least half of them all", () => {
  const seen = { yes: 0, no: 0 };
  fc.assert(
    fc.property(
      fc.array(hex, { minLength: 3, maxLength: 5 }),
      palette,
      fc.integer({ min: 0, max: 60 }),
      (wanted, colors, closeness) => {
        const targets = wanted.map((each) => targetOf(each, closeness));
        const apart = targets.map((target) => paletteDistance(colors, target) - target.radius);
        // On the edge the rounding decides.
        fc.pre(apart.every((distance) => Math.abs(distance) > rounding));
        const [first, ...others] = apart.map((distance) => distance < 0);
        const isIn = first && others.filter(Boolean).length + 1 >= wanted.length / 2;
        const packed = Int32Array.from([7, ...packPalette(paletteNumbers(colors)), 7]);
        expect(hasPalette(targets)(packed, 1)).toBe(isIn);
        seen[isIn ? "yes" : "no"] += 1;
      },
    ),
    { numRuns: 5_000 },
  );
  expect(seen.yes).toBeGreaterThan(50);
  expect(seen.no).toBeGreaterThan(50);
});
