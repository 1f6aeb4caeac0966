import { expect, test } from "vitest";
import { formatCounted } from "./counted-at-most.ts";

test.each([
  [0, "0"],
  [999, "999"],
  [1_000, "1,000+"],
])("%i of at most 1,000 reads %j", (count, text) => {
  expect(formatCounted(count, 1_000)).toBe(text);
});
