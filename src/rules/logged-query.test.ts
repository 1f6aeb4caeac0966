import { expect, test } from "vitest";
import { loggedQuery } from "./logged-query.ts";

test.each([
  ["  Misty   Lake ", "misty lake"],
  ["#0f766e", "#0f766e"],
  ["route 66 in 1955", "route 66 in 1955"],
])("SE-07 %j is kept as %j", (typed, kept) => {
  expect(loggedQuery(typed)).toBe(kept);
});

test.each([
  "",
  "   ",
  "ada@example.org",
  "call 555 123 4567",
  "4111111111111111",
  "https://x.example",
  "@ada",
  "a\0b",
  "x".repeat(201),
])("SE-07 %j is not kept", (typed) => {
  expect(loggedQuery(typed)).toBeNull();
});
