/** One prompt by several seeds: the pictures are composed differently, and not only painted differently. */
import { expect, test } from "vitest";
import { fieldsOf, lightnessOf } from "./drawn-lightness.cases.ts";
import { parsePrompt } from "./prompt/parse.ts";

const SEEDS = [1, 2, 3, 4, 5, 6];

/** Deviations from the mean, in units of their spread. */
function standardised(values: readonly number[]): number[] {
  const mean = values.reduce((a, b) => a + b, 0) / values.length;
  const spread = Math.sqrt(values.reduce((a, b) => a + (b - mean) ** 2, 0) / values.length);
  return values.map((value) => (value - mean) / spread);
}

/** How differently each two of the pictures divide light and dark, ascending: 0 for the same picture, 1 for unrelated ones. */
async function differences(prompt: string): Promise<number[]> {
  const drawn: number[][] = [];
  for (const seed of SEEDS) drawn.push(standardised(fieldsOf(await lightnessOf(prompt, seed, 48))));
  const pairs = drawn.flatMap((one, n) => drawn.slice(0, n).map((other) => [one, other] as const));
  return pairs
    .map(([one, other]) => 1 - one.reduce((sum, v, i) => sum + v * other[i], 0) / one.length)
    .toSorted((a, b) => a - b);
}

// Without a view of its own for each seed these were 0.08, 0.34 and 0.17 in the middle, and 0.05, 0.21 and 0 at the least.
test.each([
  { prompt: "a mountain lake at noon", middle: 0.1, least: 0.07 },
  { prompt: "a city at noon", middle: 0.45, least: 0.15 },
  { prompt: "an old street at noon", middle: 0.25, least: 0.08 },
  { prompt: "rooftops at noon", middle: 0.25, least: 0.02 },
  { prompt: "a vase and two spheres", middle: 0.27, least: 0.05 },
])("six pictures of $prompt are six compositions", async ({ prompt, middle, least }) => {
  const found = await differences(prompt);
  expect(found[Math.floor(found.length / 2)]).toBeGreaterThan(middle);
  expect(found[0]).toBeGreaterThan(least);
});

test.each(["a mountain lake", "the sea", "a city", "a street", "rooftops", "a field of poppies"])(
  "the horizon of %s is at several heights",
  (prompt) => {
    const heights = SEEDS.map((seed) => parsePrompt(prompt, { seed, aspect: 1 }).horizon);
    expect(new Set(heights).size).toBeGreaterThanOrEqual(3);
  },
);
