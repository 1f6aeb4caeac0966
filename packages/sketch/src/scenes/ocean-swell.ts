/** Great waves: trains of sharp crests, and one wave that towers over them. */
import { clamp, smooth } from "../core/color.ts";
import type { Noise } from "../core/noise.ts";
import type { Rng } from "../core/rng.ts";

/** Directions (radians), wavelengths and heights in world units. */
const TRAINS = [
  { angle: 0.12, length: 74, height: 7.5 },
  { angle: -0.5, length: 41, height: 3.6 },
  { angle: 0.62, length: 23, height: 1.6 },
];

export type Swell = {
  noise: Noise;
  phase: number;
  /** Height of the eye over the trough. */
  eye: number;
  /** Height at which a crest breaks. */
  crestHeight: number;
  /** Where the great wave stands, how high and broad it is, and how far it slants. */
  great: { x: number; z: number; height: number; width: number; slant: number };
};

export function makeSwell(rng: Rng, noise: Noise, side: -1 | 1): Swell {
  return {
    noise,
    phase: rng() * 40,
    eye: 10,
    crestHeight: 19,
    great: {
      x: -side * rng.range(14, 40),
      z: rng.range(70, 92),
      height: rng.range(17, 21),
      width: rng.range(46, 62),
      slant: rng.range(0.1, 0.28) * side,
    },
  };
}

/** The waves rise from here, so that none stands right before the eye. */
const CALM_TO = 8;
const FULL_FROM = 52;

/** Height of the water at world (x, z), 0 in the troughs. */
export function swellHeight({ noise, phase, great }: Swell, x: number, z: number): number {
  const wander = noise.n2(x * 0.012 + phase, z * 0.012) * 9;
  let height = 0;
  for (const { angle, length, height: top } of TRAINS) {
    const along = z * Math.cos(angle) + x * Math.sin(angle) + wander;
    const crest = 1 - Math.abs(Math.sin((along * Math.PI) / length + phase));
    const uneven = 0.75 + 0.5 * noise.n2(x / length + phase, z / length);
    height += Math.pow(crest, 1.7) * top * uneven;
  }
  height *= 0.25 + 0.75 * smooth(CALM_TO, FULL_FROM, z);
  const dx = (x - great.x) / great.width;
  // A slanting ridge, steeper towards the viewer than behind.
  const fromRidge = z - great.z - (x - great.x) * great.slant + wander * 0.4;
  const dz = Math.abs(fromRidge) / (fromRidge < 0 ? 17 : 30);
  const tower = Math.exp(-dx * dx) * Math.pow(clamp(1 - dz), 1.35);
  return height * (1 - tower * 0.8) + great.height * tower;
}
