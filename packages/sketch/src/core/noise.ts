/** Gradient, value and cell noise from typed tables: 15 to 25 ns an evaluation. */
import { makeRng } from "./rng.ts";

/** Result of `worley`; the same object is filled again by every call. */
export type Cell = {
  /** Distances to the nearest and the second nearest cell point. */
  f1: number;
  f2: number;
  /** 0 to 255, the same for all points of one cell. */
  id: number;
};

export type Noise = {
  /** Gradient noise, about -1 to 1. */
  n2(x: number, y: number): number;
  /** Sum of octaves of `n2`, about -1 to 1. */
  fbm(x: number, y: number, octaves?: number, lacunarity?: number, gain?: number): number;
  /** Octaves of sharp ridges, about 0 to 1. */
  ridged(x: number, y: number, octaves?: number, lacunarity?: number, gain?: number): number;
  /** Octaves damped by the slope so far: looks like eroded rock. About -1 to 1. */
  eroded(x: number, y: number, octaves?: number): number;
  /** Value noise with its gradient: [value, d/dx, d/dy]; the same array is filled by every call. */
  nd(x: number, y: number): Float64Array;
  worley(x: number, y: number): Cell;
};

const TABLE = 256;
const MASK = 511;
/** Brings the extremes of 2-D gradient noise to about 1. */
const GRADIENT_SCALE = 1.55;

const fade = (t: number) => t * t * t * (t * (t * 6 - 15) + 10);
const fadeSlope = (t: number) => 30 * t * t * (t * (t - 2) + 1);

type Tables = {
  permutation: Uint8Array;
  gradientX: Float32Array;
  gradientY: Float32Array;
  values: Float32Array;
};

function makeTables(seed: number | string, label: string): Tables {
  const rng = makeRng(seed, label);
  const order = Array.from({ length: TABLE }, (_, i) => i);
  for (let i = TABLE - 1; i > 0; i--) {
    const j = Math.floor(rng() * (i + 1));
    [order[i], order[j]] = [order[j], order[i]];
  }
  const permutation = Uint8Array.from({ length: 2 * TABLE }, (_, i) => order[i & 255]);
  const gradientX = new Float32Array(2 * TABLE);
  const gradientY = new Float32Array(2 * TABLE);
  const values = new Float32Array(2 * TABLE);
  for (let i = 0; i < TABLE; i++) {
    const angle = (i / TABLE) * Math.PI * 2 + 0.31;
    gradientX[i] = gradientX[i + TABLE] = Math.cos(angle);
    gradientY[i] = gradientY[i + TABLE] = Math.sin(angle);
    values[i] = values[i + TABLE] = rng() * 2 - 1;
  }
  return { permutation, gradientX, gradientY, values };
}

/** Noise functions that belong to a seed and a label. */
export function makeNoise(seed: number | string, label = "noise"): Noise {
  const { permutation: P, gradientX: GX, gradientY: GY, values: V } = makeTables(seed, label);
  const derivative = new Float64Array(3);
  const cell: Cell = { f1: 0, f2: 0, id: 0 };

  function n2(x: number, y: number): number {
    let xi = Math.floor(x);
    let yi = Math.floor(y);
    const fx = x - xi;
    const fy = y - yi;
    xi &= 255;
    yi &= 255;
    const u = fade(fx);
    const v = fade(fy);
    const a = P[xi] + yi;
    const b = P[xi + 1] + yi;
    const aa = P[a & MASK];
    const ab = P[(a + 1) & MASK];
    const ba = P[b & MASK];
    const bb = P[(b + 1) & MASK];
    const n00 = GX[aa] * fx + GY[aa] * fy;
    const n10 = GX[ba] * (fx - 1) + GY[ba] * fy;
    const n01 = GX[ab] * fx + GY[ab] * (fy - 1);
    const n11 = GX[bb] * (fx - 1) + GY[bb] * (fy - 1);
    const low = n00 + (n10 - n00) * u;
    const high = n01 + (n11 - n01) * u;
    return (low + (high - low) * v) * GRADIENT_SCALE;
  }

  function fbm(x: number, y: number, octaves = 5, lacunarity = 2.03, gain = 0.5): number {
    let sum = 0;
    let amplitude = 0.5;
    for (let i = 0; i < octaves; i++) {
      sum += amplitude * n2(x, y);
      // Each octave is turned by 37 degrees so that the lattices do not line up.
      const turned = x * 0.8 - y * 0.6;
      y = (x * 0.6 + y * 0.8) * lacunarity + 17.3;
      x = turned * lacunarity + 5.1;
      amplitude *= gain;
    }
    return sum;
  }

  function ridged(x: number, y: number, octaves = 5, lacunarity = 2.07, gain = 0.5): number {
    let sum = 0;
    let amplitude = 0.5;
    let weight = 1;
    for (let i = 0; i < octaves; i++) {
      const fold = 1 - Math.abs(n2(x, y));
      const ridge = fold * fold * weight;
      sum += ridge * amplitude;
      weight = Math.min(1, ridge * 1.8);
      const turned = x * 0.8 - y * 0.6;
      y = (x * 0.6 + y * 0.8) * lacunarity + 7.7;
      x = turned * lacunarity + 3.1;
      amplitude *= gain;
    }
    return sum;
  }

  function nd(x: number, y: number): Float64Array {
    let xi = Math.floor(x);
    let yi = Math.floor(y);
    const fx = x - xi;
    const fy = y - yi;
    xi &= 255;
    yi &= 255;
    const u = fade(fx);
    const v = fade(fy);
    const left = P[xi] + yi;
    const right = P[xi + 1] + yi;
    const a = V[P[left & MASK]];
    const b = V[P[right & MASK]];
    const c = V[P[(left + 1) & MASK]];
    const d = V[P[(right + 1) & MASK]];
    const k1 = b - a;
    const k2 = c - a;
    const k3 = a - b - c + d;
    derivative[0] = a + k1 * u + k2 * v + k3 * u * v;
    derivative[1] = fadeSlope(fx) * (k1 + k3 * v);
    derivative[2] = fadeSlope(fy) * (k2 + k3 * u);
    return derivative;
  }

  function eroded(x: number, y: number, octaves = 8): number {
    let sum = 0;
    let amplitude = 0.5;
    let slopeX = 0;
    let slopeY = 0;
    for (let i = 0; i < octaves; i++) {
      const d = nd(x, y);
      slopeX += d[1];
      slopeY += d[2];
      sum += (amplitude * d[0]) / (1 + slopeX * slopeX + slopeY * slopeY);
      amplitude *= 0.5;
      const turned = 1.6 * x - 1.2 * y;
      y = 1.2 * x + 1.6 * y + 3.7;
      x = turned + 1.9;
    }
    return sum;
  }

  function worley(x: number, y: number): Cell {
    const xi = Math.floor(x);
    const yi = Math.floor(y);
    let nearest = 9;
    let second = 9;
    for (let j = -1; j <= 1; j++) {
      for (let i = -1; i <= 1; i++) {
        const hash = P[(P[(xi + i) & 255] + ((yi + j) & 255)) & MASK];
        const dx = i + 0.5 + V[hash] * 0.45 - (x - xi);
        const dy = j + 0.5 + V[(hash + 91) & MASK] * 0.45 - (y - yi);
        const distance = dx * dx + dy * dy;
        if (distance < nearest) {
          second = nearest;
          nearest = distance;
          cell.id = hash;
        } else if (distance < second) {
          second = distance;
        }
      }
    }
    cell.f1 = Math.sqrt(nearest);
    cell.f2 = Math.sqrt(second);
    return cell;
  }

  return { n2, fbm, ridged, eroded, nd, worley };
}

/**
 * Evaluates a smooth function of pixels on a grid of `step` pixels and returns a function that
 * reads it back bilinearly: 5 to 20 times cheaper for clouds, mist and nebulae.
 */
export function coarseField(
  width: number,
  height: number,
  step: number,
  evaluate: (x: number, y: number) => number,
): (x: number, y: number) => number {
  const columns = Math.ceil(width / step) + 2;
  const rows = Math.ceil(height / step) + 2;
  const grid = new Float32Array(columns * rows);
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++) grid[j * columns + i] = evaluate(i * step, j * step);
  }
  return (x, y) => {
    const gx = x / step;
    const gy = y / step;
    const i = gx | 0;
    const j = gy | 0;
    const u = gx - i;
    const o = j * columns + i;
    const top = grid[o] + (grid[o + 1] - grid[o]) * u;
    const bottom = grid[o + columns] + (grid[o + columns + 1] - grid[o + columns]) * u;
    return top + (bottom - top) * (gy - j);
  };
}
