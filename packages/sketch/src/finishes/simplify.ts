import { type Plane, downsample, upsampleAt } from "../core/blur.ts";
import { type Rgb, clamp } from "../core/color.ts";
import type { Frame } from "../core/frame.ts";
import type { SceneState } from "../types.ts";
import { eachRow } from "../core/rows.ts";
import { perceived } from "./plane.ts";

/** Simplified pictures are kept at half size; the finish reads them back smoothly. */
export const SIMPLIFIED_SCALE = 2;

type Sums = { stride: number; colour: Float64Array; light: Float64Array; square: Float64Array };

/** Integral images of colour, lightness and squared lightness. */
function integrate(rgb: Float32Array, w: number, h: number, state: SceneState): Sums {
  const stride = w + 1;
  const size = stride * (h + 1);
  const colour = new Float64Array(size * 3);
  const light = new Float64Array(size);
  const square = new Float64Array(size);
  eachRow(state, 0, h, (y) => {
    let red = 0;
    let green = 0;
    let blue = 0;
    let sum = 0;
    let squares = 0;
    for (let x = 0; x < w; x++) {
      const p = (y * w + x) * 3;
      const l = perceived(0.3 * rgb[p] + 0.59 * rgb[p + 1] + 0.11 * rgb[p + 2]);
      red += rgb[p];
      green += rgb[p + 1];
      blue += rgb[p + 2];
      sum += l;
      squares += l * l;
      const above = y * stride + x + 1;
      const here = above + stride;
      colour[here * 3] = colour[above * 3] + red;
      colour[here * 3 + 1] = colour[above * 3 + 1] + green;
      colour[here * 3 + 2] = colour[above * 3 + 2] + blue;
      light[here] = light[above] + sum;
      square[here] = square[above] + squares;
    }
  });
  return { stride, colour, light, square };
}

/**
 * Kuwahara filter: each pixel takes the mean of the calmest of the four squares it is a corner of.
 * Integral images make the cost independent of the radius.
 */
function kuwahara(
  rgb: Float32Array,
  w: number,
  h: number,
  radius: number,
  state: SceneState,
): Float32Array {
  const { stride, colour, light, square } = integrate(rgb, w, h, state);
  const result = new Float32Array(rgb.length);
  eachRow(state, 0, h, (y) => {
    for (let x = 0; x < w; x++) {
      let least = Infinity;
      const p = (y * w + x) * 3;
      for (let corner = 0; corner < 4; corner++) {
        const toRight = corner & 1;
        const below = corner & 2;
        const x0 = toRight ? x : Math.max(0, x - radius);
        const x1 = (toRight ? Math.min(w - 1, x + radius) : x) + 1;
        const y0 = below ? y : Math.max(0, y - radius);
        const y1 = (below ? Math.min(h - 1, y + radius) : y) + 1;
        const count = (x1 - x0) * (y1 - y0);
        const a = y0 * stride + x0;
        const b = y0 * stride + x1;
        const c = y1 * stride + x0;
        const d = y1 * stride + x1;
        const mean = (light[d] - light[b] - light[c] + light[a]) / count;
        const variance = (square[d] - square[b] - square[c] + square[a]) / count - mean * mean;
        if (variance >= least) continue;
        least = variance;
        for (let k = 0; k < 3; k++) {
          const sum = colour[d * 3 + k] - colour[b * 3 + k] - colour[c * 3 + k] + colour[a * 3 + k];
          result[p + k] = Math.max(0, sum / count);
        }
      }
    }
  });
  return result;
}

/** The picture in flat patches about `radius` pixels wide, at half size. */
export function simplify(frame: Frame, radius: number, state: SceneState): Plane {
  const small = downsample(frame.rgb, frame.w, frame.h, SIMPLIFIED_SCALE);
  state.check();
  const patch = Math.max(2, Math.round(radius / SIMPLIFIED_SCALE));
  return { data: kuwahara(small.data, small.w, small.h, patch, state), w: small.w, h: small.h };
}

/** Replaces the picture by a half-size one, read back smoothly. */
function spread(frame: Frame, small: Plane, state: SceneState): void {
  const colour: Rgb = [0, 0, 0];
  const { w, h, rgb } = frame;
  eachRow(state, 0, h, (y) => {
    for (let x = 0, j = y * w * 3; x < w; x++, j += 3) {
      upsampleAt(small, x, y, SIMPLIFIED_SCALE, colour);
      rgb[j] = colour[0];
      rgb[j + 1] = colour[1];
      rgb[j + 2] = colour[2];
    }
  });
}

/** Replaces the picture by flat patches about `radius` pixels wide. */
export function simplifyInPlace(frame: Frame, radius: number, state: SceneState): void {
  spread(frame, simplify(frame, radius, state), state);
}

/** Reads a half-size picture at a point of the full one, clamped to its edges. */
export function readSimplified(small: Plane, x: number, y: number, frame: Frame, out: Rgb): void {
  upsampleAt(small, clamp(x, 0, frame.w - 1), clamp(y, 0, frame.h - 1), SIMPLIFIED_SCALE, out);
}
