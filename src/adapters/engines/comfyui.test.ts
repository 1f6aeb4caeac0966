import { afterEach, expect, test } from "vitest";
import { type ComfyProvider, runComfyUi } from "#tests/providers/comfyui.ts";
import { settingsOf } from "#tests/providers/kinds.ts";
import { templates } from "./comfyui/templates.ts";
import { createComfyEngine } from "./comfyui.ts";
import { sourcePicture } from "./contract-pictures.ts";
import { nodeWeight, type WorkflowSet } from "./comfyui/workflow.ts";
import type { Engine, EngineProgress, GenerateRequest } from "./port.ts";

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).toReversed()) await one.close();
});

async function open(
  old = false,
  workflows: WorkflowSet = templates.checkpoint,
): Promise<{ provider: ComfyProvider; engine: Engine }> {
  const provider = await runComfyUi(old);
  const settings = settingsOf("comfyui:test", provider.url, { deadlineMs: 120_000 });
  const engine = createComfyEngine(settings, workflows);
  opened.push(provider, engine);
  await engine.capabilities();
  return { provider, engine };
}

function cast(
  engine: Engine,
  kept: { token?: string } = {},
  change: Partial<GenerateRequest> = {},
) {
  const progress: EngineProgress[] = [];
  const asked: GenerateRequest = {
    jobId: "8a5a1a44-6a44-4a5e-9d36-2f1f5d2b7a10",
    mode: "txt2img",
    prompt: "a harbour at dusk",
    model: "dreamscape.safetensors",
    width: 512,
    height: 512,
    count: 1,
    seed: 3,
    quality: "standard",
    ...change,
  };
  const done = engine.generate(asked, {
    signal: new AbortController().signal,
    onProgress: (told) => progress.push(told),
    onImage: async () => {},
    ...(kept.token !== undefined && { resumeToken: kept.token }),
    saveResumeToken: async (token) => {
      kept.token = token;
    },
  });
  return { done, progress, kept };
}

test.each([false, true])(
  "a prompt lost in a restart fails at once and is drawn by a retry (old server: %s)",
  async (old) => {
    const { provider, engine } = await open(old);
    provider.hold();
    const first = cast(engine);
    const lost = first.done.catch((thrown: unknown) => thrown);
    await expect.poll(() => first.progress.some(({ stage }) => stage === "KSampler")).toBe(true);
    provider.restart();
    provider.release();
    expect(await lost).toMatchObject({
      kind: "provider-down",
      billed: "no",
      providerCode: "prompt-gone",
    });
    const again = cast(engine, first.kept);
    expect(await again.done).toMatchObject({ delivered: 1 });
    expect(provider.submitted).toHaveLength(2);
  },
);

test("a waiting prompt says how many are before it; cleared from the queue it fails at once, and the running one goes on", async () => {
  const { provider, engine } = await open();
  provider.hold();
  const running = cast(engine);
  await expect.poll(() => running.progress.some(({ stage }) => stage === "KSampler")).toBe(true);
  const settings = settingsOf("comfyui:other", provider.url, { deadlineMs: 120_000 });
  const other = createComfyEngine(settings, templates.checkpoint);
  opened.push(other);
  const waiting = cast(other, {}, { jobId: crypto.randomUUID() });
  const lost = waiting.done.catch((thrown: unknown) => thrown);
  await expect.poll(() => provider.submitted.length).toBe(2);
  await expect.poll(() => waiting.progress.map(({ stage }) => stage)).toContain("queued behind 1");
  provider.wipeQueue();
  expect(await lost).toMatchObject({ providerCode: "prompt-gone" });
  provider.release();
  expect(await running.done).toMatchObject({ delivered: 1 });
});

test.each([false, true])("previews come while it draws (old server: %s)", async (old) => {
  const { engine } = await open(old);
  const { done, progress } = cast(engine);
  await done;
  expect(progress.filter(({ preview }) => preview?.mime === "image/png").length).toBeGreaterThan(0);
});

test("a node that expands into others while it runs has progress by their steps", async () => {
  const graph = structuredClone(templates.checkpoint.txt2img);
  graph.graph["sampler"].class_type = "PipelineKSampler";
  const { engine } = await open(false, { txt2img: graph });
  const { done, progress } = cast(engine);
  await done;
  const fractions = progress
    .filter(({ stage }) => stage === "PipelineKSampler")
    .map(({ fraction }) => fraction);
  expect(new Set(fractions).size).toBeGreaterThan(4);
  expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
  // What comes after it has its share too.
  expect(fractions.at(-1)).toBeLessThan(0.95);
});

test.each([
  ["KSampler", 12],
  ["SamplerCustomAdvanced", 12],
  ["KSamplerSelect", 1],
  ["SamplerEulerAncestral", 1],
  ["VAEDecode", 1],
])("%s weighs %i in the progress", (type, weight) => {
  expect(nodeWeight(type)).toBe(weight);
});

test("a source is sent once for all pictures of a cast", async () => {
  const { provider, engine } = await open();
  const bytes = await sourcePicture(64, 64);
  const source = { bytes, mime: "image/png" };
  const { done } = cast(engine, {}, { mode: "img2img", source, strength: 0.5, count: 3 });
  expect(await done).toMatchObject({ delivered: 3 });
  expect(provider.seen.filter(({ path }) => path === "/upload/image")).toHaveLength(1);
});

test.each(["txt2img", "img2img", "inpaint"] as const)(
  "a node of the workflow %s that the server does not have is named by the health check",
  async (name) => {
    const workflows = structuredClone(templates.checkpoint);
    const { graph } = workflows[name] ?? workflows.txt2img;
    graph["odd"] = { class_type: "NodeOfNobody", inputs: {} };
    const { engine } = await open(false, workflows);
    expect(await engine.health(new AbortController().signal)).toMatchObject({
      state: "degraded",
      detail: "The server has no node NodeOfNobody",
    });
  },
);
