import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, test } from "vitest";
import { createWorkerPool, type PoolOptions } from "./worker-pool.ts";

/** A worker that does what its job says. */
const script = `
  const port = {
    on: (event, take) => process.on(event, take),
    postMessage: (message) => process.send(message),
  };
  const parentPort = require("node:worker_threads").parentPort ?? port;
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
    if (job === "pid") {
      return parentPort.postMessage({ kind: "done", id, result: process.pid });
    }
    if (job === "settings") {
      const isKnown = process.env.POOL_TEST_SECRET !== undefined;
      return parentPort.postMessage({ kind: "done", id, result: isKnown ? 1 : 0 });
    }
    if (job === "environment") {
      const { NODE_COMPILE_CACHE, POOL_TEST_GIVEN } = process.env;
      const result = [NODE_COMPILE_CACHE, POOL_TEST_GIVEN].join(" ");
      return parentPort.postMessage({ kind: "done", id, result });
    }
    if (job === "watch-cancel") Atomics.wait(cancel, 0, 0);
    if (job === "swell") { const held = []; for (;;) held.push(new Array(100000).fill(0)); }
    parentPort.postMessage({ kind: "progress", id, progress: 0.5 });
    parentPort.postMessage({ kind: "done", id, result: jobs });
  });`;

const folder = mkdtempSync(path.join(os.tmpdir(), "worker-pool-"));
const workerFile = path.join(folder, "worker.cjs");
writeFileSync(workerFile, script);
afterAll(() => rmSync(folder, { recursive: true }));

function aPool(options: Partial<PoolOptions> = {}) {
  return createWorkerPool<string, number>({
    name: "test",
    file: pathToFileURL(workerFile),
    heapMb: 64,
    idleMs: 60_000,
    silentMs: 60_000,
    ...options,
  });
}

/** What holds for threads and processes alike. */
const kinds = [
  ["thread", {}],
  ["process", { ownProcess: true }],
] as const;

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 10));
}

test.each(kinds)(
  "no %s is started before the first job, and one runs all that follow",
  async (_, kind) => {
    const pool = aPool(kind);
    expect(pool.isRunning()).toBe(false);
    const fractions: number[] = [];
    const onProgress = (fraction: number) => fractions.push(fraction);
    expect(await Promise.all([pool.call("a", { onProgress }), pool.call("b")])).toEqual([1, 2]);
    expect(fractions).toEqual([0.5]);
    expect(pool.isRunning()).toBe(true);
    await pool.close();
    expect(pool.isRunning()).toBe(false);
  },
);

test.each(kinds.flatMap((kind) => ["die", "throw", "swell"].map((job) => [...kind, job] as const)))(
  "a %s that stops (%#) fails its own job alone; the next goes to a new one",
  async (_, kind, job) => {
    const pool = aPool(kind);
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

test.each(kinds)("a %s that hangs is ended", async (_, kind) => {
  const pool = aPool({ ...kind, silentMs: 1_000 });
  await expect(pool.call("hang")).rejects.toMatchObject({ kind: "failed" });
  expect(await pool.call("a")).toBe(1);
  await pool.close();
});

test.each(kinds)("a cancelled job of a %s ends at once, waiting or running", async (_, kind) => {
  const pool = aPool(kind);
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

test.each(kinds)("an idle %s ends and a later job starts another", async (_, kind) => {
  const pool = aPool({ ...kind, idleMs: 50 });
  expect(await pool.call("a")).toBe(1);
  await until(() => !pool.isRunning());
  expect(await pool.call("b")).toBe(1);
  await pool.close();
});

test.each(kinds)(
  "closing ends a %s and rejects its jobs; nothing starts after it",
  async (_, kind) => {
    const pool = aPool(kind);
    const calls = [pool.call("hang"), pool.call("a")];
    const results = Promise.allSettled(calls);
    await pool.close();
    for (const result of await results) {
      expect(result).toMatchObject({ status: "rejected", reason: { kind: "cancelled" } });
    }
    await expect(pool.call("a")).rejects.toMatchObject({ kind: "cancelled" });
    expect(pool.isRunning()).toBe(false);
  },
);

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

test("a process is another one than the program, and is gone when the pool is closed", async () => {
  const pool = aPool({ ownProcess: true });
  const pid = await pool.call("pid");
  expect(pid).not.toBe(process.pid);
  await pool.close();
  expect(isAlive(pid)).toBe(false);
});

test("a process has none of the program's settings", async () => {
  process.env["POOL_TEST_SECRET"] = "x";
  const pool = aPool({ ownProcess: true });
  expect(await pool.call("settings")).toBe(0);
  await pool.close();
  delete process.env["POOL_TEST_SECRET"];
});

test("a process has the variables that it is given, and finds compiled code where the program keeps it", async () => {
  const before = process.env["NODE_COMPILE_CACHE"];
  process.env["NODE_COMPILE_CACHE"] = path.join(folder, "compiled");
  const pool = aPool({ ownProcess: true, env: { POOL_TEST_GIVEN: "given" } });
  try {
    expect(await pool.call("environment")).toBe(`${path.join(folder, "compiled")} given`);
  } finally {
    await pool.close();
    if (before === undefined) delete process.env["NODE_COMPILE_CACHE"];
    else process.env["NODE_COMPILE_CACHE"] = before;
  }
});

test("what a process compiled is kept for the next one, though it is killed", async () => {
  const compiled = path.join(folder, "kept");
  const file = path.join(folder, "served.mjs");
  const served = JSON.stringify(new URL("./pool-worker.ts", import.meta.url).href);
  writeFileSync(file, `import { servePool } from ${served}; servePool(() => 1);`);
  const env = { NODE_COMPILE_CACHE: compiled };
  const pool = aPool({ ownProcess: true, file: pathToFileURL(file), env });
  expect(await pool.call("")).toBe(1);
  await until(() => readdirSync(compiled, { recursive: true }).length > 1);
  await pool.close();
});

test("a process does not outlive a program that was killed", async () => {
  const urlOf = (name: string) => JSON.stringify(new URL(name, import.meta.url).href);
  // Something else keeps it alive too: without the pool's own end it would stay.
  const worker = path.join(folder, "served.mjs");
  writeFileSync(
    worker,
    `import { servePool } from ${urlOf("./pool-worker.ts")};
     setInterval(() => undefined, 1_000);
     servePool(() => process.pid);`,
  );
  const program = spawn(process.execPath, [
    "--input-type=module",
    "--eval",
    `import { createWorkerPool } from ${urlOf("./worker-pool.ts")};
     const file = new URL(${JSON.stringify(pathToFileURL(worker).href)});
     const settings = { name: "test", heapMb: 64, idleMs: 60_000, ownProcess: true };
     console.log(await createWorkerPool({ ...settings, file }).call("pid"));
     setInterval(() => undefined, 1_000);`,
  ]);
  const [said] = (await once(program.stdout, "data")) as [Buffer];
  const pid = Number(said.toString());
  expect(process.kill(pid, 0)).toBe(true);
  program.kill("SIGKILL");
  await until(() => !isAlive(pid));
});
