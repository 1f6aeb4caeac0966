/** Sand, and the lines of foam that run up on it. */
import { type Rgb, clamp, hex, mix, smooth } from "../core/color.ts";
import type { Frame } from "../core/frame.ts";
import type { Noise } from "../core/noise.ts";
import type { Rng } from "../core/rng.ts";
import type { SceneSpec } from "../types.ts";

export type Beach = {
  /** Row of the water's edge by column. */
  edge: Float32Array;
  sand: Rgb;
};

export type BeachOptions = {
  rng: Rng;
  noise: Noise;
  phase: number;
  angle: number;
  spec: SceneSpec;
};

/** A bay that slopes across the frame the way the waves come in. */
export function makeBeach(frame: Frame, { rng, noise, phase, angle, spec }: BeachOptions): Beach {
  const { w, h } = frame;
  const middle = h * rng.range(0.66, 0.72);
  const slope = h * 0.26 * (angle < 0 ? -1 : 1);
  const edge = Float32Array.from({ length: w }, (_, x) => {
    const u = x / w;
    return middle + (u - 0.5) * slope + noise.fbm(u * 2.2 + phase, 3, 3) * h * 0.07;
  });
  return { edge, sand: spec.groundTint ?? hex("#e3c79a") };
}

/** How much foam covers pixel (x, y): three lines, each fainter and farther out. */
export function foamAt(frame: Frame, noise: Noise, beach: Beach, x: number, y: number): number {
  const { w, h } = frame;
  const u = x / w;
  const out = beach.edge[x] - y;
  // Far from every line the texture need not be looked at.
  if (out > h * 0.17 || out < h * -0.03) return 0;
  const wobble = noise.fbm(u * 16, (y / h) * 30, 3) * h * 0.012;
  const first = smooth(h * 0.012, 0, Math.abs(out - h * 0.008 + wobble));
  const second = smooth(
    h * 0.009,
    0,
    Math.abs(out - h * 0.05 - wobble * 1.3 + noise.n2(u * 5, 2) * h * 0.02),
  );
  const third = smooth(
    h * 0.006,
    0,
    Math.abs(out - h * 0.105 - wobble + noise.n2(u * 4, 9) * h * 0.03),
  );
  const lines = first + second * 0.8 + third * 0.5;
  if (lines <= 0) return 0;
  const lace = clamp(0.45 + noise.fbm(u * 60, (y / h) * 90, 3) * 1.3);
  return clamp(lines * (0.35 + lace));
}

export type SandOptions = {
  noise: Noise;
  lit: Readonly<Rgb>;
  horizon: number;
  skyRows: Float32Array;
};

/** Lays sand over `color` where pixel (x, y) is on the land side, wet and mirroring by the edge. */
export function addSand(
  frame: Frame,
  beach: Beach,
  x: number,
  y: number,
  { noise, lit, horizon, skyRows }: SandOptions,
  color: Rgb,
): void {
  const { w, h } = frame;
  const out = beach.edge[x] - y;
  if (out >= 0) return;
  const wet = smooth(-h * 0.07, 0, out);
  // Texture lies on the ground: it shrinks and flattens with distance.
  const z = h / Math.max(1, y - horizon);
  const gx = ((x - w / 2) / h) * z;
  const drifts = 0.16 * noise.fbm(gx * 2.4, z * 5, 4);
  const ripples = 0.05 * noise.n2(gx * 9 + noise.n2(gx * 3, z * 3) * 2, z * 34) * (1 - wet);
  const grains = 0.07 * noise.n2(gx * 150, z * 220) + 0.06 * noise.n2(gx * 420, z * 600);
  const light = 1.15 * (0.9 + drifts + ripples + grains) * mix(1, 0.6, wet);
  const mirrorY = clamp(horizon - (y - horizon) * 0.8, 0, horizon - 1) | 0;
  const p = (mirrorY * w + x) * 3;
  const a = smooth(h * 0.004, -h * 0.004, out);
  for (let c = 0; c < 3; c++) {
    const ground = beach.sand[c] * lit[c] * light;
    color[c] = mix(color[c], mix(ground, skyRows[p + c], wet * 0.34), a);
  }
}
