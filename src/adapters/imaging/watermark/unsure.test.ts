import * as fc from "fast-check";
import { expect, test } from "vitest";
import { CODE_BITS, DATA_BITS, decodeBch, encodeBch, MOST_ERRORS } from "./bch.ts";
import { decodeUnsure } from "./unsure.ts";

const bits = fc.array(fc.constantFrom(0, 1), { minLength: DATA_BITS, maxLength: DATA_BITS });
const word = fc.array(fc.constantFrom(0, 1), { minLength: CODE_BITS, maxLength: CODE_BITS });
const margins = fc.array(fc.nat(1_000), { minLength: CODE_BITS, maxLength: CODE_BITS });

test("up to six wrong bits more than the code corrects are read where the wrong ones are the least sure", () => {
  fc.assert(
    fc.property(
      bits,
      fc.uniqueArray(fc.nat(CODE_BITS - 1), { minLength: MOST_ERRORS + 1, maxLength: 35 }),
      (given, wrong) => {
        const data = Uint8Array.from(given);
        const arrived = encodeBch(data);
        for (const at of wrong) arrived[at] ^= 1;
        expect(decodeBch(arrived)).not.toEqual(data);
        const sure = Float32Array.from({ length: CODE_BITS }, (_, at) => 2 + (at % 7));
        for (const at of wrong) sure[at] = 1;
        expect(decodeUnsure(arrived, sure)).toEqual(data);
      },
    ),
    { numRuns: 100 },
  );
});

test("words of chance give nothing, however sure their bits are", () => {
  fc.assert(
    fc.property(word, margins, (given, sure) => {
      expect(decodeUnsure(Uint8Array.from(given), Float32Array.from(sure))).toBeNull();
    }),
    { numRuns: 100 },
  );
});
