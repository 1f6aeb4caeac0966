import * as fc from "fast-check";
import { expect, test } from "vitest";
import { nameHue } from "./name-hue.ts";

test("a name keeps its hue, within the circle", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (name) => {
      const hue = nameHue(name);
      expect(hue).toBe(nameHue(name));
      expect(hue).toBeGreaterThanOrEqual(0);
      expect(hue).toBeLessThan(360);
    }),
  );
});

test("names that differ by a letter differ in hue", () => {
  expect(nameHue("Mara")).not.toBe(nameHue("Mira"));
});
