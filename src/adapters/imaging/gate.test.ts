import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { createGate } from "./gate.ts";

test("runs no more at once than it is wide, and everything in the end", async () => {
  const gate = createGate({ wide: 2, queue: 10, waitMs: 5_000 });
  let running = 0;
  let most = 0;
  const work = async (value: number) => {
    running += 1;
    most = Math.max(most, running);
    await sleep(5);
    running -= 1;
    return value;
  };
  const values = Array.from({ length: 10 }, (_, index) => index);
  expect(await Promise.all(values.map((value) => gate(() => work(value))))).toEqual(values);
  expect(most).toBe(2);
});

test("refuses what does not fit into the queue, with the time to come back", async () => {
  const gate = createGate({ wide: 1, queue: 1, waitMs: 5_000 });
  const held = Promise.withResolvers<void>();
  const first = gate(() => held.promise);
  const second = gate(() => Promise.resolve("second"));
  await expect(gate(() => Promise.resolve())).rejects.toMatchObject({
    code: "unavailable",
    info: { retryAfterSeconds: 2 },
  });
  held.resolve();
  await first;
  expect(await second).toBe("second");
});

test("refuses what has waited too long and goes on with the rest", async () => {
  const gate = createGate({ wide: 1, queue: 5, waitMs: 20 });
  const held = Promise.withResolvers<void>();
  const first = gate(() => held.promise);
  await expect(gate(() => Promise.resolve())).rejects.toMatchObject({ code: "unavailable" });
  held.resolve();
  await first;
  expect(await gate(() => Promise.resolve("later"))).toBe("later");
});

test("a failure gives its place free", async () => {
  const gate = createGate({ wide: 1, queue: 1, waitMs: 1_000 });
  await expect(gate(() => Promise.reject(new Error("bad")))).rejects.toThrow("bad");
  expect(await gate(() => Promise.resolve(1))).toBe(1);
});
