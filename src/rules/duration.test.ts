import { expect, test } from "vitest";
import { formatSeconds, secondsBetween } from "./duration.ts";

test.each([
  [0, "0 s"],
  [0.4, "0 s"],
  [59, "59 s"],
  [60, "1 min 0 s"],
  [3_700, "1 h 1 min"],
  [90_000, "1 d 1 h"],
  [40 * 86_400, "40 d 0 h"],
])("%f seconds are %s", (seconds, text) => expect(formatSeconds(seconds)).toBe(text));

test("a time before the other lasts 0 seconds", () => {
  expect(secondsBetween("2026-11-23T00:00:00Z", "2026-11-23T00:01:30Z")).toBe(90);
  expect(secondsBetween("2026-11-23T00:01:30Z", "2026-11-23T00:00:00Z")).toBe(0);
});
