/** Reading a mark from pixels: alone, or with a picture at hand that it may belong to. */
import { alignTo } from "./align.ts";
import { CODE_BITS, decodeBch, encodeBch } from "./bch.ts";
import { brightness, transform, type Pixels } from "./grid.ts";
import { lookOf } from "./look.ts";
import { bitsOf, valuesOf, type Pattern } from "./pattern.ts";
import { toBits, toBytes } from "./bits.ts";
import { decodeUnsure } from "./unsure.ts";

export type Reading = { payload: Uint8Array | null; look: string };

/** What the pixels say by themselves. A whole picture tells its payload; of a cut one only the look is left. */
export function readMark(picture: Pixels, pattern: Pattern): Reading {
  const coefficients = transform(brightness(picture));
  const { bits, margins } = bitsOf(valuesOf(coefficients, pattern), pattern);
  const data = decodeBch(bits) ?? decodeUnsure(bits, margins);
  return { payload: data === null ? null : toBytes(data), look: lookOf(coefficients) };
}

export type Comparison = {
  /** How alike the pictures are where they cover each other: 1 for the same. */
  likeness: number;
  /** Share of the known picture that the other shows, 0 to 1. */
  covered: number;
  /** Share of the mark's bits that are right; one half by chance. */
  agreement: number;
};

/**
 * Lays a picture over one that is known and looks for the known one's mark in it. What lies beyond its edges is taken
 * from the known one: it changes no bit by itself.
 */
export function compareMarks(
  picture: Pixels,
  known: Pixels,
  payload: Uint8Array,
  pattern: Pattern,
): Comparison {
  const reference = brightness(known);
  const { grid, likeness, covered } = alignTo(picture, known, reference);
  const filled = grid.map((value, at) => (Number.isNaN(value) ? reference[at] : value));
  const { bits } = bitsOf(valuesOf(transform(filled), pattern), pattern);
  const wanted = encodeBch(toBits(payload));
  let right = 0;
  for (let bit = 0; bit < CODE_BITS; bit += 1) right += Number(bits[bit] === wanted[bit]);
  return { likeness, covered, agreement: right / CODE_BITS };
}
