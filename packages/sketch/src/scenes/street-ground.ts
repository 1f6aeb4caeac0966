/** The ground of a street: cobbles, asphalt, pavements and kerbs; shadows of houses, lamplight, snow, and what mirrors. */
import { clamp, hex, hypot, mix, smooth } from "../core/color.ts";
import type { Noise } from "../core/noise.ts";
import { eachRow } from "../core/rows.ts";
import type { Frame, Rgb, SceneState } from "../types.ts";
import { hazeAt, type TownLight } from "./city-light.ts";
import type { Street, View } from "./street-plan.ts";

const ASPHALT = hex("#6d6f75");
const COBBLE = hex("#8a8078");
const SLAB = hex("#a39c93");
const SNOW = hex("#e4ebf3");
const LAMPLIGHT = hex("#ffb765");
/** Stones along and across the street, in metres. */
const STONE = { along: 0.17, across: 0.23 };
const SLABS = 0.85;
const KERB = 0.16;
const GUTTER = 0.12;
/** A drawn line on the road, and how much of its length it is broken. */
const LINE = { half: 0.08, every: 5, drawn: 0.45 };
/** Stripes for walkers: how far they go along the road, and how broad a stripe and its gap are. */
const CROSSING = { long: 3, every: 1.1 };
/** How far along the street the shadow of a house is kept. */
const SHADOW_STEP = 0.5;

export type Ground = {
  street: Street;
  view: View;
  light: TownLight;
  noise: Noise;
  /** 0 dry to 1: how much the ground mirrors. */
  wet: number;
  /** Side the sun is on. */
  flip: number;
  /** Light of signs. */
  neon: readonly Rgb[] | null;
};

/** A fixed number from 0 to 1 for a stone. */
function speck(i: number, j: number): number {
  let n = Math.imul(i, 374761393) + Math.imul(j, 668265263);
  n = Math.imul(n ^ (n >>> 13), 1274126177);
  return ((n ^ (n >>> 16)) >>> 0) / 4294967296;
}

/** How far the shadow of the houses on the sun's side reaches across, from the middle, along the street. */
function shadowEdge({ street, flip, light }: Ground): (z: number) => number {
  const { half, end, houses } = street;
  if (!light.sunny) return () => Infinity;
  const edges = new Float32Array(Math.ceil(end / SHADOW_STEP) + 2).fill(half * 0.1);
  const heights = houses.map(({ height }) => height);
  const usual = heights.reduce((sum, height) => sum + height, 0) / heights.length;
  for (const { hand, z, width, height } of houses) {
    if (hand !== flip) continue;
    const reach = half - half * 1.15 * (height / usual);
    const from = Math.floor(z / SHADOW_STEP);
    edges.fill(reach, Math.max(0, from), Math.floor((z + width) / SHADOW_STEP));
  }
  return (z) => edges[Math.min(edges.length - 1, Math.floor(z / SHADOW_STEP))];
}

/** Light of a cobble at `x`, `z`; joints that are smaller than a pixel are not seen. */
function cobbleAt(noise: Noise, x: number, z: number, pixel: number): number {
  const row = Math.floor(z / STONE.along);
  // A little bent, as laid by hand.
  const u = x / STONE.across + (row % 2) * 0.5 + noise.n2(x * 0.7, z * 0.7) * 0.25;
  const column = Math.floor(u);
  const fine = smooth(STONE.along * 0.9, STONE.along * 0.25, pixel);
  const du = Math.abs(u - column - 0.5) * 2;
  const dv = Math.abs(z / STONE.along - row - 0.5) * 2;
  const joint = Math.max(smooth(0.68, 0.98, du), smooth(0.62, 0.98, dv));
  return 1 + fine * ((speck(row, column) - 0.5) * 0.3 - joint * 0.42 + 0.1);
}

/** Light of asphalt with its lines and a crossing. */
function asphaltAt({ street, noise, light }: Ground, x: number, z: number, pixel: number): number {
  const { road, crossing } = street;
  const across = Math.abs(x);
  const value = 0.92 + 0.05 * noise.n2(x * 9, z * 9) * smooth(0.5, 0.1, pixel);
  if (light.snow) return value;
  const isLine = across < LINE.half && (z / LINE.every) % 1 < LINE.drawn;
  const isCrossing = z > crossing && z < crossing + CROSSING.long && across < road - 0.4;
  const isStripe = isCrossing && (across / CROSSING.every) % 1 < 0.5;
  return isStripe || (isLine && !isCrossing) ? value * 2.1 : value;
}

/** Light of the slabs of a pavement. */
function slabAt(across: number, z: number, pixel: number): number {
  const u = across / SLABS;
  const v = z / SLABS;
  const edge = Math.max(Math.abs((u % 1) - 0.5), Math.abs((v % 1) - 0.5)) * 2;
  const own = (speck(Math.floor(u), Math.floor(v)) - 0.5) * 0.14;
  return 1 + smooth(0.5, 0.1, pixel) * (own - smooth(0.93, 1, edge) * 0.3);
}

/** What a pixel covers: metres along the street, and pixels a metre across it, square to its lines. */
type Grain = { pixel: number; sharp: number };

/** The colour of the ground at `x`, `z`, before light. */
function surfaceOf(ground: Ground): (x: number, z: number, grain: Grain) => Rgb {
  const { street, noise } = ground;
  const { look, narrow, road } = street;
  const cobbled = look === "old" || narrow;
  const base = cobbled ? COBBLE : ASPHALT;
  const color: Rgb = [0, 0, 0];
  return (x, z, { pixel, sharp }) => {
    const across = Math.abs(x);
    const beyond = (edge: number): number => clamp(0.5 + (across - edge) * sharp);
    const worn = 1 + noise.n2(x * 0.55 + 7, z * 0.3) * 0.13;
    const onSlab = narrow ? 0 : beyond(road);
    let middle = 0;
    if (onSlab < 1) {
      middle = cobbled ? cobbleAt(noise, x, z, pixel) : asphaltAt(ground, x, z, pixel);
      if (!narrow) middle *= 1 - 0.4 * beyond(road - GUTTER);
    }
    const kerb = 1 + 0.16 * (1 - beyond(road + KERB));
    const side = onSlab > 0 ? slabAt(across, z, pixel) * kerb : 0;
    for (let c = 0; c < 3; c++) color[c] = mix(base[c] * middle, SLAB[c] * side, onSlab) * worn;
    return color;
  };
}

/** Lays snow: deep at the sides, thin where wheels and feet go. */
function snowOver(color: Rgb, x: number, z: number, road: number, noise: Noise): void {
  const track = Math.abs(Math.abs(x) - road * 0.45);
  const worn = smooth(0.42, 0.1, track + noise.n2(x * 1.3, z * 0.5) * 0.2) * 0.55;
  const share = clamp(0.94 - worn);
  const value = 1 + noise.n2(x * 1.1 + 3, z * 0.6) * 0.05;
  for (let c = 0; c < 3; c++) color[c] = mix(color[c] * 0.8, SNOW[c] * value, share);
}

/** Paints all that lies below the feet of the houses. What stands above must have been drawn. */
export function paintGround(frame: Frame, state: SceneState, ground: Ground): void {
  const { w, h, rgb } = frame;
  const { street, view, light, noise, wet, flip, neon } = ground;
  const { half, lamps, road } = street;
  const { vx, horizon, focal, eye } = view;
  const above = wet > 0 ? rgb.slice() : rgb;
  const surface = surfaceOf(ground);
  const edge = shadowEdge(ground);
  const sunlit = light.facing[flip < 0 ? "left" : "right"];
  const shaded = light.facing[flip < 0 ? "right" : "left"];
  const foot = Float32Array.from({ length: w }, (_, x) => (eye * Math.abs(x + 0.5 - vx)) / half);
  const post = Math.max(road - 0.3, half * 0.4);
  eachRow(state, horizon + 1, h, (y) => {
    const below = y + 0.5 - horizon;
    const z = Math.min(400, (focal * eye) / below);
    const pixel = (z * z) / (focal * eye);
    const grain = { pixel, sharp: ((focal / z) * eye) / hypot(road, eye) };
    const haze = hazeAt(light, z);
    const shadow = edge(z);
    const along = (((z - lamps.first) / lamps.every) % 1) * lamps.every;
    const lampZ = Math.min(Math.abs(along), Math.abs(lamps.every - along));
    const depth = below / (h - horizon);
    for (let x = 0, j = y * w * 3; x < w; x++, j += 3) {
      // The edge of the ground is as smooth as those of the houses.
      const cover = clamp(below - foot[x] + 0.5);
      if (cover === 0) continue;
      const X = ((x + 0.5 - vx) * z) / focal;
      const color = surface(X, z, grain);
      if (light.snow) snowOver(color, X, z, road, noise);
      const across = Math.abs(X);
      const inShade = light.sunny ? smooth(-0.12, 0.12, X * flip - shadow) : 0.5;
      // Less sky is seen beside the houses.
      const open = 0.72 + 0.28 * smooth(half, half * 0.4, across);
      let lamp = 0;
      let shop = 0;
      if (light.lit > 0) {
        const d = hypot(lampZ, across - post) / 2.6;
        lamp = light.own * (street.narrow ? 0.5 : 0.85) * Math.exp(-d * d);
        shop =
          light.own *
          0.34 *
          Math.exp(-(half - across) / 1.1) *
          (0.7 + 0.5 * noise.n2(z * 0.35, X > 0 ? 5 : 9));
      }
      const sign = neon ? neon[(Math.floor(z / 5) + (X > 0 ? 1 : 0)) % neon.length] : LAMPLIGHT;
      for (let c = 0; c < 3; c++) {
        const day = mix(sunlit[c] * 1.02, shaded[c], inShade) * open;
        const own = LAMPLIGHT[c] * lamp + sign[c] * Math.max(0, shop);
        rgb[j + c] = mix(rgb[j + c], mix(color[c] * (day + own), light.air[c], haze), cover);
      }
      if (wet > 0 && cover === 1) mirror(x, y, j, depth, X, z);
    }
  });

  /** Lays over a pixel of the ground what is mirrored there: a front mirrors at its own foot. */
  function mirror(x: number, y: number, j: number, depth: number, X: number, z: number): void {
    const ripple = noise.fbm(X * 1.7, z * 0.9, 3) * (0.3 + depth);
    const puddle = smooth(-0.32, 0.3, noise.n2(X * 0.5 + 31, z * 0.33));
    const share = wet * mix(0.6, 0.36, depth) * (0.35 + 0.65 * puddle);
    const column = clamp(Math.round(x + ripple * w * 0.012), 0, w - 1);
    const shore = horizon + foot[column];
    const stretch = view.side * 0.02 * (0.4 + depth);
    const first = 2 * shore - y - ripple * view.side * 0.03;
    const limit = Math.max(0, Math.floor(shore) - 1);
    for (let c = 0; c < 3; c++) {
      let sum = 0;
      for (let k = 0; k < 3; k++) {
        const row = clamp(Math.round(first - (k - 1) * stretch), 0, limit);
        sum += above[(row * w + column) * 3 + c];
      }
      rgb[j + c] = mix(rgb[j + c] * (1 - wet * 0.5), sum / 3, share);
    }
  }
}
