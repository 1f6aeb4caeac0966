import { expect, test } from "vitest";
import { cheaperCasts } from "./cheaper-casts.ts";

const costAt = (quality: string, count: number) => (quality === "high" ? 3 : 1) * count;
const ways = (
  ...[count, quality, offered]: [number, "high" | "standard", ("high" | "standard")[]]
) => cheaperCasts(count, quality, offered, costAt).map(({ label, cost }) => `${label}: ${cost}`);

test("ST-03 a cast that is too dear has cheaper forms, the smallest change first", () => {
  const both = ["standard" as const, "high" as const];
  expect(ways(4, "high", both)).toEqual(["Standard: 4", "1 image: 3", "1 standard image: 1"]);
  expect(ways(1, "high", both)).toEqual(["Standard: 1"]);
  expect(ways(4, "standard", both)).toEqual(["1 image: 1"]);
  expect(ways(1, "standard", both)).toEqual([]);
});

test("ST-03 a form that costs the same, or that the engine does not have, is not offered", () => {
  expect(ways(1, "high", ["high"])).toEqual([]);
  expect(cheaperCasts(1, "high", ["standard", "high"], () => 2)).toEqual([]);
});
