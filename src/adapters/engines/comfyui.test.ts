import { afterEach, expect, test } from "vitest";
import { type ComfyProvider, runComfyUi } from "#tests/providers/comfyui.ts";
import { settingsOf } from "#tests/providers/kinds.ts";
import { templates } from "./comfyui/templates.ts";
import { createComfyEngine } from "./comfyui.ts";
import type { Engine, EngineProgress, GenerateRequest } from "./port.ts";

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).toReversed()) await one.close();
});

async function open(old = false): Promise<{ provider: ComfyProvider; engine: Engine }> {
  const provider = await runComfyUi(old);
  const settings = settingsOf("comfyui:test", provider.url, { deadlineMs: 120_000 });
  const engine = createComfyEngine(settings, templates.checkpoint);
  opened.push(provider, engine);
  await engine.capabilities();
  return { provider, engine };
}

function cast(engine: Engine, kept: { token?: string } = {}) {
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

test("a prompt cleared from the queue fails at once; the running one goes on", async () => {
  const { provider, engine } = await open();
  provider.hold();
  const running = cast(engine);
  await expect.poll(() => running.progress.some(({ stage }) => stage === "KSampler")).toBe(true);
  const settings = settingsOf("comfyui:other", provider.url, { deadlineMs: 120_000 });
  const other = createComfyEngine(settings, templates.checkpoint);
  opened.push(other);
  const waiting = other.generate(
    {
      jobId: crypto.randomUUID(),
      mode: "txt2img",
      prompt: "a lake",
      model: "dreamscape.safetensors",
      width: 512,
      height: 512,
      count: 1,
      seed: 4,
      quality: "standard",
    },
    {
      signal: new AbortController().signal,
      onProgress() {},
      async onImage() {},
      async saveResumeToken() {},
    },
  );
  const lost = waiting.catch((thrown: unknown) => thrown);
  await expect.poll(() => provider.submitted.length).toBe(2);
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
