import * as fc from "fast-check";
import { expect, test } from "vitest";
import { tintOf, hueAndChroma } from "./tint.ts";

test.each([
  ["#ff0000", 29, 0.258],
  ["#00ff00", 142, 0.295],
  ["#0000ff", 264, 0.313],
])("%s has hue %i and chroma %f", (hex, hue, chroma) => {
  const found = hueAndChroma(hex);
  expect(found.hue).toBeCloseTo(hue, -1);
  expect(found.chroma).toBeCloseTo(chroma, 2);
});

test("a vivid colour with a small share can outweigh a large dull one", () => {
  const tint = tintOf(["#e2d9d0", "#e8dfd5", "#e2b37b", "#a39889", "#654936"]);
  expect(tint.hue).toBeGreaterThan(65);
  expect(tint.hue).toBeLessThan(80);
});

test("a picture in shades of green has a green mat, whatever else is in it", () => {
  const shades = ["#7d9a76", "#56774f", "#9db595", "#34502f"];
  for (const bowl of ["#e0576f", "#d86a9a", "#c94f2e"]) {
    for (const colors of [
      [...shades.slice(0, 3), bowl, shades[3]],
      [...shades.slice(0, 2), bowl, ...shades.slice(2)],
      [...shades, bowl],
    ]) {
      const { hue } = tintOf(colors);
      expect([colors.join(), hue > 110 && hue < 170]).toEqual([colors.join(), true]);
    }
  }
});

test("greys keep a little colour, and an empty palette has the default hue", () => {
  expect(tintOf(["#808080", "#404040"]).chroma).toBe(0.008);
  expect(tintOf([]).hue).toBe(200);
});

test("the chroma stays within its bounds for every palette", () => {
  const channel = fc.integer({ min: 0, max: 255 });
  const hex = fc
    .tuple(channel, channel, channel)
    .map((rgb) => `#${rgb.map((value) => value.toString(16).padStart(2, "0")).join("")}`);
  fc.assert(
    fc.property(fc.array(hex, { minLength: 1, maxLength: 5 }), (colors) => {
      const { hue, chroma } = tintOf(colors);
      expect(chroma).toBeGreaterThanOrEqual(0.008);
      expect(chroma).toBeLessThanOrEqual(0.035);
      expect(hue).toBeGreaterThanOrEqual(0);
      expect(hue).toBeLessThanOrEqual(360);
    }),
  );
});
