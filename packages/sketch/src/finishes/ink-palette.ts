import { type Oklab, oklab } from "../core/color.ts";
import type { Rng } from "../core/rng.ts";

const SAMPLES = 2600;
const ITERATIONS = 7;
/** Candidates tried for each new colour; the one farthest from those chosen wins. */
const CANDIDATES = 60;
/** Hue differences count more than lightness: few inks should still differ in hue. */
const HUE_WEIGHT = 3;

function distance(a: Oklab, b: Oklab): number {
  return (a[0] - b[0]) ** 2 + HUE_WEIGHT * ((a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2);
}

/** Index of the colour of `palette` nearest to `lab`, hue differences weighted by `hueWeight`. */
export function nearestInk(palette: readonly Oklab[], lab: Oklab, hueWeight: number): number {
  let best = 0;
  let least = Infinity;
  for (let k = 0; k < palette.length; k++) {
    const ink = palette[k];
    const d =
      (lab[0] - ink[0]) ** 2 + hueWeight * ((lab[1] - ink[1]) ** 2 + (lab[2] - ink[2]) ** 2);
    if (d < least) {
      least = d;
      best = k;
    }
  }
  return best;
}

function sample(rgb: Float32Array, rng: Rng): Oklab[] {
  const pixels = rgb.length / 3;
  return Array.from({ length: SAMPLES }, () => {
    const j = Math.floor(rng() * pixels) * 3;
    return oklab([rgb[j], rgb[j + 1], rgb[j + 2]]);
  });
}

function spreadSeeds(points: readonly Oklab[], count: number, rng: Rng): Oklab[] {
  const seeds: Oklab[] = [[...points[0]]];
  while (seeds.length < count) {
    let best = points[0];
    let farthest = -1;
    for (let i = 0; i < CANDIDATES; i++) {
      const candidate = rng.pick(points);
      const d = Math.min(...seeds.map((seed) => distance(candidate, seed)));
      if (d > farthest) {
        farthest = d;
        best = candidate;
      }
    }
    seeds.push([...best]);
  }
  return seeds;
}

/** The `count` colours (OKLab) that stand for a picture of linear RGB, by k-means on a sample. */
export function inkPalette(rgb: Float32Array, count: number, rng: Rng): Oklab[] {
  const points = sample(rgb, rng);
  const inks = spreadSeeds(points, count, rng);
  for (let iteration = 0; iteration < ITERATIONS; iteration++) {
    const sums = inks.map(() => [0, 0, 0, 0]);
    for (const point of points) {
      const sum = sums[nearestInk(inks, point, HUE_WEIGHT)];
      for (let k = 0; k < 3; k++) sum[k] += point[k];
      sum[3]++;
    }
    sums.forEach((sum, i) => {
      if (sum[3] > 0) inks[i] = [sum[0] / sum[3], sum[1] / sum[3], sum[2] / sum[3]];
    });
  }
  return inks;
}
