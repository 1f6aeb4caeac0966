import { type Plane, boxBlur } from "../core/blur.ts";
import { type Rgb, clamp, hex, lum, mix, smooth } from "../core/color.ts";
import type { Frame } from "../core/frame.ts";
import { coarseField, makeNoise } from "../core/noise.ts";
import type { SceneState } from "../types.ts";
import { stretchLevels } from "./levels.ts";
import { paperTooth } from "./paper.ts";
import { eachRow } from "../core/rows.ts";
import { blur, perceived, shortSide } from "./plane.ts";
import { readSimplified, simplify } from "./simplify.ts";

const PAPER = hex("#fbf7ef");
/** Pigment never covers more or less than this (linear transmission). */
const DARKEST = 0.012;
const LIGHTEST = 0.985;
/** Extra colourfulness of clear glazes. */
const CLARITY = 1.22;
/** Width of the unpainted margin and how raggedly the wash ends, as shares of the short side. */
const MARGIN = 0.035;
const RAGGEDNESS = 0.06;

type Field = (x: number, y: number) => number;

/** Slow noises of a wash, read from coarse grids: where edges wander, pigment pools and settles. */
function washFields(frame: Frame, state: SceneState) {
  const { w, h } = frame;
  const side = shortSide(frame);
  const noise = makeNoise(state.seed, "watercolor");
  const coarse = Math.max(1, Math.round(side / 256));
  const fine = Math.max(1, Math.round(side / 512));
  const field = (step: number, read: Field): Field => {
    state.check();
    return coarseField(w, h, step, read);
  };
  const wander = (offset: number): Field =>
    field(
      coarse,
      (x, y) =>
        noise.fbm((x / side) * 9 + offset, (y / side) * 9, 2) * side * 0.016 +
        noise.n2((x / side) * 42 + offset, (y / side) * 42) * side * 0.003,
    );
  return {
    wanderX: wander(0),
    wanderY: wander(40),
    grains: field(fine, (x, y) => noise.fbm((x / side) * 26, (y / side) * 26, 3)),
    wash: field(coarse, (x, y) => noise.fbm((x / side) * 2.6, (y / side) * 2.6, 3)),
    border: field(coarse, (x, y) => noise.fbm((x / side) * 7, (y / side) * 7, 4)),
  };
}

/** Rounds the stairs that the filter's square windows leave: wet paint has none. */
function soften(picture: Plane): void {
  const blurred = boxBlur(picture.data.slice(), picture.w, picture.h, 1, 3, 1);
  for (let i = 0; i < blurred.length; i++) {
    picture.data[i] = mix(picture.data[i], blurred[i], 0.55);
  }
}

/**
 * Watercolour: transparent pigment on white paper (Beer-Lambert), wandering edges darkened where
 * a wash dried, granulation in the paper's tooth, and a ragged unpainted border.
 */
export function watercolor(frame: Frame, state: SceneState): void {
  stretchLevels(frame, { mean: 0.56 }, state);
  const { w, h, rgb } = frame;
  const side = shortSide(frame);
  const tooth = paperTooth(state.seed);
  const fields = washFields(frame, state);
  const dry = simplify(frame, side * 0.011, state);
  soften(dry);
  const wet = { ...dry, data: blur(dry.data.slice(), dry.w, dry.h, side * 0.006, 3, state) };
  const pigment: Rgb = [0, 0, 0];
  const around: Rgb = [0, 0, 0];
  const light: Rgb = [0, 0, 0];
  eachRow(state, 0, h, (y) => {
    for (let x = 0, j = y * w * 3; x < w; x++, j += 3) {
      const fromX = x + fields.wanderX(x, y);
      const fromY = y + fields.wanderY(x, y);
      readSimplified(dry, fromX, fromY, frame, pigment);
      readSimplified(wet, fromX, fromY, frame, around);
      const grain = tooth(x, y);
      const edge = clamp((perceived(lum(around)) - perceived(lum(pigment))) * 2.6, -0.35, 0.6);
      const toBorder = Math.min(x, w - x, y, h - y) / side;
      const inside = toBorder - MARGIN - fields.border(x, y) * RAGGEDNESS;
      const painted = smooth(-0.004, 0.006, inside);
      const rim = Math.exp(-(((inside - 0.004) / 0.006) ** 2)) * 0.25;
      const load =
        0.9 +
        0.22 * fields.wash(x, y) +
        0.14 * fields.grains(x, y) +
        0.16 * grain +
        0.75 * edge +
        rim;
      for (let k = 0; k < 3; k++) {
        const density = -Math.log(clamp(pigment[k] * 1.12 + 0.045, DARKEST, LIGHTEST));
        light[k] = PAPER[k] * Math.exp(-0.98 * density * load * painted) * (1 + grain * 0.035);
      }
      const grey = lum(light);
      for (let k = 0; k < 3; k++) {
        rgb[j + k] = Math.max(0, grey + (light[k] - grey) * CLARITY);
      }
    }
  });
}
