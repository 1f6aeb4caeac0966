import * as fc from "fast-check";
import { expect, test } from "vitest";
import { contrastInk, luminance } from "./contrast-ink.ts";

test("text on any colour has at least 4.5 to 1", () => {
  const channel = fc.integer({ min: 0, max: 255 });
  fc.assert(
    fc.property(channel, channel, channel, (r, g, b) => {
      const hex = `#${[r, g, b].map((value) => value.toString(16).padStart(2, "0")).join("")}`;
      const [dark, light] = [luminance(hex), luminance(contrastInk(hex))].toSorted((x, y) => x - y);
      expect((light + 0.05) / (dark + 0.05)).toBeGreaterThanOrEqual(4.5);
    }),
    { numRuns: 2000 },
  );
});

test.each([
  ["#e2b37b", "#000000"],
  ["#654936", "#ffffff"],
])("on %s the text is %s", (ground, ink) => {
  expect(contrastInk(ground)).toBe(ink);
});
