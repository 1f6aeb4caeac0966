import { expect, test } from "vitest";
import { creditDisplay, creditTone } from "./credit-tone.ts";

test.each([
  [-3, "none", "You have no credits left"],
  [0, "none", "You have no credits left"],
  [1, "low", "Low credit balance"],
  [14, "low", "Low credit balance"],
  [15, "neutral", "Credits available"],
  [230, "neutral", "Credits available"],
])("CR-02 a balance of %i is %s: %s", (balance, tone, message) => {
  expect(creditTone(balance)).toEqual({ tone, message });
});

test.each([
  [4, 5, "Not enough credits to cast"],
  [5, 5, "Low credit balance"],
  [19, 20, "Not enough credits to cast"],
  [20, 20, "Credits available"],
])("CR-02 with %i credits where a cast takes %i: %s", (balance, minimum, message) => {
  expect(creditTone(balance, minimum).message).toBe(message);
});

test.each([
  [{ current: 0, loading: true, requiresAuth: false }, "neutral", "Checking credits"],
  [{ current: 0, loading: false, requiresAuth: true }, "neutral", "Sign in to view credits"],
  [{ current: 0, loading: false, requiresAuth: false }, "none", "You have no credits left"],
  [{ current: 9, loading: false, requiresAuth: false }, "low", "Low credit balance"],
])("CR-02 %o is %s: %s", (state, tone, message) => {
  expect(creditDisplay(state)).toEqual({ tone, message });
});
