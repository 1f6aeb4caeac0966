/** Glowing gas and the spiral of a galaxy, one pixel at a time. */
import { type Rgb, clamp, mix, smooth, hypot } from "../core/color.ts";
import { type Noise, coarseField } from "../core/noise.ts";
import { zoomOf } from "../lens.ts";
import type { Rng, SceneState } from "../types.ts";

/** Gas density and the large clouds in it, read in pixels. */
export type GasField = {
  density(x: number, y: number): number;
  filaments(x: number, y: number): number;
  clouds(x: number, y: number): number;
};

const GAS_SCALE = 2.1;
const GAS_BEHIND_GALAXY = 0.35;

/** Noise bent twice by noise: the curls of an emission nebula. */
export function gasField(
  state: SceneState,
  noise: Noise,
  rng: Rng,
  w: number,
  h: number,
): GasField {
  const side = Math.min(w, h) * zoomOf(state.spec);
  const ox = rng() * 40;
  const oy = rng() * 40;
  const at = (x: number, y: number, scale: number): [number, number] => [
    ((x - w / 2) / side) * scale + ox,
    ((y - h / 2) / side) * scale + oy,
  ];
  return {
    density: coarseField(w, h, 3, (x, y) => {
      if (x === 0) state.check();
      const [u, v] = at(x, y, GAS_SCALE);
      const bendU = noise.fbm(u, v, 4);
      const bendV = noise.fbm(u + 5.2, v + 1.3, 4);
      return noise.fbm(u + 2.4 * bendU, v + 2.4 * bendV, 6) * 1.15 + 0.42;
    }),
    filaments: coarseField(w, h, 4, (x, y) => {
      if (x === 0) state.check();
      const [u, v] = at(x, y, GAS_SCALE * 0.8);
      return noise.ridged(u + 20 + noise.fbm(u + 20, v + 20, 3) * 0.9, v + 20, 5);
    }),
    clouds: coarseField(w, h, 4, (x, y) => {
      const [u, v] = at(x, y, 1.1);
      return noise.fbm(u + 70, v, 4) + 0.35;
    }),
  };
}

/** Light of the gas at a pixel; `colors` run from empty space to the hottest gas. */
export function gasLight(
  field: GasField,
  colors: readonly Readonly<Rgb>[],
  density: number,
  x: number,
  y: number,
  shade: (x: number, y: number) => number,
): Rgb {
  const filament = clamp(field.filaments(x, y) - 0.25);
  const cloud = clamp(field.clouds(x, y));
  const thick = clamp(field.density(x, y)) ** 1.7 * (0.3 + 1.1 * cloud) * density;
  const light = thick * (0.6 + 1.1 * filament);
  const t = clamp(cloud * 0.9 + filament * 0.35);
  const hot = light ** 3.2 * 0.8;
  const dust = smooth(0.1, 0.5, 0.62 - shade(x, y)) * 0.45 * cloud;
  const [empty, cool, warm, white] = colors;
  const glow = (c: number) =>
    empty[c] * 0.6 + mix(cool[c], warm[c], t) * light * 1.1 + white[c] * hot;
  return [glow(0) * (1 - dust * 0.7), glow(1) * (1 - dust * 0.85), glow(2) * (1 - dust)];
}

export type Galaxy = {
  cx: number;
  cy: number;
  side: number;
  tilt: number;
  turn: number;
  arms: number;
  winding: number;
  offset: number;
};

/** Where and how a galaxy lies; always the same number of draws. */
export function galaxyAt(rng: Rng, w: number, h: number, zoom: number): Galaxy {
  return {
    cx: w / 2,
    cy: h / 2,
    side: Math.min(w, h) * zoom,
    tilt: rng.range(0.35, 0.6),
    turn: rng.range(-0.6, 0.6),
    arms: rng.pick([2, 2, 3]),
    winding: rng.range(2.4, 3.2) * rng.sign(),
    offset: rng() * 40,
  };
}

/** Adds a log-spiral galaxy's light at a pixel: arms, dust lanes, pink nurseries and the core. */
export function addGalaxy(
  light: Rgb,
  noise: Noise,
  galaxy: Galaxy,
  tint: Readonly<Rgb>,
  x: number,
  y: number,
): void {
  const { cx, cy, side, tilt, turn, arms, winding, offset } = galaxy;
  const cos = Math.cos(turn);
  const sin = Math.sin(turn);
  const u = ((x - cx) * cos + (y - cy) * sin) / side;
  const v = (-(x - cx) * sin + (y - cy) * cos) / side / tilt;
  const radius = hypot(u, v);
  const phase = Math.atan2(v, u) - winding * Math.log(radius * 6 + 0.35);
  const arm = (0.5 + 0.5 * Math.cos(arms * phase)) ** 2.2;
  const clumps = clamp(0.55 + 0.8 * noise.fbm(u * 9 + offset, v * 9, 4));
  const fall = Math.exp(-radius * 5.2);
  const core = Math.exp(-radius * radius * 110) * 1.9 + Math.exp(-radius * 17);
  const disc = fall * (0.14 + 2 * arm * clumps);
  const laneShape = (0.5 + 0.5 * Math.cos(arms * (phase + 0.32))) ** 8;
  const lane = laneShape * fall * clamp(0.4 + noise.fbm(u * 14, v * 14 + offset, 3)) * 1.2;
  const births = smooth(0.62, 0.8, noise.fbm(u * 22 + 3, v * 22, 3) + arm * 0.5);
  const pink = births * fall * arm * 1.6;
  const red = disc * tint[0] * 1.2 + core + pink - lane * 0.3;
  const green = disc * mix(tint[1], 0.75, 0.35) * 1.2 + core * 0.86 + pink * 0.3 - lane * 0.34;
  const blue = disc * mix(tint[2], 1.1, 0.5) * 1.3 + core * 0.62 + pink * 0.5 - lane * 0.38;
  light[0] = Math.max(0, light[0] * GAS_BEHIND_GALAXY + red);
  light[1] = Math.max(0, light[1] * GAS_BEHIND_GALAXY + green);
  light[2] = Math.max(0, light[2] * GAS_BEHIND_GALAXY + blue);
}
