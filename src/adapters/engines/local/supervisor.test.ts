/** What the process that draws does wrong, and what comes of it: each row over a strict double of it. */
import { expect, test } from "vitest";
import { isThere } from "#tests/harness/processes.ts";
import { failure, supervisorsForTests } from "#tests/harness/supervisors.ts";
import type { EngineError } from "../port.ts";

const { open, job, draws, pids, faults, limits } = supervisorsForTests();

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
