/** Abstracts that are a function of the place: fluid marble, gradient mesh, cut contour layers. */
import { type Rgb, clamp, ramp, smooth } from "../core/color.ts";
import type { Frame } from "../core/frame.ts";
import { coarseField, makeNoise } from "../core/noise.ts";
import type { Rng } from "../core/rng.ts";
import type { SceneState } from "../types.ts";
import { type AbstractPalette, evenStops } from "./abstract-palette.ts";
import { eachRow } from "../core/rows.ts";

const RAMP_STEPS = 256;

function rampIndex(t: number): number {
  return ((clamp(t) * (RAMP_STEPS - 1)) | 0) * 3;
}

/** Noise bent twice by itself, as when a comb is drawn through floating paint. */
function doublyWarped(frame: Frame, state: SceneState, rng: Rng) {
  const { w, h } = frame;
  const side = Math.min(w, h);
  const noise = makeNoise(state.seed, "marble");
  const offset = rng() * 50;
  const scale = rng.range(0.7, 1.15);
  const step = Math.max(1, Math.round(side / 512));
  let evaluated = 0;
  return coarseField(w, h, step, (x, y) => {
    if (evaluated++ % 2048 === 0) state.check();
    const u = (x / side) * scale + offset;
    const v = (y / side) * scale;
    const q0 = noise.fbm(u, v, 4);
    const q1 = noise.fbm(u + 5.2, v + 1.3, 4);
    const r0 = noise.fbm(u + 2.6 * q0 + 1.7, v + 2.6 * q1 + 9.2, 4);
    const r1 = noise.fbm(u + 2.6 * q0 + 8.3, v + 2.6 * q1 + 2.8, 4);
    return noise.fbm(u + 1.7 * r0, v + 1.7 * r1, 3) + r0 * 0.35;
  });
}

/** Fluid marble: folded bands of paint with a wet sheen and thin bright veins. */
export function marble(
  frame: Frame,
  state: SceneState,
  { ranked }: AbstractPalette,
  rng: Rng,
): void {
  const { w, h, rgb } = frame;
  // Slopes are taken over one 1024th of the side, so that the sheen is the same at any size.
  const slopeScale = Math.min(w, h) / 1024;
  const field = doublyWarped(frame, state, rng);
  state.progress(0.5, "marble");
  const table = ramp(evenStops(ranked), RAMP_STEPS);
  const bright = ranked[ranked.length - 1];
  const thickness = new Float32Array(w * h);
  const relief = new Float32Array(w * h);
  eachRow(state, 0, h, (y) => {
    for (let x = 0, i = y * w; x < w; x++, i++) {
      const t = field(x, y);
      thickness[i] = t;
      relief[i] = Math.sin(t * 17) * 0.32 + t * 2.2;
    }
  });
  eachRow(state, 0, h, (y) => {
    for (let x = 0, i = y * w; x < w; x++, i++) {
      const across = (relief[i] - relief[x > 0 ? i - 1 : i]) * slopeScale;
      const down = (relief[i] - relief[y > 0 ? i - w : i]) * slopeScale;
      const facing = -across * 0.7 - down;
      const t = thickness[i];
      const light = 1 + clamp(facing * 9, -0.5, 0.7);
      const sheen = clamp(facing * 13 - 0.25) ** 2 * 0.5;
      const band = (((t * 6) % 1) + 1) % 1;
      const vein = Math.exp(-(((band - 0.5) / 0.022) ** 2)) * 0.3;
      const c = rampIndex(0.5 + t * 1.35 + 0.06 * Math.sin(t * 34));
      for (let k = 0; k < 3; k++) rgb[i * 3 + k] = table[c + k] * light + sheen + vein * bright[k];
    }
  });
}

type MeshPoint = { x: number; y: number; weight: number; colour: Rgb };

/** Gradient mesh: nine colours melting into each other over folded silk. */
export function mesh(frame: Frame, state: SceneState, { chosen }: AbstractPalette, rng: Rng): void {
  const { w, h, rgb } = frame;
  const side = Math.min(w, h);
  const noise = makeNoise(state.seed, "mesh");
  const points: MeshPoint[] = Array.from({ length: 9 }, (_, i) => ({
    x: rng(),
    y: rng(),
    weight: rng.range(0.7, 1.6),
    colour: chosen[i % chosen.length],
  }));
  const step = Math.max(2, Math.round(side / 256));
  const drift = (offset: number) =>
    coarseField(w, h, step, (x, y) => noise.fbm((x / side) * 1.4 + offset, (y / side) * 1.4, 3));
  const driftX = drift(0);
  const driftY = drift(30);
  eachRow(state, 0, h, (y) => {
    for (let x = 0, j = y * w * 3; x < w; x++, j += 3) {
      const bend = driftX(x, y);
      const u = x / w + bend * 0.42;
      const v = y / h + driftY(x, y) * 0.42;
      let sum = 0;
      let red = 0;
      let green = 0;
      let blue = 0;
      for (const point of points) {
        const d = (u - point.x) ** 2 + (v - point.y) ** 2;
        const share = point.weight / (d * d * 40 + 0.004);
        red += point.colour[0] * share;
        green += point.colour[1] * share;
        blue += point.colour[2] * share;
        sum += share;
      }
      const fold = (1 + 0.3 * Math.sin((u * 1.3 + v * 0.8) * 7 + bend * 11)) / sum;
      rgb[j] = red * fold;
      rgb[j + 1] = green * fold;
      rgb[j + 2] = blue * fold;
    }
  });
}

const LAYERS = 13;

/** Contour map of cut paper: thirteen layers, each shading the one below it. */
export function contour(
  frame: Frame,
  state: SceneState,
  { ranked }: AbstractPalette,
  rng: Rng,
): void {
  const { w, h, rgb } = frame;
  const side = Math.min(w, h);
  const noise = makeNoise(state.seed, "contour");
  const offset = rng() * 40;
  const step = Math.max(1, Math.round(side / 512));
  const height = coarseField(w, h, step, (x, y) => {
    const bend = noise.n2((x / side) * 1.2, y / side) * 0.3;
    return noise.fbm((x / side) * 1.5 + offset + bend, (y / side) * 1.5, 4);
  });
  const level = (x: number, y: number) => clamp(0.5 + height(x, y) * 1.15) * LAYERS;
  const table = ramp(evenStops(ranked), RAMP_STEPS);
  eachRow(state, 0, h, (y) => {
    for (let x = 0, j = y * w * 3; x < w; x++, j += 3) {
      const here = level(x, y);
      const layer = Math.floor(here);
      const above = level(Math.max(0, x - side * 0.008), Math.max(0, y - side * 0.011));
      const shadow = 1 - 0.4 * smooth(0, 0.9, clamp(above - (layer + 1) + 0.35));
      const fibre = 0.98 + 0.04 * noise.n2(x * 0.5, y * 0.5);
      const light = (0.93 + 0.1 * (here - layer)) * shadow * fibre;
      const c = rampIndex(layer / (LAYERS - 1));
      for (let k = 0; k < 3; k++) rgb[j + k] = table[c + k] * light;
    }
  });
}
