/** Named skies and how they are painted: gradient, sun or moon with its glow, plane clouds. */
import { type Rgb, clamp, hex, mix, mixc, ramp, smooth } from "./core/color.ts";
import type { Frame } from "./core/frame.ts";
import { type Noise, coarseField } from "./core/noise.ts";
import type { Rng } from "./core/rng.ts";
import { paintBodies } from "./sky-bodies.ts";
import { type CloudCover, paintAurora, paintRays, paintStars } from "./sky-lights.ts";
import { type SkyPreset, skyPresets } from "./sky-presets.ts";
import type { Atmosphere, SceneSpec, SkyName } from "./types.ts";

/** A sky ready to paint; colours are linear. */
export type Sky = Atmosphere & {
  name: SkyName;
  zenith: Rgb;
  middle: Rgb;
  horizon: Rgb;
  aurora: boolean;
  /** `LUT_SIZE` colours from the horizon up to the zenith. */
  lut: Float32Array;
};

const LUT_SIZE = 512;

/** The named sky, its colours drawn towards `tint` when one is given. */
export function makeSky(name: SkyName, tint: Readonly<Rgb> | null = null): Sky {
  const preset: SkyPreset = skyPresets[name];
  const towards = (code: string, share: number): Rgb =>
    tint ? mixc(hex(code), tint, share) : hex(code);
  const zenith = towards(preset.zenith, 0.45);
  const middle = towards(preset.middle, 0.6);
  const horizon = towards(preset.horizon, 0.35);
  return {
    name,
    zenith,
    middle,
    horizon,
    sun: hex(preset.sun),
    sunStrength: preset.sunStrength,
    ambient: towards(preset.ambient, 0.25),
    fog: towards(preset.fog, 0.4),
    altitude: preset.altitude,
    exposure: preset.exposure,
    night: preset.night ?? 0,
    aurora: preset.aurora ?? false,
    lut: ramp(
      [
        [0, horizon],
        [0.28, middle],
        [1, zenith],
      ],
      LUT_SIZE,
    ),
  };
}

/** Whether the disc of the sun or moon can be seen through this sky. */
export const showsSun = (sky: Sky, clouds: number): boolean =>
  clouds < 0.85 && sky.name !== "overcast" && sky.name !== "storm" && sky.name !== "aurora";

export type SkyOptions = {
  /** Row of the horizon and place of the sun, in pixels. */
  horizon: number;
  sx: number;
  sy: number;
  noise: Noise;
  /** Cover, 0 to 1. */
  clouds?: number;
  cloudStyle?: "cumulus" | "cirrus";
  stars?: number;
  moon?: boolean;
  sunVisible?: boolean;
  sunSize?: number;
  /** Throws when the picture has been cancelled; called every few rows. */
  check(): void;
  rng: Rng;
  rays?: number;
  /** Suns and moons by number, the one at `sx`, `sy` among them. */
  bodies?: { counts: NonNullable<SceneSpec["bodies"]>; rng: Rng };
};

/** Clouds lie on a flat layer above the viewer, so they shrink towards the horizon. */
function cloudField(
  frame: Frame,
  rows: number,
  options: SkyOptions,
): (x: number, y: number) => number {
  const { noise, horizon, cloudStyle } = options;
  const side = Math.min(frame.w, frame.h);
  return coarseField(frame.w, rows + 4, 3, (x, y) => {
    const elevation = Math.max(0.012, (horizon - y) / side);
    const across = (x - frame.w / 2) / side;
    if (cloudStyle === "cirrus") {
      const scale = 0.9 / (elevation + 0.16);
      const cx = across * scale * 1.4;
      const cy = scale * 2.2;
      const warp = noise.fbm(cx * 0.6 + 3, cy * 0.4, 3) * 1.2;
      return noise.fbm(cx * 1.2 + warp, cy * 3.2 + warp * 0.7, 5) * smooth(0, 0.12, elevation);
    }
    const scale = 0.62 / (elevation + 0.1);
    const cx = across * scale * 1.9;
    const cy = scale * 3.0;
    const warp = noise.n2(cx * 0.7 + 9, cy * 0.7) * 0.45;
    return noise.fbm(cx + warp, cy + warp, 6) * smooth(0, 0.06, elevation);
  });
}

function cloudCover(frame: Frame, rows: number, options: SkyOptions): CloudCover | null {
  const { clouds = 0.45, cloudStyle = "cumulus" } = options;
  if (clouds <= 0.02) return null;
  return {
    at: cloudField(frame, rows, options),
    threshold: 0.34 - clouds * 0.52,
    softness: cloudStyle === "cirrus" ? 0.5 : 0.24,
    opacity: cloudStyle === "cirrus" ? 0.62 : 0.92,
  };
}

const FALLOFF_STEPS = 1024;
/** Farther than any pixel lies from the sun, in short sides. */
const FALLOFF_END = 8;

/** A smooth function of the distance from the sun, read from a table. */
function falloff(of: (distance: number) => number): (distance: number) => number {
  const perStep = FALLOFF_STEPS / FALLOFF_END;
  const table = Float64Array.from({ length: FALLOFF_STEPS + 2 }, (_, i) => of(i / perStep));
  return (distance) => {
    const at = Math.min(FALLOFF_STEPS, distance * perStep);
    const i = at | 0;
    return table[i] + (table[i + 1] - table[i]) * (at - i);
  };
}

/** Paints the sky from the top row to a little below the horizon. */
export function paintSky(frame: Frame, sky: Sky, options: SkyOptions): void {
  const { w, h, rgb } = frame;
  const { horizon, sx, sy, noise, stars = 0, moon = false, sunVisible = true } = options;
  const { sunSize = 1, rng, rays = 0 } = options;
  const rows = Math.min(h, Math.ceil(horizon + h * 0.06));
  const side = Math.min(w, h);
  const discRadius = side * (moon ? 0.034 : 0.024) * sunSize;
  const cover = cloudCover(frame, rows, options);
  const { lut, sun, ambient, night } = sky;
  const glowGain = night ? 0.25 : 1;
  const hazeGain = night ? 0.3 : 1;
  const cloudSun = sky.sunStrength * (night ? 0.35 : 1);
  const cloudGain = night ? 0.5 : 0.8;
  const step = side * 0.016;

  const mieAt = falloff(
    (d) => glowGain * sky.sunStrength * (0.11 * Math.exp(-d * 3.6) + 0.26 * Math.exp(-d * 12)),
  );
  const liningAt = falloff((d) => Math.exp(-d * 2.2));
  const aside = Float64Array.from({ length: w }, (_, x) =>
    Math.exp((-Math.abs(x - sx) / side) * 1.8),
  );

  for (let y = 0; y < rows; y++) {
    if (y % ROWS_PER_CHECK === 0) options.check();
    const height = clamp((horizon - y) / (h * 0.72));
    const entry = ((Math.pow(height, 0.8) * (LUT_SIZE - 1)) | 0) * 3;
    const hazeRow =
      Math.exp(-Math.abs(y - horizon) / (h * 0.1)) * 0.13 * sky.sunStrength * hazeGain;
    for (let x = 0; x < w; x++) {
      const j = (y * w + x) * 3;
      const dx = (x - sx) / side;
      const dy = (y - sy) / side;
      const d = Math.sqrt(dx * dx + dy * dy * 1.15);
      const glow = mieAt(d) + hazeRow * aside[x];
      let r = lut[entry] + sun[0] * glow;
      let g = lut[entry + 1] + sun[1] * glow;
      let b = lut[entry + 2] + sun[2] * glow;

      let opaque = 0;
      if (cover) {
        const density = cover.at(x, y);
        opaque = smooth(cover.threshold, cover.threshold + cover.softness, density);
        if (opaque > 0.003) {
          // The side of a cloud that faces the sun is thinner there: a second sample towards it.
          const nearX = clamp(x - (dx / (d + 0.15)) * step, 0, w - 1);
          const nearY = clamp(y - (dy / (d + 0.15)) * step - side * 0.008, 0, rows - 1);
          const lit = clamp(0.5 + (density - cover.at(nearX, nearY)) * 2.6);
          const thick = clamp((density - cover.threshold) * 1.7);
          const lining = liningAt(d) * (1 - thick * 0.6);
          const light = cloudSun * (0.16 + 0.34 * lit + 0.55 * lining);
          const shade = mix(1, 0.62, thick) * mix(0.75, 1.12, lit) * cloudGain;
          const a = opaque * cover.opacity;
          r = mix(r, (ambient[0] * 0.75 + sun[0] * light) * shade + r * 0.16, a);
          g = mix(g, (ambient[1] * 0.75 + sun[1] * light) * shade + g * 0.16, a);
          b = mix(b, (ambient[2] * 0.75 + sun[2] * light) * shade + b * 0.16, a);
        }
      }

      const disc = sunVisible ? clamp((discRadius - d * side) / 1.6 + 0.5) : 0;
      if (disc > 0) {
        const veil = 1 - opaque * 0.85;
        if (moon) {
          const seas = noise.fbm(
            ((x - sx) / discRadius) * 1.1 + 40,
            ((y - sy) / discRadius) * 1.1,
            4,
          );
          const light = 2.2 * veil * (0.78 + 0.3 * seas);
          r = mix(r, light, disc);
          g = mix(g, 0.97 * light, disc);
          b = mix(b, 0.9 * light, disc);
        } else {
          const light = 6 * veil;
          r = mix(r, Math.min(1, sun[0] * 1.2 + 0.2) * light, disc);
          g = mix(g, (sun[1] + 0.15) * light, disc);
          b = mix(b, (sun[2] + 0.08) * light, disc);
        }
      }
      rgb[j] = r;
      rgb[j + 1] = g;
      rgb[j + 2] = b;
    }
  }

  options.check();
  if (sky.aurora) paintAurora(frame, { horizon, noise, rng });
  if (stars > 0) paintStars(frame, { horizon, rng, n: starCount(frame, stars), cover });
  options.check();
  if (options.bodies) {
    const main = { x: sx, y: sy, radius: discRadius };
    const mainKind = sunVisible ? (moon ? "moon" : "sun") : null;
    const { counts, rng: spots } = options.bodies;
    paintBodies(frame, counts, { horizon, main, mainKind, night, cover, noise, rng: spots });
  }
  if (rays > 0) paintRays(frame, { sx, sy, color: sun, noise, amount: rays });
}

/** Stars by the shape of the frame, not its pixels: a larger size shows the same sky. */
function starCount(frame: Frame, stars: number): number {
  const side = Math.min(frame.w, frame.h);
  return Math.round(STARS_PER_SQUARE * ((frame.w * frame.h) / (side * side)) * stars);
}

const STARS_PER_SQUARE = 1150;
const ROWS_PER_CHECK = 24;
