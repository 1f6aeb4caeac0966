import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { settingsOf } from "#tests/providers/kinds.ts";
import { type OpenAiProvider, runOpenAi } from "#tests/providers/openai.ts";
import { createOpenAiEngine } from "./openai.ts";
import type { Engine, GeneratedImage, GenerateRequest } from "./port.ts";

const model = "gpt-image-2.5-flare";
let provider: OpenAiProvider;
let engine: Engine;
beforeAll(async () => {
  provider = await runOpenAi();
  const models = [{ id: model, label: "GPT Image" }];
  const settings = settingsOf("openai:test", `${provider.url}/v1`, { apiKey: "test-key", models });
  engine = createOpenAiEngine(settings);
});
afterEach(() => {
  provider.streamError = null;
  provider.fault = null;
});
afterAll(async () => {
  await engine.close();
  await provider.close();
});

async function draw(change: Partial<GenerateRequest> = {}): Promise<GeneratedImage[]> {
  const images: GeneratedImage[] = [];
  const asked: GenerateRequest = {
    jobId: crypto.randomUUID(),
    mode: "txt2img",
    prompt: "a harbour at dusk",
    model,
    width: 1024,
    height: 1024,
    count: 1,
    seed: 3,
    quality: "standard",
    ...change,
  };
  await engine.generate(asked, {
    signal: new AbortController().signal,
    onProgress() {},
    onImage: async (image) => void images.push(image),
    async saveResumeToken() {},
  });
  return images;
}

const failed = (type: string, code: string | number | null = null, message = "It failed") => ({
  type: "error",
  error: { type, code, message, param: null },
});

// As the service, and gateways before it, send them in a stream that began with 200.
test.each([
  ["server_error", failed("server_error"), "overloaded"],
  [
    "image_generation_failed",
    failed("image_generation_server_error", "image_generation_failed"),
    "overloaded",
  ],
  ["overloaded", failed("overloaded_error"), "overloaded"],
  ["rate limit", failed("requests", "rate_limit_exceeded"), "rate-limited"],
  ["a gateway's 429", { error: { code: 429, message: "slow down" } }, "rate-limited"],
  ["a gateway's 503", { error: { code: 503, message: "no provider" } }, "overloaded"],
  ["quota", failed("insufficient_quota", "insufficient_quota"), "quota"],
  ["key", failed("invalid_request_error", "invalid_api_key"), "auth"],
  ["moderation", failed("image_generation_user_error", "moderation_blocked"), "moderated-prompt"],
  ["request", failed("invalid_request_error", "invalid_value"), "invalid-request"],
] as const)("an error inside the stream keeps its class: %s", async (_name, data, kind) => {
  provider.streamError = { event: "error", data };
  await expect(draw()).rejects.toMatchObject({ name: "EngineError", kind, billed: "no" });
});

test.each([
  ["without a name", { data: failed("server_error") }],
  ["without a type", { data: { error: { type: "server_error", message: "x" } } }],
  ["by its name alone", { event: "error", data: { type: "server_error", message: "x" } }],
])("an error inside the stream is known %s", async (_name, sent) => {
  provider.streamError = sent;
  await expect(draw()).rejects.toMatchObject({ kind: "overloaded", billed: "no" });
});

test("an error of an unknown class is neither retried nor blamed on the request", async () => {
  provider.streamError = { event: "error", data: { error: { message: "who knows" } } };
  await expect(draw()).rejects.toMatchObject({ kind: "bad-response", billed: "maybe" });
});

test("tokens and the request id are reported with the picture", async () => {
  const [image] = await draw();
  expect(image.providerMeta).toMatchObject({
    engine: "openai:test",
    model,
    requestId: expect.stringMatching(/^req_\d+$/),
    usage: {
      input_tokens: 50,
      "input_tokens_details.image_tokens": 40,
      "input_tokens_details.text_tokens": 10,
      output_tokens: 1056,
      total_tokens: 1106,
    },
  });
});
