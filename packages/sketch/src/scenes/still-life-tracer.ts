/**
 * Finds what a ray meets in a set of solids between floor and wall, and how the light falls there.
 * Each solid is marched alone, and only inside its bounding box (Hart 1996, "Sphere Tracing").
 */
import { clamp } from "../core/color.ts";
import type { Rgb } from "../types.ts";
import type { Distance } from "./still-life-shapes.ts";
import type { Surface } from "./still-life-solids.ts";

export type Solid = {
  distance: Distance;
  /** Bounds: least and greatest x, y, z. */
  low: readonly [number, number, number];
  high: readonly [number, number, number];
  color: Rgb;
  surface: Surface;
};

/** What a ray met: a solid's number, or one of these. */
export const FLOOR = -1;
export const WALL = -2;
export const NOTHING = -3;

export type Room = {
  solids: readonly Solid[];
  /** Depth of the wall behind; null where the floor runs to the horizon. */
  wallZ: number | null;
  /** Towards the sun, of length 1. */
  sun: readonly [number, number, number];
  /** Greater is harder. */
  hardness: number;
};

/** The same object is filled again by every ray. */
export type Hit = { t: number; what: number; x: number; y: number; z: number };

const FARTHEST = 60;
const MOST_STEPS = 96;
/** Steps stay a little short, since some distances are only estimates. */
const CAUTION = 0.93;
const SHADOW_STEPS = 44;
/** Width of half-shadows at hardness 1, in world units. */
const PENUMBRA = 2.7;
const OCCLUSION_REACH = 0.52;

export type Tracer = {
  hit: Hit;
  /** Follows a ray from the camera; the answer is in `hit`. */
  look(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number): void;
  /** Writes the surface's normal at a point of a solid into `out`. */
  normal(what: number, x: number, y: number, z: number, out: Float64Array): void;
  /** Share of the sun that reaches a point, 0 to 1. */
  sunlight(x: number, y: number, z: number): number;
  /** Share of the sky that reaches a point, 0 to 1. */
  openness(x: number, y: number, z: number, nx: number, ny: number, nz: number): number;
};

export function createTracer({ solids, wallZ, sun, hardness }: Room): Tracer {
  const hit: Hit = { t: 0, what: NOTHING, x: 0, y: 0, z: 0 };
  const near = new Int32Array(solids.length);
  /** Around a solid's box, within which its half-shadow may lie. */
  const penumbra = PENUMBRA / hardness;
  /** Hard shadows are followed in small steps, lest their edges show them. */
  const shortest = 0.14 / hardness + 0.008;
  const [sx, sy, sz] = sun;
  const sunIx = 1 / sx;
  const sunIy = 1 / sy;
  const sunIz = 1 / sz;
  /** Where a ray enters and leaves a box; a typed array, for each write to a captured number allocates. */
  const span = new Float64Array(2);

  /** Whether the ray passes the box of a solid, wider by `pad`; sets `span`. */
  function passes(
    { low, high }: Solid,
    pad: number,
    ox: number,
    oy: number,
    oz: number,
    ix: number,
    iy: number,
    iz: number,
  ): boolean {
    const ax = (low[0] - pad - ox) * ix;
    const bx = (high[0] + pad - ox) * ix;
    const ay = (low[1] - pad - oy) * iy;
    const by = (high[1] + pad - oy) * iy;
    const az = (low[2] - pad - oz) * iz;
    const bz = (high[2] + pad - oz) * iz;
    const enter = Math.max(Math.min(ax, bx), Math.min(ay, by), Math.min(az, bz), 0);
    const leave = Math.min(Math.max(ax, bx), Math.max(ay, by), Math.max(az, bz));
    span[0] = enter;
    span[1] = leave;
    return leave > enter;
  }

  function look(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number): void {
    hit.t = FARTHEST;
    hit.what = NOTHING;
    if (dy < 0 && -oy / dy < hit.t) {
      hit.t = -oy / dy;
      hit.what = FLOOR;
    }
    if (wallZ !== null && dz < 0 && (wallZ - oz) / dz < hit.t) {
      hit.t = (wallZ - oz) / dz;
      hit.what = WALL;
    }
    const ix = 1 / dx;
    const iy = 1 / dy;
    const iz = 1 / dz;
    for (let i = 0; i < solids.length; i++) {
      const solid = solids[i];
      if (!passes(solid, 0.01, ox, oy, oz, ix, iy, iz) || span[0] >= hit.t) continue;
      const end = Math.min(span[1], hit.t);
      let t = span[0];
      for (let step = 0; step < MOST_STEPS && t < end; step++) {
        const d = solid.distance(ox + dx * t, oy + dy * t, oz + dz * t);
        if (d < 0.0004 * t + 0.0002) {
          hit.t = t;
          hit.what = i;
          break;
        }
        t += d * CAUTION;
      }
    }
    hit.x = ox + dx * hit.t;
    hit.y = oy + dy * hit.t;
    hit.z = oz + dz * hit.t;
  }

  function normal(what: number, x: number, y: number, z: number, out: Float64Array): void {
    const { distance } = solids[what];
    const e = 0.0016;
    const a = distance(x + e, y - e, z - e);
    const b = distance(x - e, y - e, z + e);
    const c = distance(x - e, y + e, z - e);
    const d = distance(x + e, y + e, z + e);
    const nx = a - b - c + d;
    const ny = -a - b + c + d;
    const nz = -a + b - c + d;
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz) || 1;
    out[0] = nx / length;
    out[1] = ny / length;
    out[2] = nz / length;
  }

  function sunlight(x: number, y: number, z: number): number {
    let share = 1;
    for (let i = 0; i < solids.length; i++) {
      const solid = solids[i];
      if (!passes(solid, penumbra, x, y, z, sunIx, sunIy, sunIz)) continue;
      let t = Math.max(span[0], 0.02);
      const leave = span[1];
      for (let step = 0; step < SHADOW_STEPS && t < leave; step++) {
        const d = solid.distance(x + sx * t, y + sy * t, z + sz * t);
        share = Math.min(share, (hardness * d) / t);
        if (share < 0.003) return 0;
        t += clamp(d, shortest, 0.35);
      }
    }
    share = clamp(share);
    return share * share * (3 - 2 * share);
  }

  function openness(x: number, y: number, z: number, nx: number, ny: number, nz: number): number {
    let count = 0;
    for (let i = 0; i < solids.length; i++) {
      const { low, high } = solids[i];
      const ox = Math.max(low[0] - x, x - high[0], 0);
      const oy = Math.max(low[1] - y, y - high[1], 0);
      const oz = Math.max(low[2] - z, z - high[2], 0);
      if (ox * ox + oy * oy + oz * oz < OCCLUSION_REACH * OCCLUSION_REACH) near[count++] = i;
    }
    let closed = 0;
    let weight = 1;
    for (let i = 1; i <= 4; i++) {
      const h = 0.015 + 0.125 * i;
      const px = x + nx * h;
      const py = y + ny * h;
      const pz = z + nz * h;
      let d = py;
      if (wallZ !== null) d = Math.min(d, pz - wallZ);
      for (let k = 0; k < count; k++) d = Math.min(d, solids[near[k]].distance(px, py, pz));
      closed += Math.max(0, h - d) * weight;
      weight *= 0.72;
    }
    return clamp(1 - 0.95 * closed);
  }

  return { hit, look, normal, sunlight, openness };
}
