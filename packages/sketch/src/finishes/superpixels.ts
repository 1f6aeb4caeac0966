import { type Plane, downsample } from "../core/blur.ts";
import { clamp, oklab } from "../core/color.ts";
import type { Frame } from "../core/frame.ts";
import type { Rng } from "../core/rng.ts";
import type { SceneState } from "../types.ts";
import { eachRow } from "../core/rows.ts";

/** Superpixels are found at half size. */
const SCALE = 2;
const ITERATIONS = 6;
/** Numbers kept per seed: OKLab colour, then position. */
const STRIDE = 5;
const SEEDS_BETWEEN_CHECKS = 32;

/**
 * Cells of a picture that hug its edges. `labels` and `distance` (to the cell's border, in pixels
 * of the full picture) are half-size; `colours` holds the mean linear RGB by cell.
 */
export type Superpixels = {
  w: number;
  h: number;
  labels: Uint16Array;
  distance: Float32Array;
  colours: Float32Array;
};

type Work = { w: number; h: number; lab: Float32Array; seeds: Float32Array; count: number };

function toLab({ data, w, h }: Plane, pull: number, state: SceneState): Float32Array {
  const lab = new Float32Array(data.length);
  eachRow(state, 0, h, (y) => {
    for (let x = 0, j = y * w * 3; x < w; x++, j += 3) {
      const [l, a, b] = oklab([data[j], data[j + 1], data[j + 2]]);
      lab[j] = l * pull;
      lab[j + 1] = a * pull * 1.5;
      lab[j + 2] = b * pull * 1.5;
    }
  });
  return lab;
}

function gridSeeds(
  w: number,
  h: number,
  lab: Float32Array,
  cell: number,
  jitter: number,
  rng: Rng,
) {
  const columns = Math.max(2, Math.round(w / cell));
  const rows = Math.max(2, Math.round(h / cell));
  const seeds = new Float32Array(columns * rows * STRIDE);
  for (let row = 0, s = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, s += STRIDE) {
      const x = clamp(((column + 0.5 + rng.range(-0.5, 0.5) * jitter) * w) / columns, 0, w - 1);
      const y = clamp(((row + 0.5 + rng.range(-0.5, 0.5) * jitter) * h) / rows, 0, h - 1);
      const p = ((y | 0) * w + (x | 0)) * 3;
      seeds.set([lab[p], lab[p + 1], lab[p + 2], x, y], s);
    }
  }
  return { seeds, count: columns * rows };
}

/** Gives every pixel near a seed to the seed nearest in colour and place. */
function assign(
  work: Work,
  reach: number,
  labels: Uint16Array,
  nearest: Float32Array,
  state: SceneState,
): void {
  const { w, h, lab, seeds, count } = work;
  nearest.fill(Infinity);
  for (let seed = 0; seed < count; seed++) {
    if (seed % SEEDS_BETWEEN_CHECKS === 0) state.check();
    const s = seed * STRIDE;
    const x0 = Math.max(0, Math.floor(seeds[s + 3] - reach));
    const x1 = Math.min(w - 1, Math.ceil(seeds[s + 3] + reach));
    const y0 = Math.max(0, Math.floor(seeds[s + 4] - reach));
    const y1 = Math.min(h - 1, Math.ceil(seeds[s + 4] + reach));
    for (let y = y0; y <= y1; y++) {
      const dy = (y - seeds[s + 4]) / reach;
      for (let x = x0; x <= x1; x++) {
        const i = y * w + x;
        const dx = (x - seeds[s + 3]) / reach;
        const dl = lab[i * 3] - seeds[s];
        const da = lab[i * 3 + 1] - seeds[s + 1];
        const db = lab[i * 3 + 2] - seeds[s + 2];
        const d = dx * dx + dy * dy + dl * dl + da * da + db * db;
        if (d < nearest[i]) {
          nearest[i] = d;
          labels[i] = seed;
        }
      }
    }
  }
}

function recentre(work: Work, labels: Uint16Array): void {
  const { w, lab, seeds, count } = work;
  const sums = new Float64Array(count * STRIDE);
  const sizes = new Uint32Array(count);
  for (let i = 0; i < labels.length; i++) {
    const s = labels[i] * STRIDE;
    sums[s] += lab[i * 3];
    sums[s + 1] += lab[i * 3 + 1];
    sums[s + 2] += lab[i * 3 + 2];
    sums[s + 3] += i % w;
    sums[s + 4] += (i / w) | 0;
    sizes[labels[i]]++;
  }
  for (let seed = 0; seed < count; seed++) {
    if (sizes[seed] === 0) continue;
    for (let k = 0; k < STRIDE; k++) {
      seeds[seed * STRIDE + k] = sums[seed * STRIDE + k] / sizes[seed];
    }
  }
}

function meanColours(rgb: Float32Array, labels: Uint16Array, count: number): Float32Array {
  const sums = new Float32Array(count * 3);
  const sizes = new Uint32Array(count);
  for (let i = 0; i < labels.length; i++) {
    for (let k = 0; k < 3; k++) sums[labels[i] * 3 + k] += rgb[i * 3 + k];
    sizes[labels[i]]++;
  }
  return sums.map((sum, i) => sum / Math.max(1, sizes[(i / 3) | 0]));
}

/** Distance of every cell's pixels to its border, by two chamfer sweeps. */
function borderDistance(labels: Uint16Array, w: number, h: number): Float32Array {
  const diagonal = Math.SQRT2;
  const distance = new Float32Array(labels.length).fill(1e6);
  for (let y = 0; y < h - 1; y++) {
    for (let x = 0; x < w - 1; x++) {
      const i = y * w + x;
      if (labels[i] !== labels[i + 1]) distance[i] = distance[i + 1] = 0.5;
      if (labels[i] !== labels[i + w]) {
        distance[i] = Math.min(distance[i], 0.5);
        distance[i + w] = 0.5;
      }
    }
  }
  const relax = (i: number, from: number, step: number) => {
    const d = distance[from] + step;
    if (d < distance[i]) distance[i] = d;
  };
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const i = y * w + x;
      if (x > 0) relax(i, i - 1, 1);
      if (y > 0) relax(i, i - w, 1);
      if (x > 0 && y > 0) relax(i, i - w - 1, diagonal);
      if (x < w - 1 && y > 0) relax(i, i - w + 1, diagonal);
    }
  }
  for (let y = h - 1; y >= 0; y--) {
    for (let x = w - 1; x >= 0; x--) {
      const i = y * w + x;
      if (x < w - 1) relax(i, i + 1, 1);
      if (y < h - 1) relax(i, i + w, 1);
      if (x < w - 1 && y < h - 1) relax(i, i + w + 1, diagonal);
      if (x > 0 && y < h - 1) relax(i, i + w - 1, diagonal);
    }
  }
  return distance.map((d) => d * SCALE);
}

/**
 * Cuts the picture into cells about `cell` pixels wide (simple linear iterative clustering).
 * `pull` is how strongly cells follow colour edges (about 3 for compact, 12 for free shapes),
 * `jitter` (0 to 1) how irregular the grid is that they grow from.
 */
export function superpixels(
  frame: Frame,
  state: SceneState,
  { cell, pull, jitter, rng }: { cell: number; pull: number; jitter: number; rng: Rng },
): Superpixels {
  const small = downsample(frame.rgb, frame.w, frame.h, SCALE);
  const { w, h } = small;
  const lab = toLab(small, pull, state);
  const size = Math.max(2, cell / SCALE);
  const work: Work = { w, h, lab, ...gridSeeds(w, h, lab, size, jitter, rng) };
  const labels = new Uint16Array(w * h);
  const nearest = new Float32Array(w * h);
  for (let iteration = 0; iteration < ITERATIONS; iteration++) {
    assign(work, size * 1.6, labels, nearest, state);
    recentre(work, labels);
    state.check();
  }
  const distance = borderDistance(labels, w, h);
  state.check();
  return { w, h, labels, distance, colours: meanColours(small.data, labels, work.count) };
}

/** Cell number at a pixel of the full picture. */
function cellAt(cells: Superpixels, x: number, y: number): number {
  const column = Math.min(cells.w - 1, (x / SCALE) | 0);
  const row = Math.min(cells.h - 1, (y / SCALE) | 0);
  return cells.labels[row * cells.w + column];
}

/** Distance to the border of the cell, in pixels, read smoothly. */
function borderAt(cells: Superpixels, x: number, y: number): number {
  const { w, h, distance } = cells;
  const fx = clamp((x + 0.5) / SCALE - 0.5, 0, w - 1);
  const fy = clamp((y + 0.5) / SCALE - 0.5, 0, h - 1);
  const left = Math.min(w - 2, fx | 0);
  const top = Math.min(h - 2, fy | 0);
  const u = fx - left;
  const v = fy - top;
  const i = top * w + left;
  const above = distance[i] + (distance[i + 1] - distance[i]) * u;
  const below = distance[i + w] + (distance[i + w + 1] - distance[i + w]) * u;
  return above + (below - above) * v;
}

/** Calls `paint` with pixel offset, position, cell and distance to its border. */
export function eachCellPixel(
  frame: Frame,
  cells: Superpixels,
  state: SceneState,
  paint: (j: number, x: number, y: number, cell: number, border: number) => void,
): void {
  eachRow(state, 0, frame.h, (y) => {
    for (let x = 0, j = y * frame.w * 3; x < frame.w; x++, j += 3) {
      paint(j, x, y, cellAt(cells, x, y), borderAt(cells, x, y));
    }
  });
}
