import { expect, test } from "vitest";
import { openLazily } from "./lazy.ts";

test("it is opened once, by its first use, and closed", async () => {
  let opened = 0;
  const ended: number[] = [];
  const client = openLazily(async () => (opened += 1));
  expect(opened).toBe(0);
  expect(await Promise.all([client.get(), client.get()])).toEqual([1, 1]);
  await client.close(async (one) => ended.push(one));
  expect([opened, ended]).toEqual([1, [1]]);
  await expect(client.get()).rejects.toThrow("closed already");
});

test("what was never used is not opened to be closed, nor afterwards", async () => {
  const client = openLazily(() => Promise.reject(new Error("opened")));
  const ending = client.close(() => Promise.reject(new Error("ended")));
  await expect(ending).resolves.toBeUndefined();
  await expect(client.get()).rejects.toThrow("closed already");
});

test("an opening that failed is tried again", async () => {
  let tries = 0;
  const client = openLazily(async () => {
    tries += 1;
    if (tries === 1) throw new Error("no library");
    return tries;
  });
  await expect(client.get()).rejects.toThrow("no library");
  expect(await client.get()).toBe(2);
});
