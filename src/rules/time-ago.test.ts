import { expect, test } from "vitest";
import { timeAgo } from "./time-ago.ts";

const now = new Date(2026, 10, 21, 17, 0, 0);

test.each([
  [new Date(2026, 10, 21, 16, 59, 30), "now"],
  [new Date(2026, 10, 21, 17, 5), "now"],
  [new Date(2026, 10, 21, 16, 59), "1 min"],
  [new Date(2026, 10, 21, 16, 6), "54 min"],
  [new Date(2026, 10, 21, 15, 30), "1 h"],
  [new Date(2026, 10, 21, 0, 1), "16 h"],
  [new Date(2026, 10, 20, 23, 59), "Yesterday"],
  [new Date(2026, 10, 20, 0, 1), "Yesterday"],
  [new Date(2026, 10, 19, 23, 59), "2 days"],
  [new Date(2026, 10, 15, 12, 0), "6 days"],
  [new Date(2026, 10, 14, 12, 0), "Nov 14"],
  [new Date(2025, 11, 31, 12, 0), "Dec 31, 2025"],
])("%s is %s", (then, words) => {
  expect(timeAgo(then, now)).toBe(words);
});
