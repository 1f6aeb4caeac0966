import * as fc from "fast-check";
import { expect, test } from "vitest";
import { creditsGone } from "./credits-gone.ts";

const pack = { credits: 50, amount: 300 };

test.each([
  [0, 0],
  [-5, 0],
  [1, 0],
  [5, 0],
  [6, 1],
  [150, 25],
  [299, 49],
  [300, 50],
  [900, 50],
])("CR-06 of 50 credits for 3.00, %i cents back take %i credits", (back, gone) => {
  expect(creditsGone(pack, back)).toBe(gone);
});

test("CR-06 credits that go are never more than the money's share, and all of them only with all of the money", () => {
  const whole = fc.integer({ min: 1, max: 1_000_000 });
  fc.assert(
    fc.property(whole, whole, fc.nat(2_000_000), fc.nat(1_000), (credits, amount, back, more) => {
      const gone = creditsGone({ credits, amount }, back);
      expect(gone * amount).toBeLessThanOrEqual(credits * Math.min(back, amount));
      expect(gone === credits).toBe(back >= amount);
      // More money back never returns credits.
      expect(creditsGone({ credits, amount }, back + more)).toBeGreaterThanOrEqual(gone);
    }),
  );
});
