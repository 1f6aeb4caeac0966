import { afterAll, beforeAll, expect, test } from "vitest";
import { aCaster } from "#tests/harness/caster.ts";
import { testServices } from "#tests/harness/services.ts";
import { runOpenAi } from "#tests/providers/openai.ts";
import type { Provider } from "#tests/providers/service.ts";
import type { OpenServices } from "#app/open-services.ts";
import { startWorker, type Worker } from "../jobs.ts";

const model = "gpt-image-2.5-flare";
let provider: Provider;
let services: OpenServices;
let worker: Worker;
beforeAll(async () => {
  provider = await runOpenAi();
  services = await testServices({
    env: {
      ENGINE_IMG_KIND: "openai",
      ENGINE_IMG_URL: `${provider.url}/v1`,
      ENGINE_IMG_KEY: "test-key",
      ENGINE_IMG_MODELS: model,
    },
  });
  worker = startWorker(services);
});
afterAll(async () => {
  await worker.stop();
  await services.close();
  await provider.close();
});

test("a service knows a member by the same id each time, and nobody by their own", async () => {
  const [ada, ben] = [await aCaster(services), await aCaster(services)];
  for (const [caster, prompt] of [
    [ada, "first lake"],
    [ben, "other lake"],
    [ada, "second lake"],
  ] as const) {
    await caster.end(await caster.cast(prompt, { engine: "openai:img", model }));
  }
  const sent = provider.seen
    .filter(({ path }) => path.endsWith("/images/generations"))
    .map(({ body }) => JSON.parse(body.toString("utf8")) as Record<string, string>);
  const ids = sent.map(({ safety_identifier: id }) => id);
  expect(ids).toHaveLength(3);
  expect(ids[0]).toMatch(/^[\w-]{43}$/);
  expect(ids[2]).toBe(ids[0]);
  expect(ids[1]).not.toBe(ids[0]);
  for (const { id } of [ada, ben]) expect(JSON.stringify(sent)).not.toContain(id);
});
