import type { Frame } from "../core/frame.ts";
import type { SceneState } from "../types.ts";
import { blur, lightnessPlane } from "./plane.ts";
import { simplifyInPlace } from "./simplify.ts";

/** Ratio of the two blur radii whose difference finds the edges. */
const SURROUND = 1.7;

/**
 * `width` is the line's radius in pixels, `balance` (below 1) how much of the surround is taken off
 * (higher draws more), `sharpness` how hard the line ends.
 */
export type LineStyle = { width: number; balance: number; sharpness: number };

/** How much a difference of warm and cold counts beside one of lightness. */
const WARMTH = 0.22;

/** Lines by an extended difference of Gaussians, laid into `lines`: 1 is bare paper, 0 full ink. */
function addLines(
  lines: Float32Array,
  plane: Float32Array,
  { w, h }: Frame,
  { width, balance, sharpness }: LineStyle,
  state: SceneState,
): void {
  const surround = blur(plane.slice(), w, h, width * SURROUND, 1, state);
  const centre = blur(plane, w, h, width, 1, state);
  for (let i = 0; i < lines.length; i++) {
    if (i % w === 0) state.check();
    const difference = centre[i] - balance * surround[i];
    if (difference < 0) {
      lines[i] = Math.min(lines[i], 1 + Math.tanh(6 * sharpness * difference));
    }
  }
}

/** How warm the colours are, raised to the range of lightness: 0.5 is neither warm nor cold. */
function warmthPlane({ w, h, rgb }: Frame): Float32Array {
  const plane = new Float32Array(w * h);
  for (let i = 0, j = 0; i < plane.length; i++, j += 3) {
    const sum = rgb[j] + rgb[j + 1] + rgb[j + 2] + 0.15;
    plane[i] = 0.5 + (WARMTH * (rgb[j] - rgb[j + 2])) / sum;
  }
  return plane;
}

/** Mean of a plane read before and after the picture is simplified. */
function meanPlane(before: Float32Array, after: Float32Array): Float32Array {
  for (let i = 0; i < before.length; i++) before[i] = (before[i] + after[i]) / 2;
  return before;
}

/**
 * Simplifies the picture in place (patches of `radius` pixels) and returns the ink lines of its
 * drawing: 1 is bare paper, 0 full ink. Lines follow edges of lightness and of warm against cold,
 * found before and after simplifying, which keeps forms but not the speckle of leaves and waves.
 */
export function simplifyAndOutline(
  frame: Frame,
  radius: number,
  style: LineStyle,
  state: SceneState,
): Float32Array {
  const lightBefore = lightnessPlane(frame);
  state.check();
  const warmBefore = warmthPlane(frame);
  simplifyInPlace(frame, radius, state);
  const light = meanPlane(lightBefore, lightnessPlane(frame));
  state.check();
  const warm = meanPlane(warmBefore, warmthPlane(frame));
  state.check();
  const lines = new Float32Array(light.length).fill(1);
  addLines(lines, light, frame, style, state);
  addLines(lines, warm, frame, style, state);
  return lines;
}
