import { boxBlur } from "../core/blur.ts";
import type { SceneState } from "../types.ts";

/** Ratio of the two blur radii whose difference finds the edges. */
const SURROUND = 1.7;

/**
 * Ink lines by an extended difference of Gaussians: 1 is bare paper, 0 a full line.
 * `width` is the line's radius in pixels, `balance` (below 1) how much of the surround is taken off
 * (higher draws more), `sharpness` how hard the line ends.
 */
export function outlines(
  plane: Float32Array,
  w: number,
  h: number,
  { width, balance, sharpness }: { width: number; balance: number; sharpness: number },
  state: SceneState,
): Float32Array {
  const centre = plane.slice();
  const surround = plane.slice();
  boxBlur(centre, w, h, width, 1, 2);
  state.check();
  boxBlur(surround, w, h, width * SURROUND, 1, 2);
  state.check();
  const result = new Float32Array(plane.length);
  for (let i = 0; i < result.length; i++) {
    const difference = centre[i] - balance * surround[i];
    result[i] = difference >= 0 ? 1 : 1 + Math.tanh(6 * sharpness * difference);
  }
  return result;
}
