import { monitorEventLoopDelay } from "node:perf_hooks";
import { afterAll, expect, test } from "vitest";
import { hostileFiles, packedText, pngWith, text } from "#tests/fixtures/metadata-files.ts";
import { createSettingsReader } from "./reader.ts";

const failures: unknown[] = [];
const reader = createSettingsReader({
  limitMs: 10_000,
  onFailure: (error) => failures.push(error),
});
afterAll(() => reader.close());

const settings = pngWith([text("parameters", "a fox\nSteps: 20, Seed: 7")]);
const fox = { tool: "AUTOMATIC1111", prompt: "a fox", steps: 20, seed: 7, others: {} };

test.each(Object.entries(hostileFiles()))(
  "a malformed file is read to its end: %s",
  async (_, file) => {
    const found = await reader.read(file);
    expect(failures.splice(0)).toEqual([]);
    // What is kept of it is bounded, whatever it says.
    expect(JSON.stringify(found).length).toBeLessThan(100_000);
  },
);

test("a cyclic graph still gives the values of its nodes", async () => {
  const graph = JSON.stringify({
    1: { class_type: "KSampler", inputs: { positive: ["2", 0], seed: 5, steps: 9 } },
    2: { class_type: "Combine", inputs: { conditioning_1: ["2", 0], conditioning_to: ["3", 0] } },
    3: { class_type: "CLIPTextEncode", inputs: { text: "a quiet lake", clip: ["1", 0] } },
  });
  expect(await reader.read(pngWith([text("prompt", graph)]))).toMatchObject({
    prompt: "a quiet lake",
    seed: 5,
    steps: 9,
  });
});

test("texts are read up to 64 kB each and 256 kB together, and only those that are known", async () => {
  const words = (size: number) => `${"a ".repeat(size / 2 - 20)}\nSteps: 20, Seed: 7`;
  const read = async (...chunks: Parameters<typeof pngWith>[0]) =>
    (await reader.read(pngWith(chunks)))?.seed;
  expect(await read(text("parameters", words(64_000)))).toBe(7);
  expect(await read(packedText("parameters", words(64_000)))).toBe(7);
  expect(await read(text("parameters", words(70_000)))).toBeUndefined();
  expect(await read(packedText("parameters", words(70_000)))).toBeUndefined();
  const unknown = Array.from({ length: 100 }, () => text("workflow", words(64_000)));
  expect(await read(...unknown, text("parameters", words(64_000)))).toBe(7);
  const others = ["prompt", "Dream", "dream", "sd-metadata"];
  const filled = others.map((key) => text(key, "x".repeat(65_000)));
  expect(await read(...filled, text("parameters", words(64_000)))).toBeUndefined();
});

test("a file that takes too long is aborted, others are read, and the event loop stays free", async () => {
  /** Stands for a fault in a reader: it never ends. */
  const script = `
    const { parentPort } = require("node:worker_threads");
    parentPort.on("message", ({ id, job }) => {
      if (job.length === 1) for (;;);
      parentPort.postMessage({ kind: "done", id, result: { tool: "X", others: {} } });
    });`;
  const code = `import{createRequire}from"node:module";const require=createRequire("file:///");${script}`;
  const told: unknown[] = [];
  const stuck = createSettingsReader({
    limitMs: 2_000,
    onFailure: (error) => told.push(error),
    file: new URL(`data:text/javascript,${encodeURIComponent(code)}`),
  });
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const held = stuck.read(new Uint8Array(1));
  const others = Array.from({ length: 20 }, () => stuck.read(new Uint8Array(2)));
  for (const found of await Promise.all(others)) expect(found).toMatchObject({ tool: "X" });
  expect(await held).toBeNull();
  delay.disable();
  expect(told).toHaveLength(1);
  // Half the time that the stuck thread had: generous for a busy machine, out of reach for a loop that waits for it.
  expect(delay.max / 1e6).toBeLessThan(1_000);
  expect(await stuck.read(new Uint8Array(2))).toMatchObject({ tool: "X" });
  await stuck.close();
});

test("the input is kept unless it is transferred", async () => {
  const kept = Uint8Array.from(settings);
  expect(await reader.read(kept)).toEqual(fox);
  expect(kept).toHaveLength(settings.length);
  expect(await reader.read(kept, { handOver: true })).toEqual(fox);
  expect(kept).toHaveLength(0);
  // A small buffer shares its memory with others.
  const pooled = Buffer.from(settings);
  expect(pooled.buffer.byteLength).toBeGreaterThan(pooled.length);
  expect(await reader.read(pooled, { handOver: true })).toEqual(fox);
  expect(pooled).toHaveLength(settings.length);
});
