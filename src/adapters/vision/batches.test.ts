import { expect, test } from "vitest";
import { createBatcher } from "./batches.ts";

/** Doubles numbers, and notes which it was given together. */
function aDoubler(most: number, isBad: (item: number) => boolean = () => false) {
  const batches: number[][] = [];
  const double = createBatcher(async (items: number[]) => {
    batches.push(items);
    await Promise.resolve();
    const bad = items.find(isBad);
    if (bad !== undefined) throw new Error(`not ${bad}`);
    return items.map((item) => 2 * item);
  }, most);
  return { batches, double };
}

test("what waits meanwhile is done together, in the order of the calls and no more than may be", async () => {
  const { batches, double } = aDoubler(3);
  const results = await Promise.all([1, 2, 3, 4, 5].map(double));
  expect(results).toEqual([2, 4, 6, 8, 10]);
  expect(batches).toEqual([[1], [2, 3, 4], [5]]);
  expect(await double(6)).toBe(12);
});

test("one that fails does so alone, and the others of its batch are answered", async () => {
  const { batches, double } = aDoubler(8, (item) => item === 3);
  const results = await Promise.allSettled([1, 2, 3, 4].map(double));
  expect(results.map(({ status }) => status)).toEqual([
    "fulfilled",
    "fulfilled",
    "rejected",
    "fulfilled",
  ]);
  expect(results[2]).toMatchObject({ reason: { message: "not 3" } });
  expect(batches).toEqual([[1], [2, 3, 4], [2], [3], [4]]);
});
