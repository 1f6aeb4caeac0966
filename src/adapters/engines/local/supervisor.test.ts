/** What the process that draws does wrong, and what comes of it: each row over a strict double of it. */
import { existsSync } from "node:fs";
import { readFile, rm, mkdtemp } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { pause } from "#tests/harness/patience.ts";
import { isThere } from "#tests/harness/processes.ts";
import { EngineError } from "../port.ts";
import { startChild } from "./child.ts";
import type { ChildFault } from "./process.ts";
import { type Job, openSupervisor, type Supervisor, type SupervisorOptions } from "./supervisor.ts";

const double = fileURLToPath(
  new URL("../../../../tests/providers/local-child.ts", import.meta.url),
);

let folder: string;
let opened: Supervisor[] = [];
/** Processes that were started in this test. */
let pids: number[] = [];
let faults: ChildFault[] = [];
/** Bytes of memory that processes were started with. */
let limits: number[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "echoform-supervisor-"));
});
afterEach(async () => {
  await Promise.all(opened.map((supervisor) => supervisor.close()));
  // Whatever happened in the test, no process is left.
  const left = pids.filter(isThere);
  if (left.length > 0) throw new Error(`left behind: ${left.join(", ")}`);
  opened = [];
  pids = [];
  faults = [];
  limits = [];
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type Change = Partial<SupervisorOptions> & {
  flags?: () => string[];
  readyMs?: number;
  /** Awaited before the supervisor has a process that listens. */
  onChild?: () => Promise<void>;
};

function open(change: Change = {}): Supervisor {
  const { flags = () => [], readyMs = 60_000, onChild, ...options } = change;
  const supervisor = openSupervisor({
    start: async ({ memoryBytes }) => {
      limits.push(memoryBytes);
      const launch = { file: process.execPath, args: [double, ...flags()], cwd: folder };
      const child = await startChild(launch, readyMs, (pid) => pids.push(pid));
      await onChild?.();
      return child;
    },
    onFault: (fault) => faults.push(fault),
    idleMs: 600_000,
    ...options,
  });
  opened.push(supervisor);
  return supervisor;
}

let number = 0;
function job(prompt: string, change: Partial<Job> = {}): Job & { out: string } {
  number += 1;
  const out = path.join(folder, `${number}.png`);
  return {
    out,
    needs: {
      key: "a",
      modelId: "a",
      program: "addon",
      // Any file: the double opens it and reads nothing.
      request: { op: "load", files: { model: double }, config: { device: "cpu" } },
      bytes: 1,
      memoryBytes: 5_000_000,
    },
    request: {
      op: "draw",
      out,
      params: { prompt, width: 64, height: 64, steps: 2, cfg_scale: 1, seed: 7 },
    },
    deadlineMs: 60_000,
    signal: new AbortController().signal,
    ...change,
  };
}

/** What a job fails with. */
async function failure(running: Promise<void>): Promise<EngineError> {
  const error: unknown = await running.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(EngineError);
  return error as EngineError;
}

async function draws(supervisor: Supervisor, prompt = "the sea"): Promise<void> {
  const asked = job(prompt);
  await supervisor.run(asked);
  expect((await readFile(asked.out)).subarray(1, 4).toString()).toBe("PNG");
}

function withAbort(): { signal: AbortSignal; abort: () => void } {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}

/** Aborts when the job has come to its first step. */
function atFirstStep(): { signal: AbortSignal; onStep: () => void } {
  const controller = new AbortController();
  return { signal: controller.signal, onStep: () => controller.abort() };
}

test("a model is loaded once, within its memory, and tells how far it is", async () => {
  const supervisor = open();
  const seen: string[] = [];
  await supervisor.run(
    job("the sea", {
      onLoading: (fraction) => seen.push(`loading ${fraction}`),
      onStep: (step, total) => seen.push(`${step}/${total}`),
    }),
  );
  expect(seen.filter((text) => text.startsWith("loading")).at(-1)).toBe("loading 1");
  expect(seen.slice(-3)).toEqual(["0/2", "1/2", "2/2"]);
  expect(supervisor.state()).toMatchObject({ loaded: "a", restarts: 0 });
  await draws(supervisor, "words that are no ASCII: Übermut 🦊");
  expect(limits).toEqual([5_000_000]);
  expect(pids).toHaveLength(1);
});

test("another model takes the place of the first, in a process of its own", async () => {
  const supervisor = open();
  await draws(supervisor);
  const second = job("the sea");
  const needs = { ...second.needs, key: "b", modelId: "b", memoryBytes: 7 };
  await supervisor.run({ ...second, needs });
  expect(supervisor.state()).toMatchObject({ loaded: "b", restarts: 0 });
  expect(limits).toEqual([5_000_000, 7]);
  expect(pids.map(isThere)).toEqual([false, true]);
  expect(faults).toEqual([]);
});

test("jobs at the same time come one after the other", async () => {
  const supervisor = open();
  const order: string[] = [];
  const watched = (name: string) =>
    supervisor.run(job(name, { onStep: (step) => order.push(`${name} ${step}`) }));
  await Promise.all(["a", "b", "c"].map(watched));
  expect(order).toEqual(
    ["a", "b", "c"].flatMap((name) => [0, 1, 2].map((step) => `${name} ${step}`)),
  );
  expect(faults).toEqual([]);
});

test("a cancelled job is over at once; a process that goes on is ended, and the next job has a new one", async () => {
  const supervisor = open({ graceMs: 50 });
  const { signal, onStep } = atFirstStep();
  const error = await failure(supervisor.run(job("slow: the sea", { signal, onStep })));
  expect(error.kind).toBe("cancelled");
  // It is still at its step: nobody waited for that.
  expect(isThere(pids[0])).toBe(true);
  await draws(supervisor);
  expect(pids).toHaveLength(2);
  expect(isThere(pids[0])).toBe(false);
  // That was no fault of the process.
  expect(faults).toEqual([]);
  expect(supervisor.downMs()).toBe(0);
});

test("a cancelled job whose step ends soon leaves the model in memory", async () => {
  const supervisor = open({ graceMs: 60_000 });
  const { signal, onStep } = atFirstStep();
  const error = await failure(supervisor.run(job("slow: short", { signal, onStep })));
  expect(error.kind).toBe("cancelled");
  await draws(supervisor);
  expect(pids).toHaveLength(1);
});

test("a job is cancelled while it waits for its turn, and while a model is loaded", async () => {
  const loading = path.join(folder, "loading");
  const flags = () => (pids.length === 0 ? [`hold-load=${loading}`] : []);
  const supervisor = open({ graceMs: 50, flags });
  const [first, second] = [new AbortController(), new AbortController()];
  const one = failure(supervisor.run(job("the sea", { signal: first.signal })));
  const two = failure(supervisor.run(job("the sea", { signal: second.signal })));
  await expect.poll(() => existsSync(loading)).toBe(true);
  second.abort();
  expect((await two).kind).toBe("cancelled");
  first.abort();
  expect((await one).kind).toBe("cancelled");
  await draws(supervisor);
  expect(pids).toHaveLength(2);
});

test("a job that is cancelled while its process starts loads nothing, and the next job draws", async () => {
  const flags = () => (pids.length === 0 ? ["hang-in-load"] : []);
  const starts: PromiseWithResolvers<void>[] = [];
  // The first process is there, but listens only after the grace of the cancelled job.
  const supervisor = open({
    graceMs: 1,
    flags,
    onChild: () => {
      const start = Promise.withResolvers<void>();
      if (starts.push(start) > 1) start.resolve();
      return start.promise;
    },
  });
  const { signal, abort } = withAbort();
  const given = failure(supervisor.run(job("the sea", { signal })));
  await expect.poll(() => starts.length).toBe(1);
  abort();
  expect((await given).kind).toBe("cancelled");
  await pause();
  starts[0].resolve();
  await draws(supervisor);
  expect(pids).toHaveLength(2);
  expect(faults).toEqual([]);
});

test("what hangs in loading is ended at its deadline", async () => {
  const flags = () => (pids.length === 0 ? ["hang-in-load"] : []);
  const supervisor = open({ loadMs: 300, flags });
  const error = await failure(supervisor.run(job("the sea")));
  expect(error.kind).toBe("timeout");
  expect(faults.map(({ reason }) => reason)).toEqual(["hung"]);
  expect(isThere(pids[0])).toBe(false);
});

test("what never comes up is ended", async () => {
  const supervisor = open({ readyMs: 200, flags: () => ["never-ready"] });
  expect((await failure(supervisor.run(job("the sea")))).kind).toBe("timeout");
});

test("a picture that never comes is given up at its deadline", async () => {
  const supervisor = open();
  const error = await failure(supervisor.run(job("silent: the sea", { deadlineMs: 300 })));
  expect(error.kind).toBe("timeout");
  await draws(supervisor);
  expect(supervisor.state().restarts).toBe(1);
});

test.each([
  ["abort: the sea", "internal", "ended"],
  ["killed: the sea", "overloaded", "ended"],
  ["half: the sea", "internal", "ended"],
  ["lies: the sea", "bad-response", "garbled"],
  ["endless: the sea", "bad-response", "garbled"],
])("%s ends the process as %s, and the next job draws", async (prompt, kind, reason) => {
  const supervisor = open();
  const error = await failure(supervisor.run(job(prompt)));
  expect([error.kind, error.billed]).toEqual([kind, "no"]);
  expect(faults.map((fault) => fault.reason)).toEqual([reason]);
  await draws(supervisor);
  expect(pids).toHaveLength(2);
});

test.each([
  ["garbage: the sea", null],
  ["memory: the sea", "overloaded"],
])("%s leaves the process alive", async (prompt, kind) => {
  const supervisor = open();
  const error = await supervisor.run(job(prompt)).catch((thrown: unknown) => thrown);
  expect((error as EngineError | undefined)?.kind ?? null).toBe(kind);
  await draws(supervisor);
  expect(pids).toHaveLength(1);
});

test("a file that cannot be loaded is refused as an engine that is down, and the process lives", async () => {
  const supervisor = open({ flags: () => ["refuse-load"] });
  expect((await failure(supervisor.run(job("the sea")))).kind).toBe("provider-down");
  expect(faults).toEqual([]);
});

test("a process that is killed in loading is started again", async () => {
  const flags = () => (pids.length === 0 ? ["die-in-load"] : []);
  const supervisor = open({ flags });
  expect((await failure(supervisor.run(job("the sea")))).kind).toBe("overloaded");
  await draws(supervisor);
});

test("a key that the addon would ignore is refused", async () => {
  const supervisor = open();
  const asked = job("the sea");
  const params = { prompt: "the sea", width: 64, height: 64, steps: 1, cfg_scale: 1, seed: 1 };
  const request = { op: "draw" as const, out: asked.out, params: { ...params, mask: "a.png" } };
  const error = await failure(supervisor.run({ ...asked, request }));
  expect(error.providerCode).toBe("local-bad-request");
});

test("after three restarts in ten minutes the engine is down, until the first is ten minutes ago", async () => {
  let minutes = 0;
  const supervisor = open({ now: () => minutes * 60_000 });
  for (let count = 0; count < 4; count += 1) {
    minutes += 1;
    expect((await failure(supervisor.run(job("abort: the sea")))).kind).toBe("internal");
  }
  const error = await failure(supervisor.run(job("the sea")));
  expect([error.kind, error.providerCode, error.retryAfterMs]).toEqual([
    "provider-down",
    "local-down",
    7 * 60_000,
  ]);
  expect(pids).toHaveLength(4);
  expect(supervisor.state().lastFault).toContain("SIGABRT");
  minutes += 8;
  await draws(supervisor);
});

test("an unused model leaves memory, also where the process does not want to go", async () => {
  const supervisor = open({ idleMs: 30, flags: () => ["no-exit"] });
  await draws(supervisor);
  await expect.poll(() => isThere(pids[0])).toBe(false);
  expect(supervisor.state()).toMatchObject({ loaded: null, activity: "idle", restarts: 0 });
  expect(faults).toEqual([]);
});

test("a model that is taken away leaves memory, after what is drawn with it", async () => {
  const supervisor = open();
  const running = draws(supervisor);
  await expect.poll(() => supervisor.state().loaded).toBe("a");
  await supervisor.release(() => false);
  await running;
  expect(supervisor.state().loaded).toBeNull();
  expect(faults).toEqual([]);
});

test("closing ends what is drawn", async () => {
  const supervisor = open();
  const running = failure(supervisor.run(job("slow: the sea")));
  await expect.poll(() => supervisor.state().activity).toBe("drawing");
  await supervisor.close();
  expect((await running).kind).toBe("cancelled");
});
