/** Restarts and cancels while a service is working. */
import { expect, test } from "vitest";
import { runComfyUi } from "#tests/providers/comfyui.ts";
import { settingsOf } from "#tests/providers/kinds.ts";
import { runRunware } from "#tests/providers/runware.ts";
import type { Fault } from "#tests/providers/service.ts";
import { templates } from "./comfyui/templates.ts";
import { createComfyEngine } from "./comfyui.ts";
import type { GenerateRequest } from "./port.ts";
import { createRunwareEngine } from "./runware.ts";

test("ST-07 Runware resumes a running task after a restart instead of sending it twice", async () => {
  const provider = await runRunware();
  const engine = createRunwareEngine({
    ...settingsOf("runware:test", provider.url),
    apiKey: "test-key",
  });
  const asked: GenerateRequest = {
    jobId: crypto.randomUUID(),
    mode: "txt2img",
    prompt: "a harbour at dusk",
    model: "runware:101@1",
    width: 512,
    height: 512,
    count: 1,
    seed: 3,
    quality: "standard",
  };
  const stopped = new AbortController();
  let token: string | undefined;
  const context = {
    onProgress: () => (provider.submitted.length > 0 ? stopped.abort() : undefined),
    onImage: async () => {},
    saveResumeToken: async (saved: string) => {
      token = saved;
    },
  };
  await expect(
    engine.generate(asked, { ...context, signal: stopped.signal }),
  ).rejects.toMatchObject({ kind: "cancelled" });
  expect(provider.submitted).toHaveLength(1);
  const again = await engine.generate(asked, {
    ...context,
    signal: new AbortController().signal,
    resumeToken: token,
  });
  expect(again.delivered).toBe(1);
  expect(provider.submitted).toHaveLength(1);
  // A token without a task behind it: the process died before the task was sent.
  const fresh = { ...asked, jobId: crypto.randomUUID() };
  await engine.generate(fresh, {
    ...context,
    signal: new AbortController().signal,
    resumeToken: fresh.jobId,
  });
  expect(provider.submitted).toHaveLength(2);
  await engine.close();
  await provider.close();
});

test("ST-07 a Runware task is not sent a second time when Runware is busy while its state is asked for", async () => {
  const provider = await runRunware();
  const engine = createRunwareEngine({
    ...settingsOf("runware:test", provider.url),
    apiKey: "test-key",
  });
  const asked: GenerateRequest = {
    jobId: crypto.randomUUID(),
    mode: "txt2img",
    prompt: "a harbour at dusk",
    model: "runware:101@1",
    width: 512,
    height: 512,
    count: 1,
    seed: 3,
    quality: "standard",
  };
  const stopped = new AbortController();
  const context = {
    onProgress: () => (provider.submitted.length > 0 ? stopped.abort() : undefined),
    onImage: async () => {},
    saveResumeToken: async () => {},
  };
  await expect(
    engine.generate(asked, { ...context, signal: stopped.signal }),
  ).rejects.toMatchObject({ kind: "cancelled" });
  expect(provider.submitted).toHaveLength(1);
  const again = { ...context, signal: new AbortController().signal, resumeToken: asked.jobId };
  // Busy for one request, and free for the next.
  let fault: Fault | null = "rate-limited";
  Object.defineProperty(provider, "fault", {
    get() {
      const now = fault;
      fault = null;
      return now;
    },
  });
  await expect(engine.generate(asked, again)).rejects.toMatchObject({
    kind: "rate-limited",
    billed: "no",
  });
  expect((await engine.generate(asked, again)).delivered).toBe(1);
  expect(provider.submitted).toHaveLength(1);
  await engine.close();
  await provider.close();
});

test.for([false, true])(
  "ST-07 ComfyUI cancels a queued prompt and no other client's (old server: %s)",
  async (old) => {
    const provider = await runComfyUi(old);
    const engine = createComfyEngine(
      settingsOf("comfyui:test", provider.url),
      templates.checkpoint,
    );
    const asked = (seed: number): GenerateRequest => ({
      jobId: crypto.randomUUID(),
      mode: "txt2img",
      prompt: "a harbour at dusk",
      model: "dreamscape.safetensors",
      width: 512,
      height: 512,
      count: 1,
      seed,
      quality: "standard",
    });
    const context = (signal: AbortSignal) => ({
      signal,
      onProgress() {},
      async onImage() {},
      async saveResumeToken() {},
    });
    const first = engine.generate(asked(1), context(new AbortController().signal));
    await expect.poll(() => provider.submitted.length).toBe(1);
    const stop = new AbortController();
    const second = engine.generate(asked(2), context(stop.signal));
    await expect.poll(() => provider.submitted.length).toBe(2);
    stop.abort();
    await expect(second).rejects.toMatchObject({ kind: "cancelled" });
    expect((await first).delivered).toBe(1);
    expect(provider.cancelled).toEqual([provider.submitted[1]]);
    await engine.close();
    await provider.close();
  },
);
