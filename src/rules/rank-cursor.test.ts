import * as fc from "fast-check";
import { expect, test } from "vitest";
import { decodeRankCursor, encodeRankCursor } from "./rank-cursor.ts";

test("a place survives its cursor", () => {
  const most = 2_147_483_647;
  fc.assert(
    fc.property(fc.integer({ min: -most, max: most }), fc.uuid(), (rank, id) => {
      expect(decodeRankCursor(encodeRankCursor({ rank, id }))).toEqual({ rank, id });
    }),
  );
});

test.each(["", "r", "r1", "1.00000000000000000000000000000000", "rzzzzzzzz." + "0".repeat(32)])(
  "%j is no cursor",
  (word) => {
    expect(decodeRankCursor(word)).toBeNull();
  },
);
