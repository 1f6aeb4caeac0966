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
