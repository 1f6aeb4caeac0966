/** Pictures as a square of brightness, whatever their size and form, and its cosine transform. */

export type Pixels = { pixels: Uint8Array; width: number; height: number };
/** Three bytes a pixel, or four with how opaque it is. */
export type OriginalPixels = Pixels & { channels: 3 | 4 };

/** Cells of a side of the square. */
export const SIDE = 256;
/** Highest frequency that is looked at, in half waves over the picture. */
export const HIGHEST = 80;

/** A part of a picture in its own pixels; it may reach beyond the edges. */
export type Frame = { left: number; top: number; right: number; bottom: number };

type Span = { first: number; weights: Float32Array };

/** For each of `cells` equal parts of an interval: the pixels under it and the share of each; none outside the picture. */
function spansOf(from: number, to: number, cells: number, size: number): (Span | null)[] {
  const step = (to - from) / cells;
  return Array.from({ length: cells }, (_, cell) => {
    const start = from + cell * step;
    const end = start + step;
    if (start < -0.01 || end > size + 0.01) return null;
    const first = Math.min(size - 1, Math.max(0, Math.floor(start)));
    const last = Math.min(size - 1, Math.max(first, Math.ceil(end) - 1));
    const weights = new Float32Array(last - first + 1);
    for (let pixel = first; pixel <= last; pixel += 1) {
      weights[pixel - first] =
        Math.max(0, Math.min(end, pixel + 1) - Math.max(start, pixel)) / step;
    }
    return { first, weights };
  });
}

/**
 * The mean brightness of each cell, row by row.
 * @param frame the part that the square covers; the whole picture when left out
 * @returns NaN for cells that reach beyond the picture
 */
export function brightness(
  { pixels, width, height }: Pixels,
  frame?: Frame,
  side = SIDE,
): Float32Array {
  const { left, top, right, bottom } = frame ?? { left: 0, top: 0, right: width, bottom: height };
  const columns = spansOf(left, right, side, width);
  const rows = spansOf(top, bottom, side, height);
  const luma = new Float32Array(width);
  const grid = new Float32Array(side * side);
  const narrow = new Float32Array(side);
  const rowOf = (y: number): Float32Array => {
    for (let x = 0, at = y * width * 3; x < width; x += 1, at += 3) {
      luma[x] = 0.299 * pixels[at] + 0.587 * pixels[at + 1] + 0.114 * pixels[at + 2];
    }
    for (let cell = 0; cell < side; cell += 1) {
      const span = columns[cell];
      let sum = Number.NaN;
      if (span !== null) {
        sum = 0;
        const { first, weights } = span;
        for (let at = 0; at < weights.length; at += 1) sum += weights[at] * luma[first + at];
      }
      narrow[cell] = sum;
    }
    return narrow;
  };
  for (let row = 0; row < side; row += 1) {
    const span = rows[row];
    const at = row * side;
    if (span === null) {
      grid.fill(Number.NaN, at, at + side);
      continue;
    }
    for (let index = 0; index < span.weights.length; index += 1) {
      const line = rowOf(span.first + index);
      const weight = span.weights[index];
      for (let cell = 0; cell < side; cell += 1) grid[at + cell] += weight * line[cell];
    }
  }
  return grid;
}

const waves = HIGHEST + 1;

/** waves[k * SIDE + n]: the orthonormal cosine of frequency k at cell n. */
const cosines = Float32Array.from({ length: waves * SIDE }, (_, at) => {
  const [wave, cell] = [Math.floor(at / SIDE), at % SIDE];
  return (
    Math.sqrt((wave === 0 ? 1 : 2) / SIDE) *
    Math.cos((Math.PI * wave * (2 * cell + 1)) / (2 * SIDE))
  );
});

/** The coefficients up to HIGHEST in both directions; that of waves (x, y) is at y * (HIGHEST + 1) + x. */
export function transform(grid: Float32Array): Float32Array {
  const half = new Float32Array(waves * SIDE);
  for (let wave = 0; wave < waves; wave += 1) {
    const to = wave * SIDE;
    for (let row = 0; row < SIDE; row += 1) {
      const factor = cosines[wave * SIDE + row];
      const from = row * SIDE;
      for (let column = 0; column < SIDE; column += 1)
        half[to + column] += factor * grid[from + column];
    }
  }
  const coefficients = new Float32Array(waves * waves);
  for (let y = 0; y < waves; y += 1) {
    for (let x = 0; x < waves; x += 1) {
      let sum = 0;
      for (let column = 0; column < SIDE; column += 1) {
        sum += half[y * SIDE + column] * cosines[x * SIDE + column];
      }
      coefficients[y * waves + x] = sum;
    }
  }
  return coefficients;
}

/** The square that has these coefficients. */
export function restore(coefficients: Float32Array): Float32Array {
  const half = new Float32Array(waves * SIDE);
  for (let y = 0; y < waves; y += 1) {
    for (let x = 0; x < waves; x += 1) {
      const value = coefficients[y * waves + x];
      if (value === 0) continue;
      for (let column = 0; column < SIDE; column += 1) {
        half[y * SIDE + column] += value * cosines[x * SIDE + column];
      }
    }
  }
  const grid = new Float32Array(SIDE * SIDE);
  for (let row = 0; row < SIDE; row += 1) {
    const to = row * SIDE;
    for (let wave = 0; wave < waves; wave += 1) {
      const factor = cosines[wave * SIDE + row];
      const from = wave * SIDE;
      for (let column = 0; column < SIDE; column += 1)
        grid[to + column] += factor * half[from + column];
    }
  }
  return grid;
}
