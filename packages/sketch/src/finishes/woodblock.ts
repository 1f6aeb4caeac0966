import { type Oklab, type Rgb, clamp, hex, mix, smooth, unoklab } from "../core/color.ts";
import type { Frame } from "../core/frame.ts";
import { makeNoise } from "../core/noise.ts";
import type { SceneState } from "../types.ts";
import { type Claim, claimAt, flatShapes } from "./flat-shapes.ts";
import { inkPalette } from "./ink-palette.ts";
import { stretchLevels } from "./levels.ts";
import { simplifyAndOutline } from "./outlines.ts";
import { eachRow } from "../core/rows.ts";
import { shortSide } from "./plane.ts";
import { SIMPLIFIED_SCALE, simplify } from "./simplify.ts";

const KEY_BLOCK = hex("#1c2436");
const BLOCKS = 10;
const HUE_WEIGHT = 2;
/** Over this lead one ink gives way to the next at an outline. */
const EDGE_LEAD = 0.12;
/** Height of the graded wash (bokashi) at the top of the print, and how far it darkens. */
const BOKASHI_HEIGHT = 0.2;
const BOKASHI_DEPTH = 0.16;

/** Printed colours are a little paler, warmer and purer than the picture's. */
function printedInk([lightness, a, b]: Oklab): Oklab {
  return [clamp(lightness * 0.86 + 0.12), a * 1.15 + 0.004, b * 1.1 + 0.016];
}

/**
 * Colour woodblock print: a few flat inks with the grain of the block, a key block of dark
 * outlines, and a wash graded downwards from the top edge.
 */
export function woodblock(frame: Frame, state: SceneState): void {
  stretchLevels(frame, { mean: 0.579 }, state);
  const { w, h, rgb } = frame;
  const side = shortSide(frame);
  const noise = makeNoise(state.seed, "woodblock");
  const flat = simplify(frame, side * 0.008, state);
  const palette = inkPalette(flat.data, BLOCKS, state.rng("inks"));
  const rounding = (side * 0.0035) / SIMPLIFIED_SCALE;
  const shapes = flatShapes(flat, palette, rounding, HUE_WEIGHT, state);
  const inks = palette.map(printedInk);
  const width = Math.max(1, side * 0.0021);
  const style = { width, balance: 0.974, sharpness: 14 };
  const key = simplifyAndOutline(frame, side * 0.004, style, state);
  const claim: Claim = { first: 0, second: 0, lead: 0 };
  const printed = (ink: Oklab, grain: number, wash: number): Rgb =>
    unoklab([(ink[0] + grain) * wash, ink[1], ink[2]]);
  eachRow(state, 0, h, (y) => {
    const wash = 1 - BOKASHI_DEPTH * smooth(BOKASHI_HEIGHT, 0, y / h);
    for (let x = 0, i = y * w; x < w; x++, i++) {
      claimAt(shapes, x, y, claim);
      const sway = noise.n2((x / side) * 2, (y / side) * 8) * 0.6;
      const grain =
        noise.n2((x / side) * 3 + sway, (y / side) * 90) * 0.022 +
        noise.n2(x * 0.6, y * 0.6) * 0.012;
      const colour = printed(inks[claim.first], grain, wash);
      const beside = claim.lead < EDGE_LEAD ? printed(inks[claim.second], grain, wash) : colour;
      const share = 0.5 + 0.5 * smooth(0, EDGE_LEAD, claim.lead);
      for (let k = 0; k < 3; k++) {
        rgb[i * 3 + k] = mix(KEY_BLOCK[k], mix(beside[k], colour[k], share), key[i]);
      }
    }
  });
}
