import { expect, test } from "vitest";
import { planCredits } from "./plan-credits.ts";

test.each([
  ["Free", 5],
  ["Pro", 100],
  ["Studio", 500],
  ["toString", 500],
])("CR-03 the plan %s comes with %i credits", (plan, credits) => {
  expect(planCredits(plan)).toBe(credits);
});
