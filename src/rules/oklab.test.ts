import * as fc from "fast-check";
import { expect, test } from "vitest";
import { hexToOklab, oklabDistanceSquared, oklabToHex } from "./oklab.ts";

test.each([
  ["#ffffff", [1, 0, 0]],
  ["#000000", [0, 0, 0]],
  ["#ff0000", [0.628, 0.2249, 0.1258]],
  ["#0000ff", [0.452, -0.0324, -0.3115]],
])("%s lies where the definition puts it", (hex, expected) => {
  hexToOklab(hex).forEach((value, index) => expect(value).toBeCloseTo(expected[index], 3));
});

test("a colour survives the way there and back", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (value) => {
      const hex = `#${value.toString(16).padStart(6, "0")}`;
      expect(oklabToHex(hexToOklab(hex))).toBe(hex);
    }),
  );
});

test("distance is nought for the same colour and grows with difference", () => {
  const teal = hexToOklab("#0f766e");
  expect(oklabDistanceSquared(teal, teal)).toBe(0);
  const near = oklabDistanceSquared(teal, hexToOklab("#0f7a72"));
  expect(oklabDistanceSquared(teal, hexToOklab("#ff0000"))).toBeGreaterThan(near);
});
