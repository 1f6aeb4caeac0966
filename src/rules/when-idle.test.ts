import * as fc from "fast-check";
import { expect, test } from "vitest";
import { castCost, pictureCost, type CastPrice } from "./credit-costs.ts";
import { aspects } from "./aspects.ts";
import { castLimits, qualities } from "./cast-limits.ts";
import { idleCost } from "./when-idle.ts";

test.each([
  [1, 0.5, 1],
  [2, 0.5, 1],
  [3, 0.5, 2],
  [5, 0.5, 3],
  [10, 0.7, 7],
  [30, 0.1, 3],
  [3, 1, 3],
  [1, 0.01, 1],
  [1000, 0.01, 10],
  [7, 0.25, 2],
])("%i credits at %f are %i", (usual, factor, cost) => {
  expect(idleCost(usual, factor)).toBe(cost);
});

const factor = fc.double({ min: 0.01, max: 1, noNaN: true });
const price: fc.Arbitrary<CastPrice> = fc.record({
  mode: fc.constantFrom("text-to-image", "image-to-image"),
  quality: fc.constantFrom(...qualities),
  aspect: fc.constantFrom(...aspects),
  model: fc.constantFrom("quick-1", "quick-runware"),
  count: fc.integer(castLimits.count),
  imageToImageCredits: fc.integer({ min: 1, max: 1000 }),
});

test("a cast when idle costs whole credits a picture, at least 1 and never more than usual", () => {
  fc.assert(
    fc.property(price, factor, (usual, idleFactor) => {
      const cost = castCost({ ...usual, idleFactor });
      expect(Number.isSafeInteger(cost / usual.count)).toBe(true);
      expect(cost).toBeGreaterThanOrEqual(usual.count);
      expect(cost).toBeLessThanOrEqual(castCost(usual));
      expect(cost / usual.count).toBeGreaterThanOrEqual(pictureCost(usual) * idleFactor - 1e-6);
    }),
  );
});

test("a lower factor never costs more", () => {
  fc.assert(
    fc.property(price, factor, factor, (usual, one, other) => {
      const [low, high] = one < other ? [one, other] : [other, one];
      const at = (idleFactor: number) => castCost({ ...usual, idleFactor });
      expect(at(low)).toBeLessThanOrEqual(at(high));
    }),
  );
});
