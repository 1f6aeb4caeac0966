/** Writing a mark into pixels. */
import { encodeBch } from "./bch.ts";
import { brightness, HIGHEST, restore, SIDE, transform, type Pixels } from "./grid.ts";
import { lookOf } from "./look.ts";
import { levelOf, valuesOf, type Pattern } from "./pattern.ts";
import { toBits } from "./bits.ts";

/** Corrections within the square, then looks at the picture itself, whose pixels are whole and end at 0 and 255. */
const corrections = 2;
const looks = 2;
/** Farthest from its level that a bit may stay, as it stands in the picture. */
const closeEnough = 4;
/** Most that a pixel may change. */
const most = 8;

/** How far around a cell its busyness is looked at, in each direction. */
const around = 2;

/** The sums of each cell and those near it in its row, or in its column; beyond the edges there is nothing. */
function sumsNear(cells: Float64Array, step: number): Float64Array {
  const sums = new Float64Array(cells.length);
  const other = step === 1 ? SIDE : 1;
  for (let line = 0; line < SIDE; line += 1) {
    const from = line * other;
    for (let at = 0; at < SIDE; at += 1) {
      const last = Math.min(SIDE - 1, at + around);
      let sum = 0;
      for (let near = Math.max(0, at - around); near <= last; near += 1)
        sum += cells[from + near * step];
      sums[from + at * step] = sum;
    }
  }
  return sums;
}

/** How much each cell may change beside the others: more where the picture is busy, less where it is smooth. */
function maskOf(grid: Float32Array): Float32Array {
  const sumsAround = (cells: Float64Array) => sumsNear(sumsNear(cells, 1), SIDE);
  const cells = Float64Array.from(grid);
  const sums = sumsAround(cells);
  const squares = sumsAround(cells.map((value) => value * value));
  const near = (at: number) => Math.min(SIDE - 1, at + around) - Math.max(0, at - around) + 1;
  const counts = Array.from({ length: SIDE }, (_, at) => near(at));
  const mask = new Float32Array(grid.length);
  for (let y = 0, at = 0; y < SIDE; y += 1) {
    for (let x = 0; x < SIDE; x += 1, at += 1) {
      const count = counts[y] * counts[x];
      const spread = Math.sqrt(Math.max(0, squares[at] / count - (sums[at] / count) ** 2));
      mask[at] = 0.7 + 0.8 * Math.min(1, spread / 10);
    }
  }
  return mask;
}

/** Leaves the change to cells where it can stay: what nobody sees takes none, nor what may not change. */
function weaken(mask: Float32Array, { width, height }: Pixels, room: Uint8Array): void {
  const pixels = new Uint8Array(width * height * 3);
  for (let at = 0; at < room.length; at += 1) pixels.fill(room[at], at * 3, at * 3 + 3);
  const shares = brightness({ pixels, width, height });
  for (let cell = 0; cell < mask.length; cell += 1) mask[cell] *= shares[cell] / 255;
}

/** A change of the square that moves the bits' values by these amounts. */
function changeFor(moves: Float32Array, { places, signs }: Pattern): Float32Array {
  const coefficients = new Float32Array((HIGHEST + 1) ** 2);
  for (const [bit, own] of places.entries()) {
    for (let at = 0; at < own.length; at += 1) coefficients[own[at]] = moves[bit] * signs[bit][at];
  }
  return restore(coefficients);
}

/** What holds a change back. */
type Limits = {
  /** Of each pixel, where the picture is one on a white ground: it cannot become darker than it is opaque. */
  opacity?: Uint8Array;
  /** How much each pixel may change, 255 for all of it: what is 0 stays as it is. */
  room?: Uint8Array;
};

/**
 * The pixels with the change of the square added to all three colours, between the cells in straight lines.
 */
function withChange(
  { pixels, width, height }: Pixels,
  change: Float32Array,
  { opacity, room }: Limits,
): Uint8Array {
  const changed = new Uint8Array(pixels.length);
  const line = new Float32Array(SIDE);
  const place = (at: number, size: number) => {
    const exact = Math.min(SIDE - 1, Math.max(0, ((at + 0.5) / size) * SIDE - 0.5));
    const cell = Math.min(SIDE - 2, Math.floor(exact));
    return { cell, share: exact - cell };
  };
  const columns = Array.from({ length: width }, (_, x) => place(x, width));
  const cells = Uint16Array.from(columns, ({ cell }) => cell);
  const shares = Float32Array.from(columns, ({ share }) => share);
  for (let y = 0; y < height; y += 1) {
    const { cell, share } = place(y, height);
    const from = cell * SIDE;
    for (let x = 0; x < SIDE; x += 1) {
      line[x] = change[from + x] * (1 - share) + change[from + SIDE + x] * share;
    }
    for (let x = 0, at = y * width * 3; x < width; x += 1, at += 3) {
      const left = line[cells[x]];
      const delta = left + (line[cells[x] + 1] - left) * shares[x];
      const kept = delta > most ? most : delta < -most ? -most : delta;
      const least = opacity === undefined ? 0 : 255 - opacity[y * width + x];
      const share = room === undefined ? 1 : room[y * width + x] / 255;
      for (let color = 0; color < 3; color += 1) {
        const value = Math.round(pixels[at + color] + kept * share);
        changed[at + color] = value < least ? least : value > 255 ? 255 : value;
      }
    }
  }
  return changed;
}

/**
 * The picture with a payload of 64 bits in its brightness, imperceptible: each bit of its code word moves some twenty
 * frequencies of the whole picture together to the nearest level that stands for it, so that the picture's own content
 * is no noise to whoever reads it.
 */
export function embedMark(
  picture: Pixels,
  payload: Uint8Array,
  pattern: Pattern,
  limits: Limits = {},
): { pixels: Uint8Array; look: string } {
  const word = encodeBch(toBits(payload));
  const grid = brightness(picture);
  const mask = maskOf(grid);
  if (limits.opacity !== undefined) weaken(mask, picture, limits.opacity);
  if (limits.room !== undefined) weaken(mask, picture, limits.room);
  const mean = mask.reduce((sum, value) => sum + value, 0) / mask.length;
  const coefficients = transform(grid);
  const before = valuesOf(coefficients, pattern);
  const levels = before.map((value, bit) => levelOf(value, word[bit], pattern.offsets[bit]));
  const change = new Float32Array(grid.length);
  /** Adds what moves the bits by these amounts, more of it where it is seen less. */
  const add = (moves: Float32Array) => {
    const plain = changeFor(moves, pattern);
    for (let at = 0; at < change.length; at += 1) change[at] += (plain[at] * mask[at]) / mean;
  };
  let values = before;
  for (let round = 0; round < corrections; round += 1) {
    add(levels.map((level, bit) => level - values[bit]));
    const moved = valuesOf(transform(change), pattern);
    values = before.map((value, bit) => value + moved[bit]);
  }
  let changed = withChange(picture, change, limits);
  for (let look = 0; look < looks; look += 1) {
    values = valuesOf(transform(brightness({ ...picture, pixels: changed })), pattern);
    const moves = levels.map((level, bit) => level - values[bit]);
    if (moves.every((move) => Math.abs(move) <= closeEnough)) break;
    add(moves);
    changed = withChange(picture, change, limits);
  }
  // The mark leaves the lowest frequencies alone.
  return { pixels: changed, look: lookOf(coefficients) };
}
