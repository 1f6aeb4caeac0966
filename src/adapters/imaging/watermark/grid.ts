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
const middle = SIDE / 2;

/**
 * cosines[k * middle + n]: the orthonormal cosine of frequency k at cell n of the first half. The second half mirrors it,
 * with the other sign where the frequency is odd, so that half of the products are enough.
 */
const cosines = Float32Array.from({ length: waves * middle }, (_, at) => {
  const [wave, cell] = [Math.floor(at / middle), at % middle];
  return (
    Math.sqrt((wave === 0 ? 1 : 2) / SIDE) *
    Math.cos((Math.PI * wave * (2 * cell + 1)) / (2 * SIDE))
  );
});

/** The coefficients up to HIGHEST in both directions; that of waves (x, y) is at y * (HIGHEST + 1) + x. */
export function transform(grid: Float32Array): Float32Array {
  // Each row and the one that mirrors it: their sum for the even frequencies, their difference for the odd ones.
  const folded = [new Float32Array(middle * SIDE), new Float32Array(middle * SIDE)];
  for (let row = 0, at = 0; row < middle; row += 1) {
    const mirrored = (SIDE - 1 - row) * SIDE;
    for (let column = 0; column < SIDE; column += 1, at += 1) {
      const [one, other] = [grid[at], grid[mirrored + column]];
      folded[0][at] = one + other;
      folded[1][at] = one - other;
    }
  }
  const coefficients = new Float32Array(waves * waves);
  const line = new Float32Array(SIDE);
  const halves = [new Float32Array(middle), new Float32Array(middle)];
  for (let y = 0; y < waves; y += 1) {
    line.fill(0);
    addRows(line, folded[y % 2], cosines.subarray(y * middle, (y + 1) * middle));
    for (let column = 0; column < middle; column += 1) {
      const [one, other] = [line[column], line[SIDE - 1 - column]];
      halves[0][column] = one + other;
      halves[1][column] = one - other;
    }
    for (let x = 0; x < waves; x += 1) {
      const half = halves[x % 2];
      const from = x * middle;
      let sum = 0;
      for (let column = 0; column < middle; column += 1)
        sum += half[column] * cosines[from + column];
      coefficients[y * waves + x] = sum;
    }
  }
  return coefficients;
}

/** Adds rows of a line's length to it, each times its factor; four at once, of which each cell is written once. */
function addRows(line: Float32Array, rows: Float32Array, factors: Float32Array): void {
  const { length } = line;
  const whole = factors.length - (factors.length % 4);
  for (let row = 0; row < whole; row += 4) {
    const [a, b, c, d] = factors.subarray(row, row + 4);
    if (a === 0 && b === 0 && c === 0 && d === 0) continue;
    const first = row * length;
    const [second, third, fourth] = [first + length, first + 2 * length, first + 3 * length];
    for (let at = 0; at < length; at += 1) {
      line[at] +=
        a * rows[first + at] + b * rows[second + at] + c * rows[third + at] + d * rows[fourth + at];
    }
  }
  for (let row = whole; row < factors.length; row += 1) {
    const factor = factors[row];
    for (let at = 0; at < length; at += 1) line[at] += factor * rows[row * length + at];
  }
}

/** The cosines of the even frequencies, and of the odd ones, a row for each. */
const cosineRows = [0, 1].map((odd) => {
  const count = Math.ceil((waves - odd) / 2);
  return Float32Array.from({ length: count * middle }, (_, at) => {
    const wave = Math.floor(at / middle) * 2 + odd;
    return cosines[wave * middle + (at % middle)];
  });
});

/** The square that has these coefficients. */
export function restore(coefficients: Float32Array): Float32Array {
  // A row for each even frequency of the columns, and for each odd one.
  const lines = cosineRows.map((rows) => new Float32Array((rows.length / middle) * SIDE));
  const parts = [new Float32Array(middle), new Float32Array(middle)];
  for (let y = 0; y < waves; y += 1) {
    for (const odd of [0, 1]) {
      const factors = Float32Array.from(
        { length: cosineRows[odd].length / middle },
        (_, index) => coefficients[y * waves + index * 2 + odd],
      );
      parts[odd].fill(0);
      addRows(parts[odd], cosineRows[odd], factors);
    }
    const to = Math.floor(y / 2) * SIDE;
    const line = lines[y % 2];
    for (let column = 0; column < middle; column += 1) {
      line[to + column] = parts[0][column] + parts[1][column];
      line[to + SIDE - 1 - column] = parts[0][column] - parts[1][column];
    }
  }
  const grid = new Float32Array(SIDE * SIDE);
  const rows = [new Float32Array(SIDE), new Float32Array(SIDE)];
  for (let row = 0; row < middle; row += 1) {
    for (const odd of [0, 1]) {
      const factors = Float32Array.from(
        { length: lines[odd].length / SIDE },
        (_, index) => cosines[(index * 2 + odd) * middle + row],
      );
      rows[odd].fill(0);
      addRows(rows[odd], lines[odd], factors);
    }
    const [to, mirrored] = [row * SIDE, (SIDE - 1 - row) * SIDE];
    for (let column = 0; column < SIDE; column += 1) {
      grid[to + column] = rows[0][column] + rows[1][column];
      grid[mirrored + column] = rows[0][column] - rows[1][column];
    }
  }
  return grid;
}
