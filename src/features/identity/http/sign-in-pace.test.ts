import { expect, test } from "vitest";
import { createPace, delayAfter } from "./sign-in-pace.ts";

test.each([
  [0, 0],
  [9, 0],
  [10, 250],
  [13, 1_000],
  [29, 5_000],
  [10_000, 5_000],
])(
  "after %i failures an unknown browser's next attempt on the account waits %i ms",
  (failures, ms) => {
    expect(delayAfter(failures)).toBe(ms);
  },
);

test("attempts on one account wait for each other, but not for those on another account", async () => {
  const waits: (() => void)[] = [];
  const slowDown = createPace(() => new Promise<void>((resolve) => waits.push(resolve)));
  const done: string[] = [];
  const tries = ["one", "two"].map((name) => slowDown("a", 50).then(() => done.push(name)));
  const other = slowDown("b", 50).then(() => done.push("other"));
  await slowDown("c", 3);
  await expect.poll(() => waits.length).toBe(2);
  waits[1]?.();
  await other;
  expect(done).toEqual(["other"]);
  waits[0]?.();
  await tries[0];
  await expect.poll(() => waits.length).toBe(3);
  waits[2]?.();
  await tries[1];
  expect(done).toEqual(["other", "one", "two"]);
});

test("the number of waiting attempts per account is limited", async () => {
  const slowDown = createPace(() => new Promise<void>(() => undefined));
  const all = Array.from({ length: 21 }, () => slowDown("a", 50));
  await expect(all[20]).rejects.toMatchObject({ code: "unavailable" });
});
