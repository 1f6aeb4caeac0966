import * as fc from "fast-check";
import { expect, test } from "vitest";
import { decodeSearchCursor, encodeSearchCursor } from "./search-cursor.ts";

test("SE-05 a place comes back to the last digit", () => {
  const place = fc.record({
    list: fc.stringMatching(/^[a-z]{1,8}$/),
    rank: fc.double({ noNaN: true, noDefaultInfinity: true }),
    id: fc.uuid(),
    weights: fc.stringMatching(/^[0-9a-z]{0,36}$/),
    asOf: fc.date({ min: new Date(0), max: new Date("2200-01-01"), noInvalidDate: true }),
  });
  fc.assert(
    fc.property(place, (given) => {
      expect(decodeSearchCursor(encodeSearchCursor(given))).toEqual(given);
    }),
  );
});

test.each(["", "x", "qm-zz", "qm-7ff8000000000000.00000000000000000000000000000000.abc", "1.2.3"])(
  "SE-05 %j is no place",
  (cursor) => {
    expect(decodeSearchCursor(cursor)).toBeNull();
  },
);
