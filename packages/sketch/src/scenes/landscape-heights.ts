/** Height maps of the landscape kinds, in world units of one cell. */
import { clamp, mix, smooth, hypot } from "../core/color.ts";
import type { Noise } from "../core/noise.ts";
import type { Rng } from "../core/rng.ts";
import type { Terrain } from "../types.ts";
import { type CellMap, MAP_SIZE, cellMap } from "./landscape-cells.ts";

/** The noise was tuned on a map of this size. */
const TUNED_SIZE = 640;

export type HeightMap = {
  heights: CellMap;
  /** x of the valley the camera stands in. */
  axis: number;
  /** Top of the volcano. */
  peakX: number;
  peakZ: number;
};

/** Where a cell lies: map share along z, distance from the valley, and noise coordinates. */
type Site = { depth: number; aside: number; x: number; z: number };

const fraction = (x: number) => x - Math.floor(x);

/** Two crossing trains of dunes: a long windward side, then a steep slip face. */
function dune(noise: Noise, x: number, z: number): number {
  const bend = noise.n2(x * 0.006, z * 0.006) * 1.6 + noise.n2(x * 0.02, z * 0.02) * 0.16;
  const t = fraction(z * 0.016 + bend);
  const main = t < 0.68 ? Math.pow(t / 0.68, 1.35) : Math.pow(1 - (t - 0.68) / 0.32, 1.1);
  const t2 = fraction(x * 0.011 + z * 0.008 + 4 + noise.n2(z * 0.01, x * 0.009) * 1.2);
  const cross = t2 < 0.6 ? t2 / 0.6 : 1 - (t2 - 0.6) / 0.4;
  return main * 0.7 + cross * 0.3;
}

function desert(noise: Noise, { x, z, depth }: Site): number {
  const dunes = dune(noise, x, z) * 20 * (0.55 + 0.45 * depth);
  return dunes + noise.fbm(x * 0.004, z * 0.004, 2) * 22 - 2;
}

const CANYON_STEPS = 9;

/** A plateau cut by a gorge along the valley, then stepped into strata. */
function canyon(noise: Noise, { x, z, aside }: Site): number {
  const plateau = noise.eroded(x * 0.008, z * 0.008, 7) * 0.5 + 0.5;
  const wall = 0.16 + 0.05 * noise.n2(z * 0.02, 3);
  const gorge = smooth(0.03, wall, aside + noise.n2(x * 0.03, z * 0.03) * 0.03);
  const level = mix(-0.15, plateau * 0.5 + 0.55, gorge) * CANYON_STEPS;
  const stepped = (Math.floor(level) + smooth(0.35, 0.9, fraction(level))) / CANYON_STEPS;
  return stepped * 82 + noise.n2(x * 0.12, z * 0.12) * 0.8;
}

function hills(noise: Noise, { x, z, aside, depth }: Site): number {
  const relief = noise.eroded(x * 0.0062, z * 0.0062, 8);
  const rolling = noise.fbm(x * 0.0052, z * 0.0052, 4) * 34;
  return (
    rolling + smooth(0.22, 0.85, depth) * 16 + relief * 10 - 2 + smooth(0.02, 0.42, aside) * 10
  );
}

function plains(noise: Noise, { x, z, depth }: Site): number {
  const relief = noise.eroded(x * 0.0062, z * 0.0062, 8);
  return noise.fbm(x * 0.004, z * 0.004, 3) * 12 + smooth(0.22, 0.85, depth) * 12 + relief * 4;
}

function islands(noise: Noise, { x, z, depth }: Site): number {
  const relief = noise.eroded(x * 0.0062, z * 0.0062, 8);
  const island = noise.fbm(x * 0.008, z * 0.008, 3);
  const land = island * 60 - 14 + relief * 12 * smooth(-0.1, 0.3, island);
  return land * smooth(0.12, 0.4, depth) - 8 * (1 - smooth(0.1, 0.3, depth));
}

/** Eroded ranges that close a valley; with `flooded`, the valley floor sinks below the water. */
function mountains(noise: Noise, site: Site, heightGain: number, flooded: boolean): number {
  const { x, z, aside, depth } = site;
  const relief = noise.eroded(x * 0.0062, z * 0.0062, 8);
  const valley = smooth(0.02, flooded ? 0.5 : 0.42, aside);
  const far = smooth(0.22, 0.85, depth);
  const closed = mix(valley, 1, smooth(0.42, 0.74, depth));
  const envelope = (0.13 + 0.87 * Math.pow(far, 1.25)) * (0.22 + 0.78 * closed);
  const peaks = smooth(-0.3, 0.75, relief) * 0.45;
  const rise = (relief * 0.5 + 0.3 + peaks) * 205 * envelope * heightGain;
  const height = rise + noise.fbm(x * 0.02, z * 0.02, 4) * 5 - 6;
  if (!flooded) return height;
  return height - (1 - valley) * 26 * (1 - smooth(0.35, 0.7, depth)) - 2;
}

/** The cone with its crater and the gullies down its sides, at a cell (dx, dz) from the top. */
function volcanoCone(noise: Noise, dx: number, dz: number): number {
  const r = hypot(dx, dz) / MAP_SIZE;
  const cone = Math.pow(clamp(1 - r / 0.46), 2.2) * 158;
  const crater = r < 0.03 ? ((0.03 - r) / 0.03) * 26 : 0;
  const gullies = noise.ridged(Math.atan2(dz, dx) * 3.2, r * 9, 4) * 12;
  return cone - crater + gullies * clamp(1 - r / 0.4) * smooth(0.02, 0.1, r);
}

const heightOf: Record<Terrain, (noise: Noise, site: Site) => number> = {
  desert,
  canyon,
  hills,
  plains,
  islands,
  arctic: (noise, site) => mountains(noise, site, 0.8, false),
  lake: (noise, site) => mountains(noise, site, 1, true),
  coast: (noise, site) => mountains(noise, site, 1, true),
  mountains: (noise, site) => mountains(noise, site, 1, false),
  volcano: (noise, site) => mountains(noise, site, 1, false),
};

/** The map of a landscape kind. */
export function heightMap(kind: Terrain, noise: Noise, rng: Rng): HeightMap {
  const axis = MAP_SIZE * (0.5 + rng.range(-0.06, 0.06));
  const phase = rng() * 90;
  const peakX = MAP_SIZE * rng.range(0.36, 0.64);
  const peakZ = MAP_SIZE * rng.range(0.7, 0.76);
  const heightAt = heightOf[kind];
  const toNoise = TUNED_SIZE / MAP_SIZE;
  /** How far the valley is bent aside in each row. */
  const bends = Float64Array.from({ length: MAP_SIZE }, (_, z) => {
    const depth = z / MAP_SIZE;
    return Math.sin(depth * 6 + phase) * MAP_SIZE * 0.05 * (1 - depth * 0.5);
  });
  const heights = cellMap((cell) => {
    const x = cell % MAP_SIZE;
    const z = (cell / MAP_SIZE) | 0;
    const height = heightAt(noise, {
      depth: z / MAP_SIZE,
      aside: Math.abs(x - axis - bends[z]) / MAP_SIZE,
      x: x * toNoise + phase * 31,
      z: z * toNoise + phase * 17,
    });
    return kind === "volcano" ? height * 0.22 + volcanoCone(noise, x - peakX, z - peakZ) : height;
  });
  return { heights, axis, peakX, peakZ };
}
