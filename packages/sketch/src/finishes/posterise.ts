import { oklab, smooth, unoklab } from "../core/color.ts";
import type { Frame } from "../core/frame.ts";
import type { SceneState } from "../types.ts";
import { eachRow } from "../core/rows.ts";

/** Where one flat tone gives way to the next, as shares of a step: the edge stays a little soft. */
const EDGE_START = 0.32;
const EDGE_END = 0.68;

/** Brings lightness to `steps` flat tones and multiplies the colourfulness by `colour`. */
export function posterise(frame: Frame, state: SceneState, steps: number, colour: number): void {
  const { w, h, rgb } = frame;
  eachRow(state, 0, h, (y) => {
    for (let x = 0, j = y * w * 3; x < w; x++, j += 3) {
      const [lightness, a, b] = oklab([rgb[j], rgb[j + 1], rgb[j + 2]]);
      const step = Math.floor(lightness * steps);
      const tone = (step + smooth(EDGE_START, EDGE_END, lightness * steps - step)) / steps;
      const flat = unoklab([tone, a * colour, b * colour]);
      rgb[j] = flat[0];
      rgb[j + 1] = flat[1];
      rgb[j + 2] = flat[2];
    }
  });
}
