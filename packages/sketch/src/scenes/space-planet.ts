/** Shaded spheres with air, clouds, seas or lava, and rings around them. */
import { type Rgb, clamp, hex, mix, smooth, hypot } from "../core/color.ts";
import type { Noise } from "../core/noise.ts";
import type { Frame, PlanetKind, SceneState } from "../types.ts";
import { eachRow } from "../core/rows.ts";
import { surfaceOf } from "./space-surface.ts";

export const PLANET_COLORS: Readonly<Record<PlanetKind, readonly Rgb[]>> = {
  rocky: ["#2a1f1a", "#8a5a3c", "#d9b38a"].map(hex),
  gas: ["#8a5a44", "#d9b48a", "#f6e7cf"].map(hex),
  ice: ["#1f4a6a", "#7fc0dd", "#f4fcff"].map(hex),
  lava: ["#0e0808", "#3a1410", "#ff5a1c"].map(hex),
  earth: ["#0b2a55", "#2f6b3a", "#c9b07a"].map(hex),
  violet: ["#2a1148", "#7a3fb0", "#f0b8ff"].map(hex),
  neptune: ["#10256a", "#2f62d0", "#a8d4ff"].map(hex),
};
const AIR_COLORS: Readonly<Partial<Record<PlanetKind, Rgb>>> = {
  rocky: hex("#ffb27a"),
  lava: hex("#ff5a2a"),
  gas: hex("#ffdcae"),
  violet: hex("#d79aff"),
};
const BLUE_AIR = hex("#7fc4ff");
/** The air reaches this far, in radii. */
const AIR_RADIUS = 1.16;

export type Ring = { tilt: number; turn: number };

export type Planet = {
  /** Centre and radius in pixels. */
  cx: number;
  cy: number;
  radius: number;
  /** Unit vector to the light: right, down, towards the viewer. */
  light: Rgb;
  kind: PlanetKind;
  /** Longitude that faces the viewer. */
  longitude: number;
  ring: Ring | null;
};

/** Draws one planet over what is there. */
export function drawPlanet(frame: Frame, state: SceneState, noise: Noise, planet: Planet): void {
  const { w, h, rgb } = frame;
  const { cx, cy, radius, light, kind, ring } = planet;
  const air = AIR_COLORS[kind] ?? BLUE_AIR;
  const reach = radius * AIR_RADIUS;
  const colors = PLANET_COLORS[kind];
  const left = Math.max(0, Math.floor(cx - reach));
  const right = Math.min(w, cx + reach);
  eachRow(state, cy - reach, Math.min(h, cy + reach), (y) => {
    const v = (y + 0.5 - cy) / radius;
    for (let x = left; x < right; x++) {
      const u = (x + 0.5 - cx) / radius;
      const d = hypot(u, v);
      const j = (y * w + x) * 3;
      if (d > 1) {
        const facing = clamp(((u * light[0] + v * light[1]) / d) * 0.5 + 0.5);
        const glow = Math.exp((1 - d) * 26) * facing ** 1.6 * 0.75;
        for (let c = 0; c < 3; c++) rgb[j + c] += air[c] * glow;
        if (d > 1 + 1.2 / radius) continue;
      }
      const z = Math.sqrt(Math.max(0, 1 - d * d));
      const longitude = Math.atan2(u, z) + planet.longitude;
      const latitude = Math.asin(clamp(v, -1, 1));
      const ground = surfaceOf(noise, kind, colors, longitude, latitude);
      const slope = u * light[0] + v * light[1] + z * light[2];
      const lit = slope + ground.bump * (1 - ground.sea) * 0.5;
      const day = smooth(-0.12, 0.95, lit) * 1.55 * (ring ? ringShade(u, v, ring) : 1);
      const gleam = ground.sea > 0 ? seaGleam(u, v, z, light) * ground.sea : 0;
      const rim = (1 - z) ** 3.2 * smooth(-0.25, 0.6, lit) * 0.95;
      const share = clamp((1 - d) * radius + 0.5);
      for (let c = 0; c < 3; c++) {
        const land = mix(ground.color[c] * day, day * 0.97, ground.cloud * 0.85);
        const shine = gleam * (1 - ground.cloud) * SEA_GLEAM[c] + ground.glow * LAVA_GLOW[c];
        rgb[j + c] = mix(rgb[j + c], land + shine + air[c] * rim, share);
      }
    }
  });
}

const SEA_GLEAM: Rgb = [0.9, 0.86, 0.77];
const LAVA_GLOW: Rgb = [2.4, 0.6, 0.08];

/** Reflection of the light in water (Blinn). */
function seaGleam(u: number, v: number, z: number, light: Rgb): number {
  const length = Math.hypot(light[0], light[1], light[2] + 1);
  const half = (u * light[0] + v * light[1] + z * (light[2] + 1)) / length;
  return clamp(half) ** 60;
}

/** The thin shadow of the ring on its planet. */
function ringShade(u: number, v: number, { turn }: Ring): number {
  const across = -u * Math.sin(turn) + v * Math.cos(turn);
  return 1 - 0.45 * smooth(0.075, 0.02, Math.abs(across + 0.12));
}

const RING_INNER = 1.28;
const RING_OUTER = 2.2;

/** One half of a ring: the far half before the planet is drawn, the near one after. */
export function drawRing(
  frame: Frame,
  state: SceneState,
  noise: Noise,
  { cx, cy, radius, light, kind, ring }: Planet & { ring: Ring },
  half: "far" | "near",
): void {
  const { w, h, rgb } = frame;
  const color = PLANET_COLORS[kind][2];
  const cos = Math.cos(ring.turn);
  const sin = Math.sin(ring.turn);
  const reach = radius * (RING_OUTER + 0.05);
  const left = Math.max(0, Math.floor(cx - reach));
  const right = Math.min(w, cx + reach);
  eachRow(state, cy - reach, Math.min(h, cy + reach), (y) => {
    for (let x = left; x < right; x++) {
      const along = ((x - cx) * cos + (y - cy) * sin) / radius;
      const across = (-(x - cx) * sin + (y - cy) * cos) / radius;
      if (across < 0 !== (half === "far")) continue;
      const q = hypot(along, across / ring.tilt);
      if (q < RING_INNER || q > RING_OUTER) continue;
      const t = (q - RING_INNER) / (RING_OUTER - RING_INNER);
      const grain = noise.n2(t * 14, 5) * 0.7 + noise.n2(t * 34, 9) * 0.22;
      const gap = mix(0.12, 1, smooth(0.018, 0.034, Math.abs(t - 0.62)));
      const bands = clamp(0.55 + grain) * smooth(0, 0.06, t) * smooth(1, 0.85, t) * gap;
      const inShade = half === "far" && Math.abs(along + light[0] * 0.3) < 0.95;
      const lit = inShade ? smooth(0.55, 0.95, Math.abs(along + light[0] * 0.9)) : 1;
      const j = (y * w + x) * 3;
      for (let c = 0; c < 3; c++) {
        rgb[j + c] = mix(rgb[j + c], color[c] * 0.85 * mix(0.15, 1, lit), bands * 0.85);
      }
    }
  });
}
