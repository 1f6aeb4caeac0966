/** A style kit's material on a picture whose scene cannot be built of it: its colour and its grain. */
import { adjust } from "./core/color.ts";
import type { Frame } from "./core/frame.ts";
import { paletteGrade } from "./core/grade.ts";
import { makeNoise, type Noise } from "./core/noise.ts";
import { eachRow } from "./core/rows.ts";
import { paperTooth } from "./finishes/paper.ts";
import type { Relief } from "./prompt/surface-words.ts";
import type { Rgb, SceneState } from "./types.ts";

const TINT = 0.4;
/** Threads of linen along the shorter side. */
const THREADS = 260;

/** Height of the ground at a pixel, about -1 to 1. */
type Ground = (x: number, y: number) => number;

function linen(noise: Noise, side: number): Ground {
  const pitch = Math.max(3, side / THREADS);
  return (x, y) => {
    const slub = noise.n2(x * 0.02, y * 0.3) * 0.5 + noise.n2(x * 0.3, y * 0.02) * 0.5;
    const warp = Math.sin((x / pitch) * Math.PI * 2 + slub);
    const weft = Math.sin((y / pitch) * Math.PI * 2 + slub);
    return 0.5 * (warp * weft) + 0.25 * (warp + weft) * 0.5 + 0.35 * slub;
  };
}

function stone(noise: Noise, side: number): Ground {
  const scale = 1000 / side;
  return (x, y) =>
    0.7 * noise.n2(x * 0.31 * scale, y * 0.31 * scale) +
    0.45 * noise.n2(x * 0.07 * scale, y * 0.07 * scale) +
    0.4 * noise.n2(x * 0.9, y * 0.9);
}

function wood(noise: Noise, side: number): Ground {
  const scale = 1000 / side;
  return (x, y) => {
    const wave = noise.n2(x * 0.004 * scale, y * 0.012 * scale) * 3;
    return (
      0.8 * noise.n2(x * 0.013 * scale, y * 0.24 * scale + wave) + 0.4 * noise.n2(x * 0.4, y * 0.7)
    );
  };
}

const AMOUNTS: Readonly<Record<Relief, number>> = {
  paper: 0.15,
  linen: 0.15,
  stone: 0.16,
  wood: 0.15,
};

function groundOf(relief: Relief, state: SceneState, side: number): Ground {
  const noise = makeNoise(state.seed, relief);
  if (relief === "paper") return paperTooth(state.seed);
  if (relief === "linen") return linen(noise, side);
  return relief === "stone" ? stone(noise, side) : wood(noise, side);
}

/** Pulls the colours of a display-linear frame towards the stuff's own. */
export function tintSurface(frame: Frame, state: SceneState): void {
  const tint: Rgb | null = state.spec.surfaceLook?.tint ?? null;
  if (!tint) return;
  paletteGrade(frame, [adjust(tint, -0.35, 0.8), tint, adjust(tint, 0.25, 0.6)], TINT);
}

/** Presses the stuff's grain into the finished picture. */
export function pressRelief(frame: Frame, state: SceneState): void {
  const relief = state.spec.surfaceLook?.relief;
  if (!relief) return;
  const { w, h, rgb } = frame;
  const height = groundOf(relief, state, Math.min(w, h));
  const amount = AMOUNTS[relief];
  eachRow(state, 0, h, (y) => {
    for (let x = 0, j = y * w * 3; x < w; x++, j += 3) {
      const gain = 1 + height(x, y) * amount;
      rgb[j] *= gain;
      rgb[j + 1] *= gain;
      rgb[j + 2] *= gain;
    }
  });
}
