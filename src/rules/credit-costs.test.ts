import * as fc from "fast-check";
import { expect, test } from "vitest";
import { aspects } from "./aspects.ts";
import { qualities } from "./cast-limits.ts";
import { castCost, enoughFor, pictureCost, type CastPrice } from "./credit-costs.ts";

const base: CastPrice = {
  mode: "text-to-image",
  quality: "standard",
  aspect: "1:1",
  model: "sketch-1",
  count: 1,
};

test.each<[cost: number, what: string, change: Partial<CastPrice>]>([
  [3, "high quality, square", { quality: "high" }],
  [5, "high quality, upright", { quality: "high", aspect: "2:3" }],
  [
    5,
    "high quality, 4:5, which is square in shape but not 1:1",
    { quality: "high", aspect: "4:5" },
  ],
  [1, "standard, square", {}],
  [2, "standard, wide", { aspect: "16:9" }],
  [2, "a runware model, standard square", { model: "runware:101@1" }],
  [
    2,
    "a runware model, high and wide",
    { model: "FLUX (Runware)", quality: "high", aspect: "3:2" },
  ],
  [12, "four high squares", { quality: "high", count: 4 }],
  [16, "eight standard wides", { aspect: "16:9", count: 8 }],
  [3, "a count of zero is one", { quality: "high", count: 0 }],
  [2, "from a source", { mode: "image-to-image" }],
  [2, "from a source, high and wide", { mode: "image-to-image", quality: "high", aspect: "16:9" }],
  [6, "three from a source", { mode: "image-to-image", count: 3 }],
  [
    8,
    "two from a source at a configured 4",
    { mode: "image-to-image", imageToImageCredits: 4, count: 2 },
  ],
  [
    1,
    "a configured price of nothing is the minimum",
    { mode: "image-to-image", imageToImageCredits: 0 },
  ],
])("ST-03 costs %i: %s", (cost, _what, change) => {
  expect(castCost({ ...base, ...change })).toBe(cost);
});

test("ST-03 a cast costs its count times one picture, whole and at least 1, for every combination", () => {
  const price = fc.record({
    mode: fc.constantFrom("text-to-image" as const, "image-to-image" as const),
    quality: fc.constantFrom(...qualities),
    aspect: fc.constantFrom(...aspects),
    model: fc.string(),
    count: fc.integer({ min: -3, max: 12 }),
  });
  fc.assert(
    fc.property(price, (given) => {
      const cost = castCost(given);
      expect(Number.isInteger(cost)).toBe(true);
      expect(cost).toBeGreaterThanOrEqual(1);
      expect(cost).toBe(pictureCost(given) * Math.max(1, given.count));
    }),
  );
});

test.each([
  [173, "Enough for 34 high-quality portraits."],
  [5, "Enough for 1 high-quality portrait."],
  [4, "Enough for 4 standard squares."],
  [1, "Enough for 1 standard square."],
  [0, "Not enough for a cast."],
])("B18 %i credits are said in pictures", (current, said) => {
  expect(enoughFor(current)).toBe(said);
});
