import { boxBlur } from "../core/blur.ts";
import type { Frame } from "../core/frame.ts";
import type { SceneState } from "../types.ts";

/** A cancel is checked after at most this many rows, a few milliseconds of work at the largest size. */

/** The measure every finish scales its marks by, in pixels: pictures look alike at any size. */
export function shortSide(frame: Frame): number {
  return Math.min(frame.w, frame.h);
}

/** A cheap stand-in for the sRGB curve: linear light to perceived lightness, both 0 to 1. */
export function perceived(linear: number): number {
  return linear <= 0 ? 0 : Math.sqrt(linear);
}

/** Perceived lightness of every pixel, row by row. */
export function lightnessPlane(frame: Frame): Float32Array {
  const count = frame.w * frame.h;
  const plane = new Float32Array(count);
  const { rgb } = frame;
  for (let i = 0, j = 0; i < count; i++, j += 3) {
    plane[i] = perceived(0.2126 * rgb[j] + 0.7152 * rgb[j + 1] + 0.0722 * rgb[j + 2]);
  }
  return plane;
}

/** A near-Gaussian blur in place (`radius` in pixels) that checks for a cancel between its passes. */
export function blur(
  image: Float32Array,
  w: number,
  h: number,
  radius: number,
  channels: 1 | 3,
  state: SceneState,
): Float32Array {
  for (let pass = 0; pass < 2; pass++) {
    boxBlur(image, w, h, radius, channels, 1);
    state.check();
  }
  return image;
}
