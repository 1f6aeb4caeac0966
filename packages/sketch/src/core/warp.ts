/** Resampling of a frame through a view whose columns and rows are bent each on their own. */
import { clamp } from "./color.ts";
import type { Frame } from "./frame.ts";

/** Where the view looks: all coordinates are shares of the frame, 0 to 1. */
export type Warp = {
  /** Column seen at output column `u`, before the row's own scale. */
  x: (u: number) => number;
  /** Row seen at output row `v`; must rise. */
  y: (v: number) => number;
  /** Scale of the columns around the middle on output row `v`. */
  row: (v: number) => number;
};

const ROWS_PER_CHECK = 24;
const TAPS = 4;

/** Catmull-Rom weights of the four samples around a fraction. */
function weightsAt(t: number, out: Float64Array): void {
  const t2 = t * t;
  const t3 = t2 * t;
  out[0] = -0.5 * t3 + t2 - 0.5 * t;
  out[1] = 1.5 * t3 - 2.5 * t2 + 1;
  out[2] = -1.5 * t3 + 2 * t2 + 0.5 * t;
  out[3] = 0.5 * t3 - 0.5 * t2;
}

/** Draws the frame anew as the warp sees it, in place; the edges are held. */
export function warp(frame: Frame, view: Warp, check: () => void): void {
  const { w, h, rgb } = frame;
  const source = rgb.slice();
  const across = new Float64Array(TAPS);
  const down = new Float64Array(TAPS);
  const rows = new Int32Array(TAPS);
  const columns = Float64Array.from({ length: w }, (_, x) => view.x((x + 0.5) / w) - 0.5);
  for (let y = 0, j = 0; y < h; y++) {
    if (y % ROWS_PER_CHECK === 0) check();
    const v = (y + 0.5) / h;
    const scale = view.row(v) * w;
    const fy = view.y(v) * h - 0.5;
    const top = Math.floor(fy);
    weightsAt(fy - top, down);
    for (let k = 0; k < TAPS; k++) rows[k] = clamp(top - 1 + k, 0, h - 1) * w * 3;
    for (let x = 0; x < w; x++, j += 3) {
      const fx = columns[x] * scale + w / 2 - 0.5;
      const left = Math.floor(fx);
      weightsAt(fx - left, across);
      let r = 0;
      let g = 0;
      let b = 0;
      for (let i = 0; i < TAPS; i++) {
        const at = clamp(left - 1 + i, 0, w - 1) * 3;
        for (let k = 0; k < TAPS; k++) {
          const p = rows[k] + at;
          const weight = across[i] * down[k];
          r += source[p] * weight;
          g += source[p + 1] * weight;
          b += source[p + 2] * weight;
        }
      }
      rgb[j] = Math.max(0, r);
      rgb[j + 1] = Math.max(0, g);
      rgb[j + 2] = Math.max(0, b);
    }
  }
}

/** Output share at which a rising map gives `wanted`. */
export function inverse(map: (share: number) => number, wanted: number): number {
  let low = -0.5;
  let high = 1.5;
  for (let i = 0; i < 40; i++) {
    const middle = (low + high) / 2;
    if (map(middle) < wanted) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
