/** The engine contract over the services' real protocols, and what becomes of each fault. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { runComfyUi } from "../../../tests/providers/comfyui.ts";
import { runOpenAi } from "../../../tests/providers/openai.ts";
import { runRunware } from "../../../tests/providers/runware.ts";
import { runSdApi } from "../../../tests/providers/sdapi.ts";
import type { Fault, Provider } from "../../../tests/providers/service.ts";
import { templates } from "./comfyui/templates.ts";
import { createComfyEngine } from "./comfyui.ts";
import { describeEngineContract } from "./contract.ts";
import { createOpenAiEngine } from "./openai.ts";
import { type Engine, EngineError, type EngineErrorKind, type GenerateRequest } from "./port.ts";
import type { RemoteSettings } from "./remote/settings.ts";
import { createRunwareEngine } from "./runware.ts";
import { createSdApiEngine } from "./sdapi.ts";

const settingsOf = (
  id: string,
  baseUrl: string,
  change: Partial<RemoteSettings> = {},
): RemoteSettings => ({
  id,
  label: id,
  baseUrl,
  headers: {},
  models: [],
  deadlineMs: 5000,
  concurrency: 1,
  ...change,
});

type Kind = {
  name: string;
  model: string;
  width: number;
  height: number;
  provider(): Promise<Provider>;
  engine(url: string, change?: Partial<RemoteSettings>): Engine;
  /** What each fault must become; a fault that is not listed does not exist in this protocol. */
  outcomes: Partial<Record<Fault, EngineErrorKind | "half" | "whole">>;
};

const kinds: readonly Kind[] = [
  {
    name: "OpenAI",
    model: "gpt-image-1",
    width: 1024,
    height: 1024,
    provider: runOpenAi,
    engine: (url, change) =>
      createOpenAiEngine(
        settingsOf("openai:test", `${url}/v1`, {
          apiKey: "test-key",
          models: [{ id: "gpt-image-1", label: "GPT Image" }],
          ...change,
        }),
      ),
    outcomes: {
      "slow-headers": "whole",
      cut: "bad-response",
      "rate-limited": "rate-limited",
      quota: "quota",
      unauthorised: "auth",
      "moderated-before": "moderated-prompt",
      "moderated-after": "moderated-output",
      "second-fails": "half",
      "wrong-type": "bad-response",
      huge: "bad-response",
      "broken-picture": "bad-response",
      hang: "timeout",
      down: "bad-response",
    },
  },
  {
    name: "Runware",
    model: "runware:101@1",
    width: 512,
    height: 512,
    provider: runRunware,
    engine: (url, change) =>
      createRunwareEngine({ ...settingsOf("runware:test", url, change), apiKey: "test-key" }),
    outcomes: {
      "slow-headers": "whole",
      cut: "bad-response",
      "rate-limited": "rate-limited",
      quota: "quota",
      unauthorised: "auth",
      "moderated-before": "moderated-prompt",
      "moderated-after": "moderated-output",
      "second-fails": "half",
      "wrong-type": "bad-response",
      huge: "bad-response",
      "broken-picture": "bad-response",
      hang: "timeout",
      down: "bad-response",
      "duplicate-frames": "whole",
    },
  },
  {
    name: "A1111",
    model: "dreamscape.safetensors [1a2b3c]",
    width: 512,
    height: 512,
    provider: runSdApi,
    engine: (url, change) =>
      createSdApiEngine(settingsOf("sdapi:test", url, { apiKey: "user:pass", ...change })),
    outcomes: {
      "slow-headers": "whole",
      cut: "bad-response",
      "rate-limited": "rate-limited",
      unauthorised: "auth",
      "second-fails": "half",
      "wrong-type": "bad-response",
      "broken-picture": "bad-response",
      hang: "timeout",
      down: "bad-response",
      "duplicate-frames": "whole",
      "out-of-memory": "overloaded",
    },
  },
  {
    name: "ComfyUI",
    model: "dreamscape.safetensors",
    width: 512,
    height: 512,
    provider: () => runComfyUi(),
    engine: (url, change) =>
      createComfyEngine(settingsOf("comfyui:test", url, change), templates.checkpoint),
    outcomes: {
      "slow-headers": "whole",
      cut: "bad-response",
      "rate-limited": "rate-limited",
      unauthorised: "auth",
      "moderated-after": "bad-response",
      "second-fails": "half",
      "wrong-type": "bad-response",
      "broken-picture": "bad-response",
      hang: "timeout",
      down: "bad-response",
      "duplicate-frames": "whole",
      "drop-socket": "whole",
      "out-of-memory": "overloaded",
    },
  },
];

for (const kind of kinds) {
  const { name, model, width, height } = kind;
  describeEngineContract(name, async () => {
    const provider = await kind.provider();
    return {
      engine: kind.engine(provider.url),
      model,
      width,
      height,
      longPrompt: "a long one",
      close: () => provider.close(),
    };
  });

  let provider: Provider;
  let engine: Engine;
  beforeAll(async () => {
    provider = await kind.provider();
    engine = kind.engine(provider.url, { deadlineMs: 2500 });
    // Models are read while nothing is wrong, as in a program that has been running.
    await engine.capabilities();
  });
  afterEach(() => {
    provider.fault = null;
  });
  afterAll(async () => {
    await engine.close();
    await provider.close();
  });

  const request = (count: number): GenerateRequest => ({
    jobId: crypto.randomUUID(),
    mode: "txt2img",
    prompt: "a harbour at dusk",
    model,
    width,
    height,
    count,
    seed: 3,
    quality: "standard",
  });
  const run = async (asked: GenerateRequest, resumeToken?: string) => {
    let received = 0;
    const tokens: string[] = [];
    const result = await engine.generate(asked, {
      signal: new AbortController().signal,
      onProgress() {},
      async onImage() {
        received += 1;
      },
      async saveResumeToken(token) {
        tokens.push(token);
      },
      resumeToken,
    });
    return { result, received, tokens };
  };

  const outcomes = Object.entries(kind.outcomes) as [Fault, EngineErrorKind | "half" | "whole"][];
  const survived = outcomes.filter(([, outcome]) => outcome === "whole" || outcome === "half");
  const failed = outcomes.filter(([, outcome]) => outcome !== "whole" && outcome !== "half");

  test.for(survived)(`ST-07 ${name}: %s ends as %s`, async ([fault, outcome]) => {
    provider.fault = fault;
    const { result, received } = await run(request(2));
    expect(received).toBe(outcome === "whole" ? 2 : 1);
    expect(result.delivered).toBe(received);
    expect(result.warnings).toHaveLength(outcome === "whole" ? 0 : 1);
  });

  test.for(failed)(`ST-07 ${name}: %s ends as %s`, async ([fault, outcome]) => {
    provider.fault = fault;
    const error: unknown = await run(request(1)).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(EngineError);
    const { kind: ended, retryAfterMs, userMessage, message } = error as EngineError;
    expect(ended).toBe(outcome);
    expect(userMessage).not.toMatch(/test-key|pass|http|undefined/);
    expect(message).not.toContain("test-key");
    // Only this answer says how long to wait, and Runware promises no such header.
    const told = fault === "rate-limited" && name !== "Runware";
    expect(retryAfterMs).toBe(told ? 2000 : undefined);
  });

  test(`ST-07 ${name} works again once the fault is over`, async () => {
    expect((await run(request(1))).received).toBe(1);
  });

  test(`ST-07 ${name} says that a service nobody answers for is down`, async () => {
    const gone = await kind.provider();
    const orphan = kind.engine(gone.url);
    await gone.close();
    expect((await orphan.health(new AbortController().signal)).state).toBe("down");
    await orphan.close();
  });
}

test("ST-07 Runware takes a running task up again after a restart instead of sending it twice", async () => {
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

test.for([false, true])(
  "ST-07 ComfyUI takes a queued prompt back and touches nobody else's (old server: %s)",
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
