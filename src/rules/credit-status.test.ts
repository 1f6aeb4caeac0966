import * as fc from "fast-check";
import { expect, test } from "vitest";
import { creditStatus } from "./credit-status.ts";

test.each([
  { available: 0, required: 1, shortfall: 1, status: "blocked", warningCeiling: 2 },
  { available: 2, required: 3, shortfall: 1, status: "blocked", warningCeiling: 5 },
  { available: 3, required: 3, shortfall: 0, status: "warning", warningCeiling: 5 },
  { available: 5, required: 3, shortfall: 0, status: "warning", warningCeiling: 5 },
  { available: 6, required: 3, shortfall: 0, status: "ok", warningCeiling: 5 },
  { available: 2, required: 1, shortfall: 0, status: "warning", warningCeiling: 2 },
  { available: 3, required: 1, shortfall: 0, status: "ok", warningCeiling: 2 },
  { available: 40, required: 16, shortfall: 0, status: "ok", warningCeiling: 24 },
])("ST-03 $available of $required is $status", (wanted) => {
  expect(creditStatus(wanted.available, wanted.required)).toEqual(wanted);
});

test("ST-03 the three states meet without a gap", () => {
  fc.assert(
    fc.property(fc.nat(1000), fc.integer({ min: 1, max: 500 }), (available, required) => {
      const { status, shortfall, warningCeiling } = creditStatus(available, required);
      expect(status === "blocked").toBe(shortfall > 0);
      expect(status === "ok").toBe(available > warningCeiling);
      expect(warningCeiling).toBeGreaterThan(required);
    }),
  );
});
