/** The engine contract over the services' real protocols, and the outcome of each fault. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { kinds, type Outcome } from "#tests/providers/kinds.ts";
import type { Fault, Provider } from "#tests/providers/service.ts";
import { readEngineSettings } from "#app/engine-settings.ts";
import { describeEngineContract } from "./contract.ts";
import { openEngines } from "./open.ts";
import { type Engine, EngineError, type GenerateRequest } from "./port.ts";

/** A live server in place of the doubles, e.g. ENGINE_CONTRACT_KIND=comfyui ENGINE_CONTRACT_URL=http://localhost:8188. */
const [live] = readEngineSettings({
  ENGINE_CONTRACT_KIND:
    process.env["ENGINE_CONTRACT_URL"] && (process.env["ENGINE_CONTRACT_KIND"] ?? "openai"),
  ENGINE_CONTRACT_URL: process.env["ENGINE_CONTRACT_URL"],
  ENGINE_CONTRACT_KEY: process.env["ENGINE_CONTRACT_KEY"],
  ENGINE_CONTRACT_MODELS: process.env["ENGINE_CONTRACT_MODELS"],
});
if (live) {
  describeEngineContract(`${live.kind} at ENGINE_CONTRACT_URL`, async () => {
    const engines = openEngines({ ENGINES: [live], SKETCH_WORKERS: 1 }, () => undefined);
    const engine = engines.get(live.id) ?? expect.fail("the engine did not open");
    const { models, sizes } = await engine.capabilities();
    const [width, height] = sizes.kind === "list" ? sizes.list[0] : [512, 512];
    return {
      engine,
      model: models[0]?.id ?? "",
      width,
      height,
      longPrompt: "an intricate harbour at dusk",
    };
  });
}

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
  /** Times out after a second: for the fault that never responds. */
  let hasty: Engine;
  beforeAll(async () => {
    provider = await kind.provider();
    engine = kind.engine(provider.url, { deadlineMs: 30_000 });
    hasty = kind.engine(provider.url, { deadlineMs: 1000 });
    // Models are read while nothing is wrong, as in a program that has been running.
    await Promise.all([engine.capabilities(), hasty.capabilities()]);
  });
  afterEach(() => {
    provider.fault = null;
  });
  afterAll(async () => {
    await Promise.all([engine.close(), hasty.close()]);
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
  const run = async (asked: GenerateRequest, by = engine) => {
    let received = 0;
    const result = await by.generate(asked, {
      signal: new AbortController().signal,
      onProgress() {},
      async onImage() {
        received += 1;
      },
      async saveResumeToken() {},
    });
    return { result, received };
  };

  const outcomes = Object.entries(kind.outcomes) as [Fault, Outcome][];
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
    const error: unknown = await run(request(1), fault === "hang" ? hasty : engine).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(EngineError);
    const { kind: ended, retryAfterMs, userMessage, message } = error as EngineError;
    expect(ended).toBe(outcome);
    expect(userMessage).not.toMatch(/test-key|pass|http|undefined/);
    expect(message).not.toContain("test-key");
    // Only this response says how long to wait, and Runware documents no such header.
    const told = fault === "rate-limited" && name !== "Runware";
    expect(retryAfterMs).toBe(told ? 2000 : undefined);
  });

  test(`ST-07 ${name} works again once the fault is over`, async () => {
    expect((await run(request(1))).received).toBe(1);
  });

  test(`ST-07 ${name} reports an unreachable service as down`, async () => {
    const gone = await kind.provider();
    const orphan = kind.engine(gone.url);
    await gone.close();
    expect((await orphan.health(new AbortController().signal)).state).toBe("down");
    await orphan.close();
  });
}
