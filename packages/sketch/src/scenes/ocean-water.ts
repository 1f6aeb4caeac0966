/** How sea water looks at a point: body colour, mirrored sky, glitter, whitecaps, haze. */
import { type Rgb, clamp, mix, smooth } from "../core/color.ts";
import type { Frame } from "../core/frame.ts";
import type { Noise } from "../core/noise.ts";
import type { Sky } from "../sky.ts";
import type { Light, SceneState } from "../types.ts";
import { type Beach, addSand, foamAt } from "./ocean-beach.ts";

export type Sea = {
  noise: Noise;
  sky: Sky;
  light: Light;
  /** Moment in the waves' run, and the way they come from (radians). */
  phase: number;
  angle: number;
  amplitude: number;
  roughness: number;
  deep: Rgb;
  shallow: Rgb;
  /** Light on the water. */
  lit: Rgb;
  /** The painted sky down to the horizon, for reflections. */
  skyRows: Float32Array;
  beach: Beach | null;
};

/** Height of the eye over the water in world units. */
export const EYE = 6;

/** Trains of waves, long to short; the short ones fade out with distance. */
const TRAINS = [
  { across: 0.05, along: 0.13, gain: 1.3, offset: 0, from: Infinity, to: Infinity },
  { across: 0.16, along: 0.38, gain: 0.95, offset: 17, from: 420, to: 120 },
  { across: 0.5, along: 1.05, gain: 0.7, offset: 31, from: 160, to: 50 },
  { across: 1.6, along: 2.9, gain: 0.5, offset: 77, from: 60, to: 16 },
];

/** Step at which wave slopes are taken, in noise units. */
const SLOPE_STEP = 0.25;

/** Slopes and height of the small waves at a point. */
type Surface = { slopeX: number; slopeZ: number; height: number };

/** How a swell lifts a point of the sea; none on a flat sea. */
export type Lift = {
  /** Rise of the water away from the viewer. */
  steepness: number;
  /** 0 in the trough, 1 on the crest, where light shines through and foam breaks. */
  crest: number;
};

/** Fills `out` with the light of the water at pixel (x, y), distance z. */
export type WaterShader = (x: number, y: number, z: number, lift: Lift, out: Rgb) => void;

function waveSurface(sea: Sea, u: number, v: number, z: number, out: Surface): void {
  const { noise, phase } = sea;
  out.slopeX = 0;
  out.slopeZ = 0;
  out.height = 0;
  for (const train of TRAINS) {
    if (z >= train.from) break;
    const gain =
      train.from === Infinity ? train.gain : train.gain * smooth(train.from, train.to, z);
    const x = u * train.across + train.offset;
    const y = v * train.along + phase;
    const here = noise.n2(x, y);
    out.slopeX += (here - noise.n2(x + SLOPE_STEP, y)) * gain;
    out.slopeZ += (here - noise.n2(x, y + SLOPE_STEP)) * gain;
    out.height += here * gain;
  }
  out.slopeX *= sea.amplitude;
  out.slopeZ *= sea.amplitude;
}

function whitecap(sea: Sea, u: number, v: number, height: number, lift: number): number {
  const { noise, amplitude, phase } = sea;
  const ragged = noise.n2(u * 0.9, v * 1.7 + phase) * 0.35;
  const crest = smooth(0.62, 0.95, height * 0.8 + ragged + lift);
  if (crest <= 0) return 0;
  const broken = smooth(0.1, 0.6, noise.fbm(u * 0.7 + 5, v * 1.3, 3) + 0.5);
  return clamp(crest * broken * (amplitude - 0.6)) * 0.8;
}

/** Focal length in pixels. */
export const focalOf = (frame: Frame): number => frame.h * 0.9;

/** The look of the water of one picture. */
export function makeWaterShader(frame: Frame, state: SceneState, sea: Sea): WaterShader {
  const { w, h } = frame;
  const { sky, light, deep, shallow, lit, skyRows, beach, amplitude, noise } = sea;
  const { horizon, sunX } = light;
  const { spec } = state;
  const focal = focalOf(frame);
  const cos = Math.cos(sea.angle);
  const sin = Math.sin(sea.angle);
  const lastSkyRow = Math.max(0, Math.ceil(horizon) - 1);
  const overcast = spec.clouds > 0.85 || sky.name === "storm";
  const glitterGain =
    sky.sunStrength *
    1.7 *
    (overcast ? 0.08 : 1) *
    (0.5 + 0.5 * clamp(1.2 - sky.altitude)) *
    (sky.night ? 1.1 : 1);
  const hazeGain = 0.3 * Math.min(1.4, sky.sunStrength * 0.5) * (sky.night ? 0.3 : 1);
  const hazeShare = 0.55 + 0.4 * spec.fog;
  const surface: Surface = { slopeX: 0, slopeZ: 0, height: 0 };

  return (x, y, z, { steepness, crest }, out) => {
    const below = Math.abs(y - horizon);
    const nearness = clamp(below / (h - horizon));
    const across = ((x - w / 2) / focal) * z;
    const u = across * cos + z * sin;
    const v = -across * sin + z * cos;
    waveSurface(sea, u, v, z, surface);
    const { slopeX, slopeZ, height } = surface;

    const flat = EYE / Math.sqrt(EYE * EYE + z * z);
    const facing = clamp(flat + slopeZ * 0.55 + steepness * 0.5, 0.02, 1);
    const reflect = clamp((0.03 + 0.97 * Math.pow(1 - facing, 3.4)) * 0.9);
    const raised = Math.abs(slopeZ) * 0.32 + Math.max(0, steepness) * 0.3 + 0.01;
    const mirrorY = clamp(horizon - below * 0.72 - raised * h, 0, lastSkyRow) | 0;
    const mirrorX = clamp(x + slopeX * w * 0.12, 0, w - 1) | 0;
    const p = (mirrorY * w + mirrorX) * 3;
    const thin = 0.12 + nearness * 0.35 + Math.max(0, height) * 0.3 * amplitude;
    const clear = clamp(thin * 0.45 + crest * crest * 0.55);
    const shoal = beach ? smooth(h * 0.25, 0, beach.edge[x] - y) * 0.85 : 0;
    const gain = 1.25 * clamp(0.62 + height * 0.5) * (1 + crest * 0.5);

    const aside = (x - sunX) / w + slopeX * 0.12;
    const pathWidth = 0.035 + nearness * 0.14 + sea.roughness * 0.03;
    const facet = Math.pow(clamp(0.5 + slopeZ * 1.15 + slopeX * 0.35), 4.2);
    const glitter = Math.exp(-(aside * aside) / (pathWidth * pathWidth)) * facet * glitterGain;
    const breaks = smooth(0.66, 0.95, crest) * 0.95;
    const cap = amplitude > 0.75 && z < 220 ? whitecap(sea, u, v, height, breaks) : 0;
    const foam = beach ? foamAt(frame, noise, beach, x, y) : 0;
    for (let c = 0; c < 3; c++) {
      const body = mix(mix(deep[c], shallow[c], clear), shallow[c], shoal) * lit[c] * gain;
      const water = mix(body, skyRows[p + c], reflect) + sky.sun[c] * glitter;
      out[c] = mix(mix(water, lit[c] * 1.15, cap), lit[c] * 1.35, foam);
    }
    if (beach) addSand(frame, beach, x, y, { noise, lit, horizon, skyRows }, out);

    const haze = (1 - Math.exp(-z * 0.0022)) * hazeShare;
    const glow = Math.exp((-Math.abs(x - sunX) / w) * 4) * hazeGain;
    for (let c = 0; c < 3; c++) {
      out[c] = mix(out[c], sky.fog[c] * 0.8 + sky.sun[c] * glow, haze);
    }
  };
}
