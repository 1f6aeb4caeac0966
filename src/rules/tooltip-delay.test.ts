import { expect, test } from "vitest";
import { tooltipDelay } from "./tooltip-delay.ts";

test.each([
  ["the first", null, 200],
  ["one that follows at once", 10_000, 0],
  ["one that follows within 300 ms", 9_701, 0],
  ["one that follows after 300 ms", 9_700, 200],
])("TH-03 %s waits", (_what, lastHidden, wait) => {
  expect(tooltipDelay(10_000, lastHidden)).toBe(wait);
});
