import { expect, test } from "vitest";
import { createKept } from "./kept.ts";

test("equal calls of one source run once, also while the first is in flight", async () => {
  const kept = createKept<number>({ max: 10, ttlMs: 60_000 });
  const source = {};
  let asked = 0;
  const ask = () => Promise.resolve((asked += 1));
  expect(await Promise.all([1, 2, 3].map(() => kept(source, "a", ask)))).toEqual([1, 1, 1]);
  expect(await kept(source, "b", ask)).toBe(2);
  expect(await kept({}, "a", ask)).toBe(3);
  expect(await kept(source, "a", ask)).toBe(1);
});

test("an error rejects all waiting callers, and the next call runs again", async () => {
  const kept = createKept<number>({ max: 10, ttlMs: 60_000 });
  const source = {};
  const failing = () => Promise.reject(new Error("down"));
  const tries = [1, 2].map(() => kept(source, "a", failing));
  for (const each of tries) await expect(each).rejects.toThrow("down");
  expect(await kept(source, "a", () => Promise.resolve(7))).toBe(7);
});

test("an expired result is computed again", async () => {
  const kept = createKept<number>({ max: 10, ttlMs: 1 });
  let asked = 0;
  const ask = () => Promise.resolve((asked += 1));
  const source = {};
  await kept(source, "a", ask);
  await expect.poll(() => kept(source, "a", ask)).toBeGreaterThan(1);
});
