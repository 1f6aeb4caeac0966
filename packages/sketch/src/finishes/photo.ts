import { lum, mix } from "../core/color.ts";
import type { Frame } from "../core/frame.ts";
import type { SceneState } from "../types.ts";
import { eachRow } from "../core/rows.ts";

const MIDDLE_GREY = 0.18;
const NOIR_CONTRAST = 1.22;

/** Black and white film: red-insensitive, contrast about middle grey. */
export function noir(frame: Frame, state: SceneState): void {
  const { w, h, rgb } = frame;
  eachRow(state, 0, h, (y) => {
    for (let x = 0, j = y * w * 3; x < w; x++, j += 3) {
      const light = 0.28 * rgb[j] + 0.62 * rgb[j + 1] + 0.1 * rgb[j + 2];
      const grey = MIDDLE_GREY * (light / MIDDLE_GREY) ** NOIR_CONTRAST;
      rgb[j] = grey * 1.01;
      rgb[j + 1] = grey;
      rgb[j + 2] = grey * 0.985;
    }
  });
}

const FADED_COLOUR = 0.62;
/** Width of the light leak from the left edge, as a share of the picture's width. */
const LEAK_WIDTH = 0.22;

/** Faded colour print: weak colour, raised blacks, warm cast, a light leak at the left. */
export function vintage(frame: Frame, state: SceneState): void {
  const { w, h, rgb } = frame;
  eachRow(state, 0, h, (y) => {
    for (let x = 0, j = y * w * 3; x < w; x++, j += 3) {
      const grey = lum([rgb[j], rgb[j + 1], rgb[j + 2]]);
      const leak = Math.exp(-((x / w / LEAK_WIDTH) ** 2)) * 0.1;
      rgb[j] = (mix(grey, rgb[j], FADED_COLOUR) * 1.06 + 0.028) * 0.93 + leak;
      rgb[j + 1] = (mix(grey, rgb[j + 1], FADED_COLOUR) * 0.97 + 0.02) * 0.93 + leak * 0.45;
      rgb[j + 2] = (mix(grey, rgb[j + 2], FADED_COLOUR) * 0.78 + 0.032) * 0.93 + leak * 0.16;
    }
  });
}

/** Sepia-toned print. */
export function sepia(frame: Frame, state: SceneState): void {
  const { w, h, rgb } = frame;
  eachRow(state, 0, h, (y) => {
    for (let x = 0, j = y * w * 3; x < w; x++, j += 3) {
      const grey = lum([rgb[j], rgb[j + 1], rgb[j + 2]]);
      rgb[j] = grey * 1.12 + 0.012;
      rgb[j + 1] = grey * 0.86 + 0.006;
      rgb[j + 2] = grey * 0.58;
    }
  });
}
