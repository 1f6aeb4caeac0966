import { type Oklab, oklab, unoklab } from "../core/color.ts";
import type { Frame } from "../core/frame.ts";
import type { SceneState } from "../types.ts";
import { inkPalette, nearestInk } from "./ink-palette.ts";
import { eachRow } from "../core/rows.ts";
import { shortSide } from "./plane.ts";

/** Blocks across the short side of a large picture; small pictures keep blocks of 3 pixels. */
const BLOCKS = 160;
const LEAST_BLOCK = 3;
const COLOURS = 28;
/** Bayer's ordered 4 by 4 dither, row by row. */
const BAYER = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5];
const DITHER = 0.055;

/** Mean colour of every block of `size` pixels; blocks at the right and lower edge may be cut. */
function blockMeans(frame: Frame, size: number, columns: number, rows: number): Float32Array {
  const means = new Float32Array(columns * rows * 3);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const x1 = Math.min(frame.w, (column + 1) * size);
      const y1 = Math.min(frame.h, (row + 1) * size);
      const m = (row * columns + column) * 3;
      const share = 1 / ((x1 - column * size) * (y1 - row * size));
      for (let y = row * size; y < y1; y++) {
        for (let x = column * size; x < x1; x++) {
          const j = (y * frame.w + x) * 3;
          for (let k = 0; k < 3; k++) means[m + k] += frame.rgb[j + k] * share;
        }
      }
    }
  }
  return means;
}

/** Pixel art: large square pixels, a small palette, ordered dither between its colours. */
export function pixel(frame: Frame, state: SceneState): void {
  const { w, h, rgb } = frame;
  const size = Math.max(LEAST_BLOCK, Math.round(shortSide(frame) / BLOCKS));
  const columns = Math.ceil(w / size);
  const rows = Math.ceil(h / size);
  const blocks = blockMeans(frame, size, columns, rows);
  state.check();
  const palette = inkPalette(blocks, COLOURS, state.rng("palette"));
  const colours = palette.map((ink: Oklab) => unoklab(ink));
  eachRow(state, 0, rows, (row) => {
    for (let column = 0; column < columns; column++) {
      const m = (row * columns + column) * 3;
      const [lightness, a, b] = oklab([blocks[m], blocks[m + 1], blocks[m + 2]]);
      const dither = (BAYER[(row & 3) * 4 + (column & 3)] / 15 - 0.5) * DITHER;
      const ink = nearestInk(palette, [lightness + dither, a * 1.12, b * 1.12], 1);
      blocks.set(colours[ink], m);
    }
  });
  eachRow(state, 0, h, (y) => {
    const row = ((y / size) | 0) * columns;
    for (let x = 0, j = y * w * 3; x < w; x++, j += 3) {
      const m = (row + ((x / size) | 0)) * 3;
      rgb[j] = blocks[m];
      rgb[j + 1] = blocks[m + 1];
      rgb[j + 2] = blocks[m + 2];
    }
  });
}
