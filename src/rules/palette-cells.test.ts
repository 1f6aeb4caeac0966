import * as fc from "fast-check";
import { expect, test } from "vitest";
import { colorLabel, colorOf, swatches } from "./color-names.ts";
import { cellsNear, paletteCells, paletteDistance, targetOf } from "./palette-cells.ts";

const hex = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, "0")}`);

test("SE-03 whatever matches a colour has one of the cells that are looked into", () => {
  fc.assert(
    fc.property(
      hex,
      fc.array(hex, { minLength: 5, maxLength: 5 }),
      fc.integer({ min: 0, max: 100 }),
      (color, palette, closeness) => {
        const target = targetOf(color, closeness);
        if (paletteDistance(palette, target) > target.radius) return;
        const cells = new Set(cellsNear(target));
        expect(paletteCells(palette).some((cell) => cells.has(cell))).toBe(true);
      },
    ),
    { numRuns: 2_000 },
  );
});

test("SE-03 a colour matches itself first, and less where it covers less", () => {
  const target = targetOf("#2f7f6f", 50);
  const first = ["#2f7f6f", "#ffffff", "#ffffff", "#ffffff", "#ffffff"];
  expect(paletteDistance(first, target)).toBeCloseTo(0);
  expect(paletteDistance(first.toReversed(), target)).toBeGreaterThan(0.04);
});

test("SE-03 swatches are far enough apart to be chosen between", () => {
  for (const { hex: one } of swatches) {
    const near = swatches.filter(
      ({ hex: other }) => paletteDistance([other], targetOf(one, 100)) <= targetOf(one, 100).radius,
    );
    expect(near.map((swatch) => swatch.hex)).toEqual([one]);
  }
});

test.each([
  ["teal", "#2f7f6f"],
  ["Grey", "#8d9396"],
  ["#ABC", "#aabbcc"],
  ["0f766e", "#0f766e"],
  ["moss", "#7fa653"],
  ["nonsense", null],
  ["#12", null],
])("SE-03 the colour %j is %j", (value, color) => {
  expect(colorOf(value)).toBe(color);
});

test("SE-03 colours are called by their names where they have one", () => {
  expect(colorLabel("#2f7f6f")).toBe("Teal");
  expect(colorLabel("#1b2a57")).toBe("Navy");
  expect(colorLabel("#123456")).toBe("#123456");
});
