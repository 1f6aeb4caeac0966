import type { Frame } from "../core/frame.ts";
import { makeNoise } from "../core/noise.ts";
import type { SceneState } from "../types.ts";
import { eachRow } from "../core/rows.ts";

/** Height of the paper's tooth at a pixel, about -1 to 1. The tooth has a fixed size in pixels. */
export type Paper = (x: number, y: number) => number;

export function paperTooth(seed: number): Paper {
  const noise = makeNoise(seed, "paper");
  return (x, y) =>
    0.5 * noise.n2(x * 0.55, y * 0.55) +
    0.35 * noise.n2(x * 0.19, y * 0.23) +
    0.25 * noise.n2(x * 1.3, y * 1.3);
}

/** Lets the paper's tooth show through by `amount`. */
export function pressOnPaper(frame: Frame, state: SceneState, amount: number): void {
  const tooth = paperTooth(state.seed);
  const { w, h, rgb } = frame;
  eachRow(state, 0, h, (y) => {
    for (let x = 0, j = y * w * 3; x < w; x++, j += 3) {
      const gain = 1 + tooth(x, y) * amount;
      rgb[j] *= gain;
      rgb[j + 1] *= gain;
      rgb[j + 2] *= gain;
    }
  });
}
