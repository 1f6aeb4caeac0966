/** Light on the surfaces of a still life. */
import { type Rgb, clamp, mix, mul, smooth } from "../core/color.ts";
import type { Noise } from "../core/noise.ts";
import type { Surface } from "./still-life-solids.ts";
import { FLOOR, NOTHING, type Solid, type Tracer, WALL } from "./still-life-tracer.ts";

export type Lighting = {
  sun: readonly [number, number, number];
  sunColor: Rgb;
  sky: Rgb;
  bounce: Rgb;
  /** Sunlight comes through a window in the left wall. */
  window: boolean;
  /** Air between the viewer and far things, per world unit. */
  haze: number;
  hazeColor: Rgb;
};

export type Materials = {
  solids: readonly Solid[];
  floor: Rgb;
  wall: Rgb;
  floorSurface: Surface;
  noise: Noise;
};

/** Width of the boards of a table. */
const PLANK = 0.62;
/** Light that reaches what the window does not shine on. */
const UNLIT = 0.06;
/** Plane of the window, left of the picture. */
const WINDOW_X = -2.7;

/** Share of the sun that the window lets through to a point, softer the farther it flies. */
function throughWindow(x: number, y: number, z: number, sun: Lighting["sun"]): number {
  const t = (x - WINDOW_X) / -sun[0];
  if (t <= 0) return UNLIT;
  const across = z + sun[2] * t;
  const up = y + sun[1] * t;
  const soft = 0.012 + 0.007 * t;
  const inside = (v: number, low: number, high: number) =>
    smooth(low - soft, low + soft, v) * (1 - smooth(high - soft, high + soft, v));
  const frame = inside(across, 0.15, 3.35) * inside(up, 0.85, 4.6);
  const bar = (v: number, pitch: number) => {
    const near = Math.abs(v / pitch - Math.round(v / pitch)) * pitch;
    return smooth(0.035 - soft, 0.035 + soft, near);
  };
  return UNLIT + (1 - UNLIT) * frame * bar(across - 0.15, 0.8) * bar(up - 0.85, 0.9375);
}

export type Shader = (
  ox: number,
  oy: number,
  oz: number,
  dx: number,
  dy: number,
  dz: number,
  out: Float32Array,
) => number;

/** Makes the function that follows one ray, writes its light into `out` and returns what it met. */
export function createShader(
  tracer: Tracer,
  lighting: Lighting,
  { solids, floor, wall, floorSurface, noise }: Materials,
): Shader {
  const { sun, sunColor, sky, bounce } = lighting;
  const { hit } = tracer;
  const normal = new Float64Array(3);
  const plaster: Surface = { gloss: 0.03, metal: 0, veins: 0 };

  /** Light that comes in along a direction, for mirror images: wall, floor and one soft lamp. */
  const surround = (rx: number, ry: number, rz: number, out: Float32Array) => {
    const up = smooth(-0.15, 0.5, ry);
    for (let c = 0; c < 3; c++) {
      out[c] = mix(floor[c] * (0.35 + bounce[c]), wall[c] * 0.4 + sky[c] * 0.75, up);
    }
    const facing = rx * sun[0] + ry * sun[1] + rz * sun[2];
    if (facing < 0.4) return;
    const u = (rx * sun[2] - rz * sun[0]) / facing;
    const v = (ry - sun[1] * facing) / facing;
    const lamp = smooth(0.3, 0.24, Math.abs(u)) * smooth(0.34, 0.28, Math.abs(v));
    for (let c = 0; c < 3; c++) out[c] += lamp * sunColor[c] * 0.9;
  };
  const mirrored = new Float32Array(3);

  return (ox, oy, oz, dx, dy, dz, out) => {
    tracer.look(ox, oy, oz, dx, dy, dz);
    const { what, x, y, z, t } = hit;
    if (what === NOTHING) {
      const up = smooth(-0.02, 0.5, dy);
      for (let c = 0; c < 3; c++) out[c] = mix(lighting.hazeColor[c], wall[c] * 0.8, up);
      return what;
    }
    let surface = plaster;
    let color = wall;
    if (what === FLOOR) {
      normal[0] = 0;
      normal[1] = 1;
      normal[2] = 0;
      color = floor;
      surface = floorSurface;
    } else if (what === WALL) {
      normal[0] = 0;
      normal[1] = 0;
      normal[2] = 1;
    } else {
      tracer.normal(what, x, y, z, normal);
      ({ surface, color } = solids[what]);
    }
    const nx = normal[0];
    const ny = normal[1];
    const nz = normal[2];
    const facing = nx * sun[0] + ny * sun[1] + nz * sun[2];
    let lit = 0;
    if (facing > 0) {
      lit = lighting.window ? throughWindow(x, y, z, sun) : 1;
      if (lit > 0.01) lit *= tracer.sunlight(x + nx * 0.006, y + ny * 0.006, z + nz * 0.006);
    }
    const open = tracer.openness(x, y, z, nx, ny, nz);
    const up = 0.5 + 0.5 * ny;
    const rough = 1 + 0.05 * (1 - surface.gloss) * noise.fbm(x * 7 + z * 3, y * 7 + z * 5, 3);
    let grain = rough;
    if (surface.veins > 0) {
      const bend = noise.fbm(x * 1.7 + z, y * 1.7 - z * 0.6, 4);
      const vein = Math.abs(noise.n2(x * 1.3 + bend * 1.6 + z * 0.7, y * 1.3 + bend * 1.2 - z));
      grain *= 1 - surface.veins * (1 - smooth(0, 0.12, vein));
    }
    if (surface.fibres) {
      const wave = noise.fbm(x * 0.7, z * 0.9, 2);
      const plank = noise.n2(Math.floor(z / PLANK) * 7.3, 2.1) * 0.12;
      const fibre = noise.fbm(x * 1.3 + 3, z * 26 + wave * 6, 3);
      const seam = smooth(0, 0.012, Math.abs(z / PLANK - Math.round(z / PLANK)) * PLANK);
      grain *= (1 + plank + surface.fibres * 0.5 * fibre) * mix(0.55, 1, seam);
    }
    const diffuse = 1 - surface.metal * 0.75;
    for (let c = 0; c < 3; c++) {
      const ambient = open * (sky[c] * up + bounce[c] * (1 - up));
      out[c] = color[c] * grain * diffuse * (sunColor[c] * Math.max(0, facing) * lit + ambient);
    }
    if (surface.gloss > 0.02) {
      const along = dx * nx + dy * ny + dz * nz;
      const rx = dx - 2 * along * nx;
      const ry = dy - 2 * along * ny;
      const rz = dz - 2 * along * nz;
      surround(rx, ry, rz, mirrored);
      const fresnel = 0.04 + 0.96 * Math.pow(clamp(1 + along), 5);
      const share = surface.gloss * mix(fresnel * 1.15, 0.7, surface.metal) * (0.35 + 0.65 * open);
      const shade = 0.35 + 0.65 * lit;
      for (let c = 0; c < 3; c++) {
        out[c] += mirrored[c] * share * shade * mix(1, color[c] * 1.5, surface.metal);
      }
    }
    if (lighting.haze > 0) {
      const air = 1 - Math.exp(-t * lighting.haze);
      for (let c = 0; c < 3; c++) out[c] = mix(out[c], lighting.hazeColor[c], air);
    }
    return what;
  };
}

/** The light of the room by the words for it. */
export function lightingFor(
  mood: { warm: boolean; dark: boolean; window: boolean; outdoors: boolean },
  room: { floor: Rgb; wall: Rgb },
): Lighting {
  const { warm, dark, window, outdoors } = mood;
  const towards = outdoors ? [0.8, 0.5, -0.28] : window ? [-0.78, 0.5, 0.62] : [-0.62, 0.66, 0.52];
  const length = Math.hypot(...towards);
  const [sx, sy, sz] = towards.map((v) => v / length);
  const sunColor: Rgb =
    warm || outdoors ? [1, 0.76, 0.5] : window ? [1, 0.87, 0.68] : [1, 0.93, 0.84];
  const level = outdoors ? 3.1 : window ? 2.5 : 2.05;
  const ambient = dark ? 0.5 : window ? 0.42 : 0.58;
  const sky: Rgb = [0, 1, 2].map(
    (c) => ambient * mix(room.wall[c], [0.86, 0.93, 1][c], 0.5),
  ) as Rgb;
  return {
    sun: [sx, sy, sz],
    sunColor: mul(sunColor, level),
    sky,
    bounce: mul(room.floor, dark ? 0.2 : 0.34),
    window,
    haze: outdoors ? 0.05 : 0,
    hazeColor: mul(room.wall, 1.05),
  };
}
