import { expect, test } from "vitest";
import { showsMark } from "./mark-agreement.ts";

const bits = 248;

/** The chance that so many of the bits or more are right in a picture without a mark. */
function chanceOf(right: number): number {
  let [term, sum] = [0.5 ** bits, 0];
  for (let count = 0; count <= bits; count += 1) {
    if (count >= right) sum += term;
    term *= (bits - count) / (count + 1);
  }
  return sum;
}

test("a whole picture without a mark is taken for a marked one less than once in a thousand million looks", () => {
  const least = Array.from({ length: bits + 1 }, (_, right) => right).find((right) =>
    showsMark({ agreement: right / bits, covered: 1 }),
  );
  expect(chanceOf(least ?? 0)).toBeLessThan(1e-9);
  expect(chanceOf((least ?? 0) - 5)).toBeGreaterThan(1e-9);
});

test.each([
  [0.69, 1, false],
  [0.7, 1, true],
  [0.72, 0.98, true],
  [0.72, 0.95, false],
  [0.78, 0.5, true],
])("%f of the bits right where %f is covered: %s", (agreement, covered, isMarked) => {
  expect(showsMark({ agreement, covered })).toBe(isMarked);
});
