import * as fc from "fast-check";
import { expect, test } from "vitest";
import { CODE_BITS, DATA_BITS, decodeBch, encodeBch, MOST_ERRORS } from "./bch.ts";

const bits = fc.array(fc.constantFrom(0, 1), { minLength: DATA_BITS, maxLength: DATA_BITS });
const places = (least: number, most: number) =>
  fc.uniqueArray(fc.nat(CODE_BITS - 1), { minLength: least, maxLength: most });

function flipped(word: Uint8Array, at: readonly number[]): Uint8Array {
  const changed = Uint8Array.from(word);
  for (const place of at) changed[place] ^= 1;
  return changed;
}

test("any word with at most 29 wrong bits gives its payload", () => {
  fc.assert(
    fc.property(bits, places(0, MOST_ERRORS), (given, wrong) => {
      const data = Uint8Array.from(given);
      expect(decodeBch(flipped(encodeBch(data), wrong))).toEqual(data);
    }),
    { numRuns: 200 },
  );
});

test("words with far more wrong bits, and words of chance, give nothing", () => {
  fc.assert(
    fc.property(bits, places(60, 120), (given, wrong) => {
      expect(decodeBch(flipped(encodeBch(Uint8Array.from(given)), wrong))).toBeNull();
    }),
    { numRuns: 200 },
  );
});
