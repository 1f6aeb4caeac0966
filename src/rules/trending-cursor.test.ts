import { expect, test } from "vitest";
import { decodeTrendingCursor, encodeTrendingCursor } from "./trending-cursor.ts";

test("a position round-trips through its cursor", () => {
  const place = { pulse: 123_456_789_012_345, place: 2_000 };
  expect(decodeTrendingCursor(encodeTrendingCursor(place))).toEqual(place);
});

test.each(["", "p", "p1", "p1.", "p1.1x", "p-1.1", "1.1", "p1234567890123456.1", "p1.1234567"])(
  "%j is no place",
  (word) => {
    expect(decodeTrendingCursor(word)).toBeNull();
  },
);
