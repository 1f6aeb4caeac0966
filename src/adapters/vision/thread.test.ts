import { expect, test } from "vitest";
import { createThread, type ThreadOptions } from "./thread.ts";

/** A thread that does what its job says. */
const script = `
  const { parentPort } = require("node:worker_threads");
  let jobs = 0;
  parentPort.on("message", ({ id, job }) => {
    jobs += 1;
    if (job === "die") process.exit(3);
    if (job === "throw") throw new Error("broken");
    if (job === "hang") for (;;);
    if (job === "fail") return parentPort.postMessage({ kind: "failed", id, detail: "no such luck" });
    parentPort.postMessage({ kind: "progress", id, fraction: 0.5 });
    parentPort.postMessage({ kind: "done", id, answer: jobs });
  });`;

function aThread(options: Partial<ThreadOptions> = {}) {
  const file = new URL(
    `data:text/javascript,import{createRequire}from"node:module";const require=createRequire("file:///");${encodeURIComponent(script)}`,
  );
  return createThread<string, number>({
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

test("no thread lives before the first job, and one does all that follow", async () => {
  const thread = aThread();
  expect(thread.isRunning()).toBe(false);
  const fractions: number[] = [];
  const onProgress = (fraction: number) => fractions.push(fraction);
  expect(await Promise.all([thread.call("a", { onProgress }), thread.call("b")])).toEqual([1, 2]);
  expect(fractions).toEqual([0.5]);
  expect(thread.isRunning()).toBe(true);
  await thread.close();
  expect(thread.isRunning()).toBe(false);
});

test.each(["die", "throw"])(
  "a thread that stops (%s) fails its own job alone; the next goes to a new thread",
  async (job) => {
    const thread = aThread();
    expect(await thread.call("a")).toBe(1);
    const results = await Promise.allSettled([thread.call(job), thread.call("b")]);
    expect(results[0]).toMatchObject({ status: "rejected", reason: { kind: "failed" } });
    expect(results[1]).toEqual({ status: "fulfilled", value: 1 });
    await thread.close();
  },
);

test("a failed job says why and costs no thread", async () => {
  const thread = aThread();
  await expect(thread.call("fail")).rejects.toMatchObject({
    kind: "failed",
    cause: { message: "no such luck" },
  });
  expect(await thread.call("a")).toBe(2);
  await thread.close();
});

test("a thread that hangs is ended", async () => {
  const thread = aThread({ silentMs: 1_000 });
  await expect(thread.call("hang")).rejects.toMatchObject({ kind: "failed" });
  expect(await thread.call("a")).toBe(1);
  await thread.close();
});

test("a cancelled job ends at once, waiting or under way", async () => {
  const thread = aThread();
  const controls = [new AbortController(), new AbortController()];
  const running = thread.call("hang", { signal: controls[0].signal });
  const waiting = thread.call("a", { signal: controls[1].signal });
  controls[1].abort();
  await expect(waiting).rejects.toMatchObject({ kind: "cancelled" });
  const began = performance.now();
  controls[0].abort();
  await expect(running).rejects.toMatchObject({ kind: "cancelled" });
  expect(await thread.call("b")).toBe(1);
  expect(performance.now() - began).toBeLessThan(5_000);
  await expect(thread.call("a", { signal: AbortSignal.abort() })).rejects.toMatchObject({
    kind: "cancelled",
  });
  await thread.close();
});

test("an idle thread ends and a later job starts another", async () => {
  const thread = aThread({ idleMs: 50 });
  expect(await thread.call("a")).toBe(1);
  await until(() => !thread.isRunning());
  expect(await thread.call("b")).toBe(1);
  await thread.close();
});

test("closing rejects what is under way and what waits; nothing starts after it", async () => {
  const thread = aThread();
  const calls = [thread.call("hang"), thread.call("a")];
  const results = Promise.allSettled(calls);
  await thread.close();
  for (const result of await results) {
    expect(result).toMatchObject({ status: "rejected", reason: { kind: "cancelled" } });
  }
  await expect(thread.call("a")).rejects.toMatchObject({ kind: "cancelled" });
  expect(thread.isRunning()).toBe(false);
});
