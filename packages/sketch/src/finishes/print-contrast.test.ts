/** Light scenes in ink and lino: forms stand off the paper, and the print has no noise of its own. */
import { expect, test } from "vitest";
import { fieldsOf, lightnessOf } from "../drawn-lightness.cases.ts";

const SIDE = 192;
const SEED = 5;
const LIGHT = ["a foggy lake at dawn", "a white lily", "clouds"];

const at = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(share * (values.length - 1))];
const shareOf = (values: readonly number[], below: number) =>
  values.filter((value) => value < below).length / values.length;

test.each(LIGHT)("%s in ink has paper, washes and dark strokes", async (prompt) => {
  const lightness = await lightnessOf(`${prompt}, ink wash`, SEED, SIDE);
  expect(at(lightness, 0.98)).toBeGreaterThan(0.9);
  expect(at(lightness, 0.02)).toBeLessThan(0.45);
  expect(shareOf(lightness, 0.8)).toBeGreaterThan(0.2);
  expect(shareOf(lightness, 0.55)).toBeGreaterThan(0.04);
});

/** Share of the pixels that are printed and stand in paper alone, or the other way round. */
function loneShare(lightness: readonly number[]): number {
  const isInk = (x: number, y: number) => lightness[y * SIDE + x] < 0.57;
  const around = [-1, 0, 1].flatMap((dy) => [-1, 0, 1].map((dx) => [dx, dy]));
  let lone = 0;
  for (let y = 1; y < SIDE - 1; y += 1) {
    for (let x = 1; x < SIDE - 1; x += 1) {
      const same = around.filter(([dx, dy]) => isInk(x + dx, y + dy) === isInk(x, y));
      if (same.length === 1) lone += 1;
    }
  }
  return lone / lightness.length;
}

test.each(LIGHT)("%s in lino is cut in forms, not in specks", async (prompt) => {
  const lightness = await lightnessOf(`${prompt}, linocut`, SEED, SIDE);
  expect(shareOf(lightness, 0.57)).toBeGreaterThan(0.05);
  expect(shareOf(lightness, 0.57)).toBeLessThan(0.6);
  expect(loneShare(lightness)).toBeLessThan(0.01);
});

// Gouge marks that are finer than the pixels would make other patterns at each size.
test("a linocut has the same lights and darks at twice the size", async () => {
  const [small, large] = [SIDE, 2 * SIDE].map(async (side) =>
    fieldsOf(await lightnessOf("a white lily, linocut", SEED, side)),
  );
  const [one, other] = [await small, await large];
  const apart = one.map((value, i) => Math.abs(value - other[i]));
  expect(apart.reduce((sum, value) => sum + value, 0) / apart.length).toBeLessThan(0.06);
});
