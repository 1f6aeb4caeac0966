import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { createGate } from "./gate.ts";

const detail = () => "Too much at once";

test("runs no more tasks at once than its width, and all of them in the end", async () => {
  const gate = createGate({ detail, wide: 2, queue: 10, waitMs: 5_000 });
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
  expect(await Promise.all(values.map((value) => gate.run(() => work(value))))).toEqual(values);
  expect(most).toBe(2);
});

test("refuses what does not fit into the queue, with Retry-After", async () => {
  const gate = createGate({ detail, wide: 1, queue: 1, waitMs: 5_000 });
  const held = Promise.withResolvers<void>();
  const first = gate.run(() => held.promise);
  const second = gate.run(() => Promise.resolve("second"));
  await expect(gate.run(() => Promise.resolve())).rejects.toMatchObject({
    code: "unavailable",
    info: { detail: detail(), retryAfterSeconds: 2 },
  });
  held.resolve();
  await first;
  expect(await second).toBe("second");
});

test("refuses what has waited too long and goes on with the rest", async () => {
  const gate = createGate({ detail, wide: 1, queue: 5, waitMs: 20 });
  const held = Promise.withResolvers<void>();
  const first = gate.run(() => held.promise);
  await expect(gate.run(() => Promise.resolve())).rejects.toMatchObject({ code: "unavailable" });
  held.resolve();
  await first;
  expect(await gate.run(() => Promise.resolve("later"))).toBe("later");
});

test("a failed task frees its slot", async () => {
  const gate = createGate({ detail, wide: 1, queue: 1, waitMs: 1_000 });
  await expect(gate.run(() => Promise.reject(new Error("bad")))).rejects.toThrow("bad");
  expect(await gate.run(() => Promise.resolve(1))).toBe(1);
});

test("a task that holds its slot too long continues beside the next", async () => {
  const gate = createGate({ detail, wide: 1, queue: 5, waitMs: 60_000, holdMs: 10 });
  const held = Promise.withResolvers<string>();
  const first = gate.run(() => held.promise);
  expect(await gate.run(() => Promise.resolve("second"))).toBe("second");
  held.resolve("first");
  expect(await first).toBe("first");
  // Its slot was passed on once, not twice.
  const order: number[] = [];
  await Promise.all([1, 2].map((n) => gate.run(() => Promise.resolve(order.push(n)))));
  expect(order).toEqual([1, 2]);
});

test("a task keeps its slot while the event loop is busy, for it may be waiting for that", async () => {
  const gate = createGate({ detail, wide: 1, queue: 5, waitMs: 60_000, holdMs: 50 });
  const held = Promise.withResolvers<string>();
  const first = gate.run(() => held.promise);
  let hasBegun = false;
  const second = gate.run(async () => {
    hasBegun = true;
  });
  const end = performance.now() + 200;
  const wasFreed = await new Promise<boolean>((resolve) => {
    (function burn() {
      const pause = performance.now() + 5;
      while (performance.now() < pause);
      if (performance.now() < end) setImmediate(burn);
      else resolve(hasBegun);
    })();
  });
  expect(wasFreed).toBe(false);
  // Idle, it frees its slot although it goes on.
  await second;
  held.resolve("first");
  await first;
});
