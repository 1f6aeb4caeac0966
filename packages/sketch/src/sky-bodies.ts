/** Further suns and moons beside the one that gives the light. */
import { type Rgb, clamp, mix, smooth } from "./core/color.ts";
import type { Frame } from "./core/frame.ts";
import type { Noise } from "./core/noise.ts";
import type { Rng } from "./core/rng.ts";
import type { CloudCover } from "./sky-lights.ts";
import type { SceneSpec } from "./types.ts";

/** A disc in the sky: middle and radius in pixels. */
type Disc = { x: number; y: number; radius: number };
type Body = Disc & { moon: boolean; tint: Rgb; lit: number };

const CANDIDATES = 40;
/** Nearer to the edge a disc would be cut. */
const MARGIN = 0.09;
/** Share of the sky, from the top, that mountains and towers leave free. */
const FREE_SKY = 0.44;
/** Light of a moon beside the stars, and of one by day. */
const [BY_NIGHT, BY_DAY] = [1.9, 0.9];
const HALO_REACH = 5;

/** Row for the main disc of a sky with several: no land stands before it. */
export const rowInView = (
  { bodies }: Pick<SceneSpec, "bodies">,
  y: number,
  horizon: number,
  h: number,
): number => (bodies ? clamp(y, h * MARGIN, horizon * FREE_SKY) : y);

/** How many discs of both kinds are left to draw once the main one is there, if it is. */
function furtherOf({ suns = 0, moons = 0 }: NonNullable<SceneSpec["bodies"]>, main: string | null) {
  return {
    suns: Math.max(0, suns - (main === "sun" ? 1 : 0)),
    moons: Math.max(0, moons - (main === "moon" ? 1 : 0)),
  };
}

/** Discs apart from one another and from the main one. */
function placeBodies(
  { w, h }: Frame,
  horizon: number,
  { rng, main, suns, moons }: { rng: Rng; main: Disc; suns: number; moons: number },
): Body[] {
  const side = Math.min(w, h);
  const placed: Disc[] = [main];
  return Array.from({ length: suns + moons }, (_, i) => {
    const moon = i >= suns;
    const radius = side * rng.range(0.018, 0.046);
    const spots = Array.from({ length: CANDIDATES }, () => ({
      x: w * rng.range(MARGIN, 1 - MARGIN),
      y: rng.range(h * MARGIN, Math.max(h * MARGIN * 1.4, horizon * FREE_SKY)),
    }));
    // The best spot is neither beside another disc nor as far away as it can be: they belong together.
    const cost = (spot: { x: number; y: number }): number => {
      const gaps = placed.map(
        (other) => (Math.hypot(spot.x - other.x, spot.y - other.y) - radius - other.radius) / side,
      );
      const nearest = Math.min(...gaps);
      return nearest < 0.06 ? 2 - nearest : Math.abs(nearest - 0.16);
    };
    const costs = spots.map(cost);
    const spot = spots[costs.indexOf(Math.min(...costs))];
    const warm = rng();
    const tint: Rgb = moon ? [1, mix(0.86, 0.98, warm), mix(0.72, 0.98, warm)] : [1, 0.62, 0.4];
    const body: Body = { ...spot, radius, moon, tint, lit: rng.range(0.25, 1) };
    placed.push(body);
    return body;
  });
}

type BodiesIn = {
  horizon: number;
  /** The disc that is there already; unseen where the sky hides it. */
  main: Disc;
  mainKind: "sun" | "moon" | null;
  night: number;
  cover: CloudCover | null;
  noise: Noise;
  rng: Rng;
};

/** Paints the suns and moons that `bodies` counts beyond the main disc, behind the clouds. */
export function paintBodies(
  frame: Frame,
  bodies: NonNullable<SceneSpec["bodies"]>,
  { horizon, main, mainKind, night, cover, noise, rng }: BodiesIn,
): void {
  const counts = furtherOf(bodies, mainKind);
  for (const body of placeBodies(frame, horizon, { rng, main, ...counts }))
    paintBody(frame, body, { night, cover, noise });
}

function paintBody(
  { w, h, rgb }: Frame,
  { x: cx, y: cy, radius, moon, tint, lit }: Body,
  { night, cover, noise }: Pick<BodiesIn, "night" | "cover" | "noise">,
): void {
  const reach = radius * HALO_REACH;
  const light = moon ? mix(BY_DAY, BY_NIGHT, clamp(night)) : 4;
  const halo = moon ? 0.07 * night : 0.35;
  // The edge of the night on a moon runs from pole to pole.
  const terminator = 1 - 2 * lit;
  for (let y = Math.max(0, Math.floor(cy - reach)); y < Math.min(h, cy + reach); y++) {
    for (let x = Math.max(0, Math.floor(cx - reach)); x < Math.min(w, cx + reach); x++) {
      const u = (x + 0.5 - cx) / radius;
      const v = (y + 0.5 - cy) / radius;
      const d = Math.sqrt(u * u + v * v);
      const j = (y * w + x) * 3;
      const hidden = cover
        ? smooth(cover.threshold, cover.threshold + cover.softness, cover.at(x, y))
        : 0;
      const veil = 1 - hidden * 0.85;
      const glow = halo * veil * Math.exp(-Math.max(0, d - 1) * 1.3) * clamp(HALO_REACH - d);
      const disc = clamp((1 - d) * (radius / 1.6) + 0.5);
      let bright = light * veil;
      if (moon) {
        const edge = terminator * Math.sqrt(Math.max(0, 1 - v * v));
        bright *= mix(0.12, 1, smooth(edge - 0.12, edge + 0.12, u));
        bright *= 0.78 + 0.3 * noise.fbm(u * 1.1 + cx, v * 1.1, 4);
      }
      for (let c = 0; c < 3; c++)
        rgb[j + c] = mix(rgb[j + c] + tint[c] * glow, Math.max(rgb[j + c], tint[c] * bright), disc);
    }
  }
}
