import { boxBlur } from "../core/blur.ts";
import { type Oklab, clamp, oklab } from "../core/color.ts";
import type { Plane } from "../core/blur.ts";
import type { SceneState } from "../types.ts";
import { nearestInk } from "./ink-palette.ts";
import { SIMPLIFIED_SCALE } from "./simplify.ts";

/** How strongly each of a few colours claims each cell of a half-size picture, 0 to 1. */
export type FlatShapes = { w: number; h: number; colours: number; claims: Float32Array };

/** The colour that wins at a point, its runner-up, and by how much it wins (0 at an outline). */
export type Claim = { first: number; second: number; lead: number };

/**
 * Cuts a half-size picture into shapes of the palette's colours with outlines rounded to about
 * `radius` half-size pixels: each cell votes for its nearest colour, and votes are blurred.
 */
export function flatShapes(
  picture: Plane,
  palette: readonly Oklab[],
  radius: number,
  hueWeight: number,
  state: SceneState,
): FlatShapes {
  const { w, h, data } = picture;
  const colours = palette.length;
  const claims = new Float32Array(w * h * colours);
  const nearest = new Uint8Array(w * h);
  for (let i = 0, j = 0; i < nearest.length; i++, j += 3) {
    if (i % w === 0) state.check();
    nearest[i] = nearestInk(palette, oklab([data[j], data[j + 1], data[j + 2]]), hueWeight);
  }
  const plane = new Float32Array(w * h);
  for (let colour = 0; colour < colours; colour++) {
    for (let i = 0; i < plane.length; i++) plane[i] = nearest[i] === colour ? 1 : 0;
    boxBlur(plane, w, h, radius, 1, 2);
    for (let i = 0; i < plane.length; i++) claims[i * colours + colour] = plane[i];
    state.check();
  }
  return { w, h, colours, claims };
}

/** Reads who wins at a pixel of the full picture into `out`. */
export function claimAt(shapes: FlatShapes, x: number, y: number, out: Claim): Claim {
  const { w, h, colours, claims } = shapes;
  const fx = clamp((x + 0.5) / SIMPLIFIED_SCALE - 0.5, 0, w - 1);
  const fy = clamp((y + 0.5) / SIMPLIFIED_SCALE - 0.5, 0, h - 1);
  const left = Math.min(w - 2, fx | 0);
  const top = Math.min(h - 2, fy | 0);
  const u = fx - left;
  const v = fy - top;
  const a = (top * w + left) * colours;
  const b = a + w * colours;
  let best = -1;
  let next = -1;
  out.first = 0;
  out.second = 0;
  for (let k = 0; k < colours; k++) {
    const above = claims[a + k] + (claims[a + colours + k] - claims[a + k]) * u;
    const below = claims[b + k] + (claims[b + colours + k] - claims[b + k]) * u;
    const claim = above + (below - above) * v;
    if (claim > best) {
      next = best;
      out.second = out.first;
      best = claim;
      out.first = k;
    } else if (claim > next) {
      next = claim;
      out.second = k;
    }
  }
  out.lead = best - Math.max(0, next);
  return out;
}
