/** The official clients call our double of the Images API: what they understand, the adapter may rely on. */
import { createOpenAI } from "@ai-sdk/openai";
import { APICallError, generateImage } from "ai";
import { APIError, OpenAI } from "openai";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { runOpenAi } from "./openai.ts";
import { pngOf, type Provider } from "./service.ts";

let provider: Provider;
let client: OpenAI;
beforeAll(async () => {
  provider = await runOpenAi();
  client = new OpenAI({ apiKey: "test-key", baseURL: `${provider.url}/v1`, maxRetries: 0 });
});
afterEach(() => {
  provider.fault = null;
});
afterAll(() => provider.close());

const asked = {
  model: "gpt-image-2.5-flare",
  prompt: "a harbour at dusk",
  size: "1024x1024",
} as const;

test("ST-07 the official client reads a complete response", async () => {
  const answer = await client.images.generate(asked);
  expect(
    Buffer.from(answer.data?.[0].b64_json ?? "", "base64")
      .subarray(1, 4)
      .toString(),
  ).toBe("PNG");
});

test("ST-07 the official client reads a stream of partial pictures", async () => {
  const stream = await client.images.generate({ ...asked, stream: true, partial_images: 2 });
  const types: string[] = [];
  for await (const event of stream) types.push(event.type);
  expect(types).toEqual([
    "image_generation.partial_image",
    "image_generation.partial_image",
    "image_generation.completed",
  ]);
});

test("ST-07 the official client edits a picture", async () => {
  const image = new File([Uint8Array.from(await pngOf(64, 64, 1))], "source.png", {
    type: "image/png",
  });
  const answer = await client.images.edit({ ...asked, image });
  expect(answer.data).toHaveLength(1);
});

test.for([
  ["moderated-before", 400, "moderation_blocked"],
  ["rate-limited", 429, "rate_limit_exceeded"],
  ["quota", 429, "insufficient_quota"],
  ["unauthorised", 401, "invalid_api_key"],
] as const)("ST-07 the official client recognises the error %s", async ([fault, status, code]) => {
  provider.fault = fault;
  const error: unknown = await client.images.generate(asked).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(APIError);
  expect(error).toMatchObject({ status, code });
});

test("ST-07 a client by another vendor reads the same responses and errors", async () => {
  const model = createOpenAI({ apiKey: "test-key", baseURL: `${provider.url}/v1` }).image(
    "gpt-image-2.5-flare",
  );
  const { images } = await generateImage({
    model,
    prompt: asked.prompt,
    size: asked.size,
    maxRetries: 0,
  });
  expect(images[0].mediaType).toBe("image/png");
  provider.fault = "moderated-before";
  const error: unknown = await generateImage({ model, prompt: asked.prompt, maxRetries: 0 }).catch(
    (thrown: unknown) => thrown,
  );
  expect(APICallError.isInstance(error)).toBe(true);
  expect(error).toMatchObject({ statusCode: 400, isRetryable: false });
});
