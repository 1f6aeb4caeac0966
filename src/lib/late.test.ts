import { expect, test } from "vitest";
import { openLate } from "./late.ts";

test("it is opened once, by its first use, and ended", async () => {
  let opened = 0;
  const ended: number[] = [];
  const late = openLate(async () => (opened += 1));
  expect(opened).toBe(0);
  expect(await Promise.all([late.get(), late.get()])).toEqual([1, 1]);
  await late.end(async (one) => ended.push(one));
  expect([opened, ended]).toEqual([1, [1]]);
});

test("what was never used is not opened to be ended", async () => {
  const late = openLate(() => Promise.reject(new Error("opened")));
  const ending = late.end(() => Promise.reject(new Error("ended")));
  await expect(ending).resolves.toBeUndefined();
});

test("an opening that failed is tried again", async () => {
  let tries = 0;
  const late = openLate(async () => {
    tries += 1;
    if (tries === 1) throw new Error("no library");
    return tries;
  });
  await expect(late.get()).rejects.toThrow("no library");
  expect(await late.get()).toBe(2);
});
