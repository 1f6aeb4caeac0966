import * as fc from "fast-check";
import { expect, test } from "vitest";
import { greyPalette } from "#app/rules/fallback-image.ts";
import { hexToOklab, oklabDistanceSquared } from "#app/rules/oklab.ts";
import { paletteOf } from "./palette.ts";

const paint = (parts: [color: number, count: number][]) =>
  Uint8Array.from(
    parts.flatMap(([color, count]) =>
      Array.from({ length: count }, () => [color >> 16, (color >> 8) & 255, color & 255]).flat(),
    ),
  );

const near = (hex: string, color: number) =>
  oklabDistanceSquared(hexToOklab(hex), hexToOklab(`#${color.toString(16).padStart(6, "0")}`)) <
  0.05 ** 2;

test("finds the five colours of a picture, the largest share first", () => {
  const colors = [0x1d4ed8, 0xf59e0b, 0x16a34a, 0xdc2626, 0xf5f5f4];
  const palette = paletteOf(paint(colors.map((color, index) => [color, 900 - index * 150])));
  palette.forEach((hex, index) => expect(near(hex, colors[index])).toBe(true));
});

test("joins shades that the eye takes for one colour", () => {
  const palette = paletteOf(
    paint([
      [0x0f766e, 500],
      [0x107870, 500],
      [0x11776f, 500],
      [0xffffff, 100],
    ]),
  );
  expect(palette.filter((hex) => near(hex, 0x0f766e))).toHaveLength(1);
  expect(palette[1]).toBe("#ffffff");
});

test("keeps a small strong accent", () => {
  const palette = paletteOf(
    paint([
      [0x1e293b, 4000],
      [0x334155, 1000],
      [0xff5500, 60],
    ]),
  );
  expect(palette.some((hex) => near(hex, 0xff5500))).toBe(true);
});

test("without a pixel it is the five greys", () => {
  expect(paletteOf(new Uint8Array())).toEqual([...greyPalette]);
});

test("always gives five different colours, the same each time", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 3, maxLength: 900 }), (bytes) => {
      const palette = paletteOf(bytes);
      expect(new Set(palette).size).toBe(5);
      for (const hex of palette) expect(hex).toMatch(/^#[0-9a-f]{6}$/);
      expect(paletteOf(bytes)).toEqual(palette);
    }),
    { numRuns: 60 },
  );
});

test.each([0x000000, 0xffffff, 0x808080, 0xff0000])("fills up a picture of one colour", (color) => {
  const palette = paletteOf(paint([[color, 10]]));
  expect(near(palette[0], color)).toBe(true);
  expect(new Set(palette).size).toBe(5);
});
