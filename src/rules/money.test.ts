import { expect, test } from "vitest";
import { speaking } from "#app/language/spoken.ts";
import { formatMoney, minorUnitsOf } from "./money.ts";

test.each([
  [1500, "usd", "$15"],
  [1550, "usd", "$15.50"],
  [123_456, "eur", "€1,234.56"],
  [1500, "jpy", "¥1,500"],
  [0, "usd", "$0"],
])("%i minor units of %s are %s", (amount, currency, text) => {
  expect(formatMoney(amount, currency)).toBe(text);
});

test("in Arabic the sign of US$ stays behind its letters", () => {
  const text = speaking("ar", () => formatMoney(1500, "usd"));
  expect(text).toContain("15");
  expect(text).toMatch(/\u200EUS\$\u200E/);
});

test.each([
  ["12.50", "usd", 1250],
  [" 8 ", "usd", 800],
  ["0.29", "usd", 29],
  ["1500", "jpy", 1500],
  ["1.5", "jpy", null],
  ["1.005", "usd", null],
  ["-1", "usd", null],
  ["ten", "usd", null],
  ["", "usd", null],
])("%s of %s is %s minor units", (typed, currency, amount) => {
  expect(minorUnitsOf(typed, currency)).toBe(amount);
});
