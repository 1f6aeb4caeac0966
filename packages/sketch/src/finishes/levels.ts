import { clamp, mix } from "../core/color.ts";
import type { Frame } from "../core/frame.ts";
import type { SceneState } from "../types.ts";
import { eachRow } from "../core/rows.ts";
import { lightnessPlane } from "./plane.ts";

const BINS = 256;
/** Share of the pixels allowed to fall outside the stretched range at each end. */
const CLIPPED_SHARE = 0.02;
/** A picture flatter than this has nothing to stretch but noise. */
const LEAST_SPAN = 0.05;
const GREATEST_GAIN = 40;
/** A night stays darker than a day: its share of the mean wanted, and its lightest tone. */
const NIGHT_MEAN = 0.68;
const NIGHT_HIGH = 0.84;

function histogram(plane: Float32Array): { bins: Uint32Array; total: number } {
  const bins = new Uint32Array(BINS);
  let total = 0;
  for (let i = 0; i < plane.length; i += 3, total++) {
    bins[Math.min(BINS - 1, (clamp(plane[i]) * (BINS - 1)) | 0)]++;
  }
  return { bins, total };
}

function firstAbove(bins: ArrayLike<number>, limit: number, from: number, step: 1 | -1): number {
  let sum = 0;
  for (let i = from; i >= 0 && i < BINS; i += step) {
    sum += bins[i];
    if (sum > limit) return i / (BINS - 1);
  }
  return step === 1 ? 0 : 1;
}

/** The curve that brings the mean of the stretched plane to `mean`. */
function gammaFor(plane: Float32Array, dark: number, light: number, mean: number): number {
  let sum = 0;
  let count = 0;
  for (let i = 0; i < plane.length; i += 7, count++) {
    sum += clamp((plane[i] - dark) / (light - dark));
  }
  return clamp(Math.log(mean) / Math.log(clamp(sum / count, 0.05, 0.95)), 0.5, 1.9);
}

/**
 * Stretches the lightness of a picture to the range a graphic medium can print.
 * `mean` is the mean lightness wanted (0 to 1), `low` and `high` the ends of the range.
 */
export function stretchLevels(
  frame: Frame,
  { mean, low = 0.05, high = 0.95 }: { mean: number; low?: number; high?: number },
  state: SceneState,
): void {
  const plane = lightnessPlane(frame);
  const { bins, total } = histogram(plane);
  const dark = firstAbove(bins, total * CLIPPED_SHARE, 0, 1);
  const light = firstAbove(bins, total * CLIPPED_SHARE, BINS - 1, -1);
  if (light - dark < LEAST_SPAN) return;
  const night = state.sky?.night ?? 0;
  const top = mix(high, NIGHT_HIGH, night);
  const gamma = gammaFor(plane, dark, light, mean * mix(1, NIGHT_MEAN, night));
  const { w, h, rgb } = frame;
  eachRow(state, 0, h, (y) => {
    for (let i = y * w, j = i * 3; i < (y + 1) * w; i++, j += 3) {
      const before = Math.max(0.004, plane[i]);
      const after = clamp((before - dark) / (light - dark)) ** gamma * (top - low) + low;
      const gain = Math.min(GREATEST_GAIN, (after * after) / (before * before));
      rgb[j] *= gain;
      rgb[j + 1] *= gain;
      rgb[j + 2] *= gain;
    }
  });
}
