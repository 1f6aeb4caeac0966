/** Finds which part of a known picture another one shows: both axes by a scale and a shift of their own. */
import { brightness, SIDE, type Frame, type Pixels } from "./grid.ts";

export type Aligned = {
  /** The other picture's brightness over the known picture's square; NaN where it shows nothing. */
  grid: Float32Array;
  /** Correlation of both where they cover each other. */
  likeness: number;
  covered: number;
};

/** From coarse to fine: cells of a side and steps at most. */
const levels = [
  { side: 32, steps: 12 },
  { side: 64, steps: 8 },
  { side: 128, steps: 6 },
  { side: SIDE, steps: 6 },
] as const;
/** Less than this and the pictures show different parts. */
const leastCovered = 0.3;

/** Solves a small system of equations in place; null when it has no one solution. */
function solve(matrix: number[][], right: number[]): number[] | null {
  const size = right.length;
  for (let column = 0; column < size; column += 1) {
    let best = column;
    for (let row = column + 1; row < size; row += 1) {
      if (Math.abs(matrix[row][column]) > Math.abs(matrix[best][column])) best = row;
    }
    if (Math.abs(matrix[best][column]) < 1e-9) return null;
    [matrix[column], matrix[best]] = [matrix[best], matrix[column]];
    [right[column], right[best]] = [right[best], right[column]];
    for (let row = 0; row < size; row += 1) {
      if (row === column) continue;
      const factor = matrix[row][column] / matrix[column][column];
      for (let at = column; at < size; at += 1) matrix[row][at] -= factor * matrix[column][at];
      right[row] -= factor * right[column];
    }
  }
  return right.map((value, row) => value / matrix[row][row]);
}

/** Correlation over the cells that both have, and how many of all these are. */
function compare(
  grid: Float32Array,
  reference: Float32Array,
): { likeness: number; covered: number } {
  let [count, a, b, aa, bb, ab] = [0, 0, 0, 0, 0, 0];
  for (let at = 0; at < grid.length; at += 1) {
    const value = grid[at];
    if (Number.isNaN(value)) continue;
    const other = reference[at];
    count += 1;
    a += value;
    b += other;
    aa += value * value;
    bb += other * other;
    ab += value * other;
  }
  const covered = count / grid.length;
  if (count === 0) return { likeness: 0, covered };
  const spread = Math.sqrt(Math.max(0, aa - (a * a) / count) * Math.max(0, bb - (b * b) / count));
  return { likeness: spread < 1e-6 ? 0 : (ab - (a * b) / count) / spread, covered };
}

/**
 * One step of Gauss and Newton: how the frame must change so that the picture's brightness, times a gain and plus an
 * offset, comes closest to the reference.
 */
function step(grid: Float32Array, reference: Float32Array, side: number): number[] | null {
  const matrix = Array.from({ length: 6 }, () => Array.from({ length: 6 }, () => 0));
  const right = Array.from({ length: 6 }, () => 0);
  const line = [0, 0, 0, 0, 0, 1];
  for (let y = 1; y < side - 1; y += 1) {
    for (let x = 1; x < side - 1; x += 1) {
      const at = y * side + x;
      const value = grid[at];
      const across = (grid[at + 1] - grid[at - 1]) / 2;
      const down = (grid[at + side] - grid[at - side]) / 2;
      if (Number.isNaN(value + across + down)) continue;
      const [u, v] = [(x + 0.5) / side, (y + 0.5) / side];
      // Moving the left edge moves what lies at u by 1 - u, moving the right edge by u.
      line[0] = across * (1 - u) * side;
      line[1] = across * u * side;
      line[2] = down * (1 - v) * side;
      line[3] = down * v * side;
      line[4] = value;
      const rest = reference[at];
      for (let row = 0; row < 6; row += 1) {
        right[row] += line[row] * rest;
        for (let column = 0; column < 6; column += 1)
          matrix[row][column] += line[row] * line[column];
      }
    }
  }
  const found = solve(matrix, right);
  if (found === null || Math.abs(found[4]) < 0.2) return null;
  return found.slice(0, 4).map((value) => value / found[4]);
}

/** The frame after moving its edges by shares of its own width and height. */
function moved({ left, top, right, bottom }: Frame, moves: readonly number[]): Frame {
  const [width, height] = [right - left, bottom - top];
  return {
    left: left + moves[0] * width,
    right: right + moves[1] * width,
    top: top + moves[2] * height,
    bottom: bottom + moves[3] * height,
  };
}

/** Where the search begins: the whole picture, and the known one cut evenly to the other's form. */
function startsOf({ width, height }: Pixels, known: Pixels): Frame[] {
  const whole = { left: 0, top: 0, right: width, bottom: height };
  const scale = Math.max(width / known.width, height / known.height);
  const [wide, high] = [known.width * scale, known.height * scale];
  const [beside, above] = [(wide - width) / 2, (high - height) / 2];
  if (beside < width * 0.02 && above < height * 0.02) return [whole];
  const cut = { left: -beside, top: -above, right: width + beside, bottom: height + above };
  return [whole, cut];
}

/** @param reference the known picture's brightness, SIDE cells a side */
export function alignTo(picture: Pixels, known: Pixels, reference: Float32Array): Aligned {
  let best: Aligned = {
    grid: new Float32Array(reference.length).fill(Number.NaN),
    likeness: -1,
    covered: 0,
  };
  const references = levels.map(({ side }) =>
    side === SIDE ? reference : brightness(known, undefined, side),
  );
  for (const start of startsOf(picture, known)) {
    let frame = start;
    for (const [level, { side, steps }] of levels.entries()) {
      let last = compare(brightness(picture, frame, side), references[level]).likeness;
      for (let round = 0; round < steps; round += 1) {
        const moves = step(brightness(picture, frame, side), references[level], side);
        if (moves === null || moves.some((move) => Math.abs(move) > 0.3)) break;
        const next = moved(frame, moves);
        const found = compare(brightness(picture, next, side), references[level]);
        if (found.covered < leastCovered || found.likeness < last - 1e-3) break;
        frame = next;
        last = found.likeness;
        if (moves.every((move) => Math.abs(move) < 2e-5)) break;
      }
    }
    const grid = brightness(picture, frame);
    const found = compare(grid, reference);
    if (found.covered >= leastCovered && found.likeness > best.likeness) best = { grid, ...found };
  }
  return best;
}
