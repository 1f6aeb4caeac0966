import { type Rgb, clamp, unoklab } from "../core/color.ts";
import type { Frame } from "../core/frame.ts";
import { makeNoise } from "../core/noise.ts";
import type { SceneState } from "../types.ts";
import { type Claim, claimAt, flatShapes } from "./flat-shapes.ts";
import { inkPalette } from "./ink-palette.ts";
import { stretchLevels } from "./levels.ts";
import { eachRow } from "../core/rows.ts";
import { shortSide } from "./plane.ts";
import { SIMPLIFIED_SCALE, simplify } from "./simplify.ts";

const SHEETS = 12;
const HUE_WEIGHT = 3;

/** Shadow samples towards the light (shares of the short side) and how much each darkens. */
const SHADOWS = [
  { distance: 0.0035, depth: 0.16 },
  { distance: 0.008, depth: 0.12 },
  { distance: 0.015, depth: 0.09 },
];
/** A cut edge facing the light shows the paper's bright core this far in. */
const RIM_DISTANCE = 0.0022;
const RIM_LIGHT = 0.16;

/** Sheet number of every pixel: dark sheets lie in front, as in a lit paper theatre. */
function sheetMap(
  frame: Frame,
  state: SceneState,
): { sheets: Uint8Array; colours: readonly Rgb[] } {
  const { w, h } = frame;
  const side = shortSide(frame);
  const picture = simplify(frame, side * 0.009, state);
  const found = inkPalette(picture.data, SHEETS, state.rng("sheets"));
  const palette = found.toSorted((a, b) => a[0] - b[0]);
  const rounding = (side * 0.005) / SIMPLIFIED_SCALE;
  const shapes = flatShapes(picture, palette, rounding, HUE_WEIGHT, state);
  const sheets = new Uint8Array(w * h);
  const claim: Claim = { first: 0, second: 0, lead: 0 };
  eachRow(state, 0, h, (y) => {
    for (let x = 0; x < w; x++) sheets[y * w + x] = claimAt(shapes, x, y, claim).first;
  });
  return { sheets, colours: palette.map(([l, a, b]) => unoklab([l, a * 1.15, b * 1.15])) };
}

/** Cut paper: a few sheets of flat colour, the darker in front, each casting a soft shadow. */
export function papercut(frame: Frame, state: SceneState): void {
  stretchLevels(frame, { mean: 0.54 }, state);
  const { w, h, rgb } = frame;
  const side = shortSide(frame);
  const noise = makeNoise(state.seed, "papercut");
  const { sheets, colours } = sheetMap(frame, state);
  const sheetAt = (x: number, y: number) =>
    sheets[clamp(Math.round(y), 0, h - 1) * w + clamp(Math.round(x), 0, w - 1)];
  eachRow(state, 0, h, (y) => {
    for (let x = 0, i = y * w; x < w; x++, i++) {
      const sheet = sheets[i];
      let light = 1;
      for (const { distance, depth } of SHADOWS) {
        if (sheetAt(x - side * distance * 0.7, y - side * distance) < sheet) light -= depth;
      }
      const reach = side * RIM_DISTANCE;
      if (sheetAt(x - reach, y - reach) > sheet) light += RIM_LIGHT;
      const fibre = 1 + 0.035 * noise.n2(x * 0.5, y * 0.5) + 0.02 * noise.n2(x * 0.1, y * 0.1);
      for (let k = 0; k < 3; k++) rgb[i * 3 + k] = colours[sheet][k] * light * fibre;
    }
  });
  softenCuts(frame, sheets, state);
}

/** Anti-aliases the cuts: pixels beside another sheet take a share of their neighbours. */
function softenCuts(frame: Frame, sheets: Uint8Array, state: SceneState): void {
  const { w, h } = frame;
  const before = frame.rgb.slice();
  eachRow(state, 0, h, (y) => {
    if (y === 0 || y === h - 1) return;
    for (let x = 1; x < w - 1; x++) {
      const i = y * w + x;
      const sheet = sheets[i];
      const calm =
        sheets[i - 1] === sheet &&
        sheets[i + 1] === sheet &&
        sheets[i - w] === sheet &&
        sheets[i + w] === sheet;
      if (calm) continue;
      for (let k = 0; k < 3; k++) {
        const j = i * 3 + k;
        const sides = before[j - 3] + before[j + 3] + before[j - 3 * w] + before[j + 3 * w];
        frame.rgb[j] = before[j] * 0.4 + sides * 0.15;
      }
    }
  });
}
