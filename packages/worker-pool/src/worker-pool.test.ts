import { expect, test } from "vitest";
import { createWorkerPool, type PoolOptions } from "./worker-pool.ts";

/** A thread that does what its job says. */
const script = `
  const { parentPort } = require("node:worker_threads");
  let jobs = 0;
  parentPort.on("message", ({ id, job, cancel }) => {
    jobs += 1;
    if (job === "die") process.exit(3);
    if (job === "throw") throw new Error("broken");
    if (job === "hang") for (;;);
    if (job === "fail") {
      const facts = { kind: "odd" };
      return parentPort.postMessage({ kind: "failed", id, detail: "no such luck", facts });
    }
    if (job === "watch-cancel") Atomics.wait(cancel, 0, 0);
    if (job === "swell") { const held = []; for (;;) held.push(new Array(100000).fill(0)); }
    parentPort.postMessage({ kind: "progress", id, progress: 0.5 });
    parentPort.postMessage({ kind: "done", id, result: jobs });
  });`;

function aPool(options: Partial<PoolOptions> = {}) {
  const file = new URL(
    `data:text/javascript,import{createRequire}from"node:module";const require=createRequire("file:///");${encodeURIComponent(script)}`,
  );
  return createWorkerPool<string, number>({
    name: "test",
    file,
    heapMb: 64,
    idleMs: 60_000,
    silentMs: 60_000,
    ...options,
  });
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 10));
}

test("no thread is started before the first job, and one runs all that follow", async () => {
  const pool = aPool();
  expect(pool.isRunning()).toBe(false);
  const fractions: number[] = [];
  const onProgress = (fraction: number) => fractions.push(fraction);
  expect(await Promise.all([pool.call("a", { onProgress }), pool.call("b")])).toEqual([1, 2]);
  expect(fractions).toEqual([0.5]);
  expect(pool.isRunning()).toBe(true);
  await pool.close();
  expect(pool.isRunning()).toBe(false);
});

test.each(["die", "throw", "swell"])(
  "a thread that stops (%s) fails its own job alone; the next goes to a new thread",
  async (job) => {
    const pool = aPool();
    expect(await pool.call("a")).toBe(1);
    const results = await Promise.allSettled([pool.call(job), pool.call("b")]);
    expect(results[0]).toMatchObject({ status: "rejected", reason: { kind: "failed" } });
    expect(results[1]).toEqual({ status: "fulfilled", value: 1 });
    await pool.close();
  },
);

test("a failed job says why and costs no thread", async () => {
  const pool = aPool();
  await expect(pool.call("fail")).rejects.toMatchObject({
    kind: "failed",
    cause: { message: "no such luck" },
    facts: { kind: "odd" },
  });
  expect(await pool.call("a")).toBe(2);
  await pool.close();
});

test("a thread that hangs is ended", async () => {
  const pool = aPool({ silentMs: 1_000 });
  await expect(pool.call("hang")).rejects.toMatchObject({ kind: "failed" });
  expect(await pool.call("a")).toBe(1);
  await pool.close();
});

test("a cancelled job ends at once, waiting or running", async () => {
  const pool = aPool();
  const controls = [new AbortController(), new AbortController()];
  const running = pool.call("hang", { signal: controls[0].signal });
  const waiting = pool.call("a", { signal: controls[1].signal });
  controls[1].abort();
  await expect(waiting).rejects.toMatchObject({ kind: "cancelled" });
  controls[0].abort();
  await expect(running).rejects.toMatchObject({ kind: "cancelled" });
  // In a new thread: waiting for the one that hangs would take its silence limit of a minute.
  expect(await pool.call("b")).toBe(1);
  await expect(pool.call("a", { signal: AbortSignal.abort() })).rejects.toMatchObject({
    kind: "cancelled",
  });
  await pool.close();
});

test("an idle thread ends and a later job starts another", async () => {
  const pool = aPool({ idleMs: 50 });
  expect(await pool.call("a")).toBe(1);
  await until(() => !pool.isRunning());
  expect(await pool.call("b")).toBe(1);
  await pool.close();
});

test("closing rejects running and waiting jobs; nothing starts after it", async () => {
  const pool = aPool();
  const calls = [pool.call("hang"), pool.call("a")];
  const results = Promise.allSettled(calls);
  await pool.close();
  for (const result of await results) {
    expect(result).toMatchObject({ status: "rejected", reason: { kind: "cancelled" } });
  }
  await expect(pool.call("a")).rejects.toMatchObject({ kind: "cancelled" });
  expect(pool.isRunning()).toBe(false);
});

test("a pool runs as many jobs at once as it has threads, in the order of their calls", async () => {
  const pool = aPool({ size: 2 });
  const stop = new AbortController();
  const held = pool.call("hang", { signal: stop.signal });
  // The second thread does all that follow.
  expect(await Promise.all(["a", "b", "c"].map((job) => pool.call(job)))).toEqual([1, 2, 3]);
  stop.abort();
  await expect(held).rejects.toMatchObject({ kind: "cancelled" });
  await pool.close();
});

test("a job that finds the queue full is refused at once", async () => {
  const pool = aPool({ queue: 1 });
  const stop = new AbortController();
  const held = pool.call("hang", { signal: stop.signal });
  const waiting = pool.call("a");
  await expect(pool.call("b")).rejects.toMatchObject({ kind: "full" });
  stop.abort();
  await expect(held).rejects.toMatchObject({ kind: "cancelled" });
  expect(await waiting).toBe(1);
  await pool.close();
});

test.each([
  ["that notices the end of its job in time is kept", "watch-cancel", 60_000, 3],
  ["that does not notice it is replaced", "hang", 100, 1],
])("a thread %s", async (_, job, noticeMs, next) => {
  const pool = aPool({ noticeMs });
  expect(await pool.call("a")).toBe(1);
  const stop = new AbortController();
  const cancelled = pool.call(job, { signal: stop.signal });
  stop.abort();
  await expect(cancelled).rejects.toMatchObject({ kind: "cancelled" });
  expect(await pool.call("a")).toBe(next);
  await pool.close();
});

test("idle threads end when their memory is wanted", async () => {
  const pool = aPool();
  expect(await pool.call("a")).toBe(1);
  pool.endIdle();
  expect(await pool.call("a")).toBe(1);
  await pool.close();
});

test("a job aborted while it waits is dropped; one that has begun goes on", async () => {
  const pool = aPool();
  const [first, second] = [new AbortController(), new AbortController()];
  const begun = pool.call("work", { whileWaiting: first.signal });
  const waits = pool.call("work", { whileWaiting: second.signal });
  first.abort();
  second.abort();
  await expect(waits).rejects.toMatchObject({ kind: "cancelled" });
  expect(await begun).toBe(1);
  // The dropped one never reached the thread.
  expect(await pool.call("work")).toBe(2);
  await pool.close();
});
