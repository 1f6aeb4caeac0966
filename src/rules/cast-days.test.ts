import { expect, test } from "vitest";
import { daysOf } from "./cast-days.ts";

const now = new Date("2026-03-05T01:30:00Z");
const at = (createdAt: string) => ({ createdAt });

test("WK-02 casts stand under their days, the latest ones by name", () => {
  const items = [
    at("2026-03-05T00:10:00Z"),
    at("2026-03-04T23:59:00Z"),
    at("2026-03-04T08:00:00Z"),
    at("2026-03-01T08:00:00Z"),
    at("2025-12-31T08:00:00Z"),
  ];
  expect(daysOf(items, now, "UTC").map(({ label, items: on }) => [label, on.length])).toEqual([
    ["Today", 1],
    ["Yesterday", 2],
    ["Sunday 1 March", 1],
    ["Wednesday 31 December 2025", 1],
  ]);
});

test("WK-02 a day begins by the reader's clock", () => {
  const items = [at("2026-03-05T00:10:00Z"), at("2026-03-04T23:59:00Z")];
  expect(daysOf(items, now, "America/New_York").map(({ label }) => label)).toEqual(["Today"]);
  expect(daysOf([], now, "UTC")).toEqual([]);
});

test.each([
  // Clocks in Berlin went back at 03:00 on 25 October and forth at 02:00 on 29 March.
  ["a day of 25 hours", "2026-10-25T22:30:00Z", ["2026-10-25T00:10:00Z", "2026-10-24T08:00:00Z"]],
  ["a day of 23 hours", "2026-03-29T22:30:00Z", ["2026-03-29T22:10:00Z", "2026-03-29T08:00:00Z"]],
])("WK-02 after %s yesterday is still the day before", (_what, at_, moments) => {
  const found = daysOf(moments.map(at), new Date(at_), "Europe/Berlin");
  expect(found.map(({ label }) => label)).toEqual(["Today", "Yesterday"]);
});

test("WK-02 what was two days ago is not yesterday because a day was short", () => {
  const found = daysOf(
    [at("2026-03-28T22:45:00Z")],
    new Date("2026-03-29T22:30:00Z"),
    "Europe/Berlin",
  );
  expect(found.map(({ label }) => label)).toEqual(["Saturday 28 March"]);
});
