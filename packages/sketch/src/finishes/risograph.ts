import { type Plane, downsample, upsampleAt } from "../core/blur.ts";
import {
  type Oklab,
  type Rgb,
  clamp,
  hex,
  lum,
  mix,
  oklab,
  smooth,
  unoklab,
} from "../core/color.ts";
import type { Frame } from "../core/frame.ts";
import { makeNoise } from "../core/noise.ts";
import type { SceneState } from "../types.ts";
import { stretchLevels } from "./levels.ts";
import { eachRow } from "../core/rows.ts";
import { perceived, shortSide } from "./plane.ts";

const PAPER = hex("#f6f1e4");
const DRUMS: readonly Rgb[] = ["#ffd23f", "#ff5b6a", "#2456a6"].map(hex);
/** Each drum prints a little off its place, as shares of the short side. */
const SLIPS = [
  [0.002, -0.003],
  [0.0035, 0.0025],
  [-0.003, 0.002],
] as const;
const SCREEN_ANGLES = [0.1, 0.79, 1.31] as const;
const SCREEN_PITCH = 0.0068;
const SWEEPS = 4;
/** Colours lighter than this (OKLab) would not show on the paper. */
const PAPER_LIGHTNESS = 0.9;
/** Screens are coarser than this: separations at half size lose nothing. */
const SEPARATION_SCALE = 2;
/** Light a full layer of ink still lets through, per channel. */
const TRANSPARENCY = 0.02;

const density = (light: number) => -Math.log(clamp(light, 0.02, 1));

/**
 * How much of each ink (0 to 1) comes nearest to a colour when inks multiply on paper: least
 * squares in density, by coordinate descent.
 */
function separate(colour: Rgb, inks: readonly Rgb[], out: number[]): void {
  out.fill(0);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (let q = 0; q < inks.length; q++) {
      let along = 0;
      let length = 0.02;
      for (let k = 0; k < 3; k++) {
        let rest = colour[k];
        for (let other = 0; other < inks.length; other++) {
          if (other !== q) rest -= out[other] * inks[other][k];
        }
        along += rest * inks[q][k];
        length += inks[q][k] ** 2;
      }
      out[q] = clamp(along / length);
    }
  }
}

/** Inks the picture's hues are not made of print its tones: light inks first, dark ones in the deep. */
function separateByTone(colour: Rgb, out: number[]): void {
  const depth = 1 - perceived(lum(colour));
  for (let q = 0; q < out.length; q++) {
    const from = q / (out.length + 0.6);
    out[q] = clamp(((depth - from) / (1 - from)) * (1.35 - 0.15 * q));
  }
}

/** Amount of each ink (up to three, one channel each) over the picture, at half size. */
function separations(frame: Frame, drums: readonly Rgb[], state: SceneState): Plane {
  const plane = downsample(frame.rgb, frame.w, frame.h, SEPARATION_SCALE);
  const { data, w, h } = plane;
  const inks = drums.map((ink): Rgb => [density(ink[0]), density(ink[1]), density(ink[2])]);
  const amounts = inks.map(() => 0);
  eachRow(state, 0, h, (y) => {
    for (let x = 0, j = y * w * 3; x < w; x++, j += 3) {
      if (drums === DRUMS) {
        separate([density(data[j]), density(data[j + 1]), density(data[j + 2])], inks, amounts);
      } else {
        separateByTone([data[j], data[j + 1], data[j + 2]], amounts);
      }
      data.set(amounts, j);
    }
  });
  return plane;
}

/** Up to three inks of a palette, as different as can be, from light to dark; none that is paper. */
function chooseDrums(palette: readonly Rgb[] | null): readonly Rgb[] {
  const labs = (palette ?? []).map(oklab).filter(([lightness]) => lightness < PAPER_LIGHTNESS);
  if (labs.length < 2) return DRUMS;
  const chroma = ([, a, b]: Oklab) => Math.hypot(a, b);
  const chosen = [labs.toSorted((a, b) => chroma(b) - chroma(a))[0]];
  while (chosen.length < Math.min(3, labs.length)) {
    const distance = (ink: Oklab) =>
      Math.min(...chosen.map((c) => Math.hypot(c[0] - ink[0], c[1] - ink[1], c[2] - ink[2])));
    chosen.push(labs.toSorted((a, b) => distance(b) - distance(a))[0]);
  }
  return chosen.toSorted((a, b) => b[0] - a[0]).map(unoklab);
}

/** Height of a printing screen at a pixel, 0 to 1: dots grow from its valleys. */
function screen(x: number, y: number, pitch: number, angle: number): number {
  const u = (x * Math.cos(angle) + y * Math.sin(angle)) / pitch;
  const v = (y * Math.cos(angle) - x * Math.sin(angle)) / pitch;
  return 0.5 + 0.25 * (Math.cos(u * Math.PI * 2) + Math.cos(v * Math.PI * 2));
}

/** Risograph: two or three spot inks, screened and grainy, printed slightly out of register. */
export function risograph(frame: Frame, state: SceneState): void {
  stretchLevels(frame, { mean: 0.56 }, state);
  const { w, h, rgb } = frame;
  const side = shortSide(frame);
  const noise = makeNoise(state.seed, "risograph");
  const drums = chooseDrums(state.spec.palette);
  const layers = separations(frame, drums, state);
  const amounts: Rgb = [0, 0, 0];
  const pitch = Math.max(3, side * SCREEN_PITCH);
  eachRow(state, 0, h, (y) => {
    for (let x = 0, j = y * w * 3; x < w; x++, j += 3) {
      const print: Rgb = [...PAPER];
      for (let q = 0; q < drums.length; q++) {
        const fromX = x + SLIPS[q][0] * side;
        const fromY = y + SLIPS[q][1] * side;
        upsampleAt(layers, fromX, fromY, SEPARATION_SCALE, amounts);
        const grain = noise.n2(x * 0.9 + q * 31, y * 0.9) * 0.16;
        const dot = screen(x, y, pitch, SCREEN_ANGLES[q]) + grain;
        const cover = smooth(-0.16, 0.16, amounts[q] * 1.2 - 0.1 - dot) * 0.94;
        for (let k = 0; k < 3; k++) print[k] *= mix(1, drums[q][k] + TRANSPARENCY, cover);
      }
      rgb[j] = print[0];
      rgb[j + 1] = print[1];
      rgb[j + 2] = print[2];
    }
  });
}
