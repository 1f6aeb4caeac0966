import { type Rgb, clamp, hex, lum, mix, smooth } from "../core/color.ts";
import type { Frame } from "../core/frame.ts";
import { coarseField, makeNoise } from "../core/noise.ts";
import type { SceneState } from "../types.ts";
import { stretchLevels } from "./levels.ts";
import { simplifyAndOutline } from "./outlines.ts";
import { paperTooth } from "./paper.ts";
import { eachRow } from "../core/rows.ts";
import { blur, lightnessPlane, perceived, shortSide } from "./plane.ts";
import { stampSeal } from "./seal.ts";
import { readSimplified, simplify } from "./simplify.ts";

const PAPER = hex("#f2eadb");
const INK = hex("#171a20");
/** Dilutions of ink on the palette: washes settle into this many tones. */
const DILUTIONS = 5;
/** How much darker than what surrounds it a dark place is washed. */
const SET_OFF = 0.9;

/**
 * Ink wash on warm paper: diluted washes with wandering edges, brush lines that run dry, the
 * painting fading out before the paper's edge, and a red seal.
 */
export function ink(frame: Frame, state: SceneState): void {
  stretchLevels(frame, { mean: 0.54 }, state);
  const { w, h, rgb } = frame;
  const side = shortSide(frame);
  const noise = makeNoise(state.seed, "ink");
  const tooth = paperTooth(state.seed);
  const step = Math.max(1, Math.round(side / 256));
  const slow = (frequency: number, offset: number, octaves: number) => {
    state.check();
    return coarseField(w, h, step, (x, y) =>
      noise.fbm((x / side) * frequency + offset, (y / side) * frequency, octaves),
    );
  };
  const wanderX = slow(8, 0, 2);
  const wanderY = slow(8, 30, 2);
  const pooling = slow(3, 0, 3);
  const margin = slow(5, 0, 3);
  const washes = simplify(frame, side * 0.012, state);
  const surround = blur(lightnessPlane(frame), w, h, side * 0.09, 1, state);
  const width = Math.max(1, side * 0.0026);
  const style = { width, balance: 0.99, sharpness: 10 };
  const lines = simplifyAndOutline(frame, side * 0.004, style, state);
  const colour: Rgb = [0, 0, 0];
  eachRow(state, 0, h, (y) => {
    for (let x = 0, i = y * w; x < w; x++, i++) {
      const fromX = x + wanderX(x, y) * side * 0.02;
      const fromY = y + wanderY(x, y) * side * 0.02;
      readSimplified(washes, fromX, fromY, frame, colour);
      const grain = tooth(x, y);
      const tone = perceived(lum(colour));
      const depth = smooth(0.06, 0.94, 1.04 - tone - (tone - surround[i]) * SET_OFF) ** 1.15 * 1.12;
      const drift = noise.n2((x / side) * 10, (y / side) * 10) * 0.35;
      const settled = Math.max(0, Math.floor(depth * DILUTIONS + drift) / DILUTIONS);
      const settledTone = mix(depth, settled, 0.5);
      const streaks = noise.fbm((x / side) * 5, (y / side) * 60, 3);
      const loaded = smooth(0.15, 0.5, streaks + 0.5 - settledTone * 0.4);
      const wash = settledTone * (0.9 + 0.2 * pooling(x, y) + 0.1 * grain);
      const line = (1 - lines[i]) * (0.68 + 0.42 * loaded);
      const toEdge = Math.min(x, w - x, y, h - y) / side;
      const fade = smooth(0, 0.1, toEdge + margin(x, y) * 0.07);
      const cover = clamp(Math.max(wash * 0.97, line)) * fade;
      for (let k = 0; k < 3; k++) {
        rgb[i * 3 + k] = mix(PAPER[k] * (1 + grain * 0.05), INK[k], cover);
      }
    }
  });
  stampSeal(frame, state);
}
