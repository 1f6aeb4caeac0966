import { expect, test } from "vitest";
import { hash32, makeRng } from "./rng.ts";

const take = (seed: number, label: string, count: number) => {
  const rng = makeRng(seed, label);
  return Array.from({ length: count }, () => rng());
};

test("a seed and label give the same stream for ever", () => {
  // Written down from the first release: other numbers would redraw every member's pictures.
  expect(take(1, "trees", 3)).toEqual([
    0.35791255882941186, 0.5192902979906648, 0.12245963560417295,
  ]);
  expect(hash32("sketch")).toBe(3345104893);
});

test("streams of other seeds and labels differ", () => {
  expect(take(1, "trees", 3)).not.toEqual(take(2, "trees", 3));
  expect(take(1, "trees", 3)).not.toEqual(take(1, "sky", 3));
});

test("numbers fill their range evenly", () => {
  const rng = makeRng(9, "even");
  const bins = Array.from({ length: 10 }, () => 0);
  for (let i = 0; i < 20_000; i++) bins[Math.floor(rng() * 10)]++;
  for (const count of bins) expect(Math.abs(count - 2000)).toBeLessThan(200);
});

test("helpers stay within their bounds and reach both ends", () => {
  const rng = makeRng(4, "helpers");
  const ints = new Set(Array.from({ length: 200 }, () => rng.int(2, 5)));
  expect([...ints].toSorted((a, b) => a - b)).toEqual([2, 3, 4, 5]);
  const signs = new Set(Array.from({ length: 50 }, () => rng.sign()));
  expect(signs).toEqual(new Set([-1, 1]));
  const normal = Array.from({ length: 5000 }, () => rng.gauss());
  const mean = normal.reduce((sum, x) => sum + x, 0) / normal.length;
  const deviation = Math.sqrt(normal.reduce((sum, x) => sum + x * x, 0) / normal.length);
  expect(Math.abs(mean)).toBeLessThan(0.03);
  expect(deviation).toBeCloseTo(0.7, 1);
});
