import { expect, test } from "vitest";
import { creditTone } from "./credit-tone.ts";

test.each([
  [-3, "none", "You have no credits left"],
  [0, "none", "You have no credits left"],
  [1, "low", "Low credit balance"],
  [14, "low", "Low credit balance"],
  [15, "neutral", "Credits available"],
  [230, "neutral", "Credits available"],
])("a balance of %i is %s: %s", (balance, tone, message) => {
  expect(creditTone(balance)).toEqual({ tone, message });
});
