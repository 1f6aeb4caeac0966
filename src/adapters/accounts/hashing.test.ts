import { expect, test } from "vitest";
import { createGate } from "./hashing.ts";

test("two run at once, as many as may wait do, the rest is refused; then all is free again", async () => {
  const pass = createGate(2, 3);
  let running = 0;
  let most = 0;
  const releases: (() => void)[] = [];
  const job = async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise<void>((resolve) => releases.push(resolve));
    running -= 1;
    return "done";
  };
  const tries = Array.from({ length: 7 }, () => pass(job));
  const settled = Promise.allSettled(tries);
  for (let n = 0; n < 5; n += 1) {
    await new Promise((resolve) => setTimeout(resolve));
    releases.shift()?.();
  }
  const outcomes = (await settled).map((each) => each.status);
  expect(outcomes).toEqual([
    ...Array.from({ length: 5 }, () => "fulfilled"),
    "rejected",
    "rejected",
  ]);
  expect(most).toBe(2);
  await expect(tries[6]).rejects.toMatchObject({ code: "unavailable", status: 503 });
  const again = pass(() => Promise.resolve("again"));
  await expect(again).resolves.toBe("again");
});

test("a job that fails makes room like any other", async () => {
  const pass = createGate(1, 1);
  await expect(pass(() => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  await expect(pass(() => Promise.resolve(1))).resolves.toBe(1);
});
