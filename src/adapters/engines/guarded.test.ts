import { expect, test } from "vitest";
import { guardEngine } from "./guarded.ts";
import { type Engine, EngineError, type EngineErrorKind } from "./port.ts";

function troubled(kinds: (EngineErrorKind | null)[]) {
  let calls = 0;
  const opened: string[] = [];
  let time = 0;
  const engine: Engine = {
    id: "test:one",
    capabilities: () => Promise.reject(new Error("not asked here")),
    deadlineMs: 1000,
    health: () => Promise.resolve({ state: "up" }),
    close: () => Promise.resolve(),
    generate() {
      const kind = kinds[calls];
      calls += 1;
      if (kind) return Promise.reject(new EngineError(kind, "no"));
      return Promise.resolve({ delivered: 1, warnings: [] });
    },
  };
  const guarded = guardEngine(
    engine,
    { concurrency: 1, bills: true },
    (id, reason) => opened.push(`${id} ${reason.kind}`),
    () => time,
  );
  const once = () =>
    guarded
      .generate(
        {
          jobId: crypto.randomUUID(),
          mode: "txt2img",
          prompt: "x",
          model: "m",
          width: 512,
          height: 512,
          count: 1,
          seed: 1,
          quality: "standard",
        },
        {
          signal: new AbortController().signal,
          onProgress() {},
          onImage: () => Promise.resolve(),
          saveResumeToken: () => Promise.resolve(),
        },
      )
      .then(
        () => "done",
        (error: EngineError) => `${error.kind} ${error.providerCode ?? ""}`.trim(),
      );
  return { guarded, once, opened, calls: () => calls, pass: (ms: number) => (time += ms) };
}

test("ST-07 five failures in a row open the breaker for a while, then one trial request is let through", async () => {
  const t = troubled([...Array<EngineErrorKind>(5).fill("bad-response"), null]);
  for (let turn = 0; turn < 5; turn += 1) expect(await t.once()).toBe("bad-response");
  expect(await t.once()).toBe("provider-down breaker-open");
  expect(t.calls()).toBe(5);
  expect((await t.guarded.health(new AbortController().signal)).state).toBe("down");
  t.pass(30_001);
  expect(await t.once()).toBe("done");
  expect(t.opened).toEqual(["test:one bad-response"]);
  expect((await t.guarded.health(new AbortController().signal)).state).toBe("up");
});

test("ST-07 after the open time one trial request is let through, and its failure opens the breaker again", async () => {
  const t = troubled([...Array<EngineErrorKind>(5).fill("timeout"), "bad-response", null, null]);
  for (let turn = 0; turn < 5; turn += 1) await t.once();
  t.pass(30_001);
  const open = "provider-down breaker-open";
  expect(await Promise.all([t.once(), t.once(), t.once()])).toEqual(["bad-response", open, open]);
  expect(t.calls()).toBe(6);
  expect(await t.once()).toBe(open);
  t.pass(30_001);
  expect(await Promise.all([t.once(), t.once()])).toEqual(["done", open]);
  expect(await t.once()).toBe("done");
});

test("ST-07 a cancelled trial request leaves the trial to the next one", async () => {
  const t = troubled([...Array<EngineErrorKind>(5).fill("timeout"), "cancelled", null]);
  for (let turn = 0; turn < 5; turn += 1) await t.once();
  t.pass(30_001);
  expect(await t.once()).toBe("cancelled");
  expect(await t.once()).toBe("done");
});

test.for(["timeout", "auth"] as const)(
  "ST-07 after a refused key a trial that ends with %s opens the breaker again",
  async (kind) => {
    const t = troubled(["auth", kind, null]);
    await t.once();
    t.pass(5 * 60_000 + 1);
    expect(await t.once()).toBe(kind);
    expect(await t.once()).toContain("breaker-open");
    expect(t.calls()).toBe(2);
  },
);

test("ST-07 a success in between and refusals of the request itself do not count", async () => {
  const t = troubled([
    "timeout",
    "timeout",
    "timeout",
    "timeout",
    null,
    "timeout",
    "moderated-prompt",
    "cancelled",
    "rate-limited",
    null,
  ]);
  for (let turn = 0; turn < 10; turn += 1) await t.once();
  expect(t.calls()).toBe(10);
  expect(t.opened).toEqual([]);
});

test.for(["auth", "quota"] as const)(
  "ST-07 one failure of kind %s opens the breaker at once",
  async (kind) => {
    const t = troubled([kind, null]);
    expect(await t.once()).toBe(kind);
    expect(await t.once()).toBe(`${kind} breaker-open`);
    t.pass(5 * 60_000 + 1);
    expect(await t.once()).toBe("done");
  },
);
