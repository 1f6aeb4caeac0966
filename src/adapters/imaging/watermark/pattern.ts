/** Where the bits of a mark lie among the frequencies of a picture; only who has the key knows. */
import { createHmac } from "node:crypto";
import { CODE_BITS } from "./bch.ts";
import { HIGHEST } from "./grid.ts";

/** Lowest frequency that is used: slower waves would be seen in skies and walls. */
const lowest = 24;

/** Distance of two levels that stand for the same bit; a value may be off by a quarter of it. */
export const STEP = 64;

export type Pattern = {
  /** For each bit: places of coefficients. */
  places: Uint16Array[];
  /** For each bit: 1 or -1 for each place, divided by the root of their number. */
  signs: Float32Array[];
  /** For each bit: how far its levels are moved, 0 to STEP. */
  offsets: Float32Array;
};

/** Numbers from a key that nobody without it can foretell. */
function* numbersOf(key: Uint8Array): Generator<number> {
  for (let block = 0; ; block += 1) {
    const bytes = createHmac("sha256", key).update(`pattern ${block}`).digest();
    for (let at = 0; at < bytes.length; at += 4) yield bytes.readUInt32LE(at);
  }
}

function placesInBand(): number[] {
  const places: number[] = [];
  for (let y = 1; y <= HIGHEST; y += 1) {
    for (let x = 1; x <= HIGHEST; x += 1) {
      const wave = Math.hypot(x, y);
      if (wave >= lowest && wave <= HIGHEST) places.push(y * (HIGHEST + 1) + x);
    }
  }
  return places;
}

/** The pattern of a key: each bit gets frequencies from the whole band. */
export function patternOf(key: Uint8Array): Pattern {
  const numbers = numbersOf(key);
  const next = () => numbers.next().value as number;
  const places = placesInBand();
  for (let at = places.length - 1; at > 0; at -= 1) {
    const other = next() % (at + 1);
    [places[at], places[other]] = [places[other], places[at]];
  }
  const shared = Array.from({ length: CODE_BITS }, (_, bit) =>
    Uint16Array.from(places.filter((_place, at) => at % CODE_BITS === bit)),
  );
  return {
    places: shared,
    signs: shared.map((own) =>
      Float32Array.from(own, () => (next() % 2 === 0 ? 1 : -1) / Math.sqrt(own.length)),
    ),
    offsets: Float32Array.from({ length: CODE_BITS }, () => (next() / 2 ** 32) * STEP),
  };
}

/** The value of each bit's frequencies together. */
export function valuesOf(coefficients: Float32Array, { places, signs }: Pattern): Float32Array {
  return Float32Array.from(places, (own, bit) => {
    let sum = 0;
    for (let at = 0; at < own.length; at += 1) sum += signs[bit][at] * coefficients[own[at]];
    return sum;
  });
}

/** The level nearest to a value that stands for the bit. */
export function levelOf(value: number, bit: number, offset: number): number {
  const start = offset + (bit * STEP) / 2;
  return start + Math.round((value - start) / STEP) * STEP;
}

/** How much nearer each value is to a level of 1 than to one of 0; negative for a 0. */
function leaningsOf(values: Float32Array, { offsets }: Pattern): Float32Array {
  return Float32Array.from(values, (value, bit) => {
    const from = (wanted: number) => Math.abs(value - levelOf(value, wanted, offsets[bit]));
    return from(0) - from(1);
  });
}

/** The bits that values stand for, and how sure each is: 0 between two levels, STEP / 2 on one. */
export function bitsOf(
  values: Float32Array,
  pattern: Pattern,
): { bits: Uint8Array; margins: Float32Array } {
  const leanings = leaningsOf(values, pattern);
  return {
    bits: Uint8Array.from(leanings, (leaning) => (leaning > 0 ? 1 : 0)),
    margins: leanings.map(Math.abs),
  };
}
