/** Jobs that are cancelled, over a strict double of the process that draws. */
import { existsSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { pause } from "#tests/harness/patience.ts";
import { isThere } from "#tests/harness/processes.ts";
import { failure, supervisorsForTests } from "#tests/harness/supervisors.ts";

const { open, job, draws, folder, pids, faults } = supervisorsForTests();

function withAbort(): { signal: AbortSignal; abort: () => void } {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}

/** Aborts when the job has come to its first step. */
function atFirstStep(): { signal: AbortSignal; onStep: () => void } {
  const controller = new AbortController();
  return { signal: controller.signal, onStep: () => controller.abort() };
}

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
