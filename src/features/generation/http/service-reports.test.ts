import { afterAll, beforeAll, expect, test } from "vitest";
import { aRouteCaster, castRoutes } from "#tests/harness/cast-routes.ts";
import { aCaster } from "#tests/harness/caster.ts";
import { aMember } from "#tests/harness/factories.ts";
import { runImageService, type Fate, type ImageService } from "#tests/harness/image-service.ts";
import { testServices } from "#tests/harness/services.ts";
import { revised, runOpenAi } from "#tests/providers/openai.ts";
import { runRunware } from "#tests/providers/runware.ts";
import type { Provider } from "#tests/providers/service.ts";
import type { OpenServices } from "#app/open-services.ts";
import { startWorker } from "../jobs.ts";
import { reportOf } from "../jobs/report.ts";
import type { ReportedCast } from "../queries/service-reports.ts";

let images: ImageService;
let runware: Provider;
let compatible: Provider;
let services: OpenServices;
let worker: ReturnType<typeof startWorker>;
let fate: Fate = "picture";
beforeAll(async () => {
  images = await runImageService(() => fate);
  runware = await runRunware();
  compatible = await runOpenAi(true);
  services = await testServices({
    env: {
      ENGINE_IMG_KIND: "openai",
      ENGINE_IMG_URL: images.url,
      ENGINE_IMG_MODELS: "flux",
      ENGINE_RUN_KIND: "runware",
      ENGINE_RUN_URL: runware.url,
      ENGINE_RUN_KEY: "test-key",
      ENGINE_OWN_KIND: "openai",
      ENGINE_OWN_URL: `${compatible.url}/v1`,
      ENGINE_OWN_KEY: "test-key",
      ENGINE_OWN_MODELS: "dall-e-3,gpt-image-2",
    },
  });
  worker = startWorker(services);
});
afterAll(async () => {
  await worker.stop();
  await services.close();
  await Promise.all([images.close(), runware.close(), compatible.close()]);
});

async function reports(query = ""): Promise<ReportedCast[]> {
  const { id } = await aMember(services, { role: "admin" });
  const client = castRoutes(services, { role: "admin", userId: id });
  const answer = await client.request(`/api/admin/service-reports${query}`);
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { items: ReportedCast[] }).items;
}

test("AD-09 costs and request ids that a service reports are kept with the cast, for admins", async () => {
  const member = await aCaster(services);
  const priced = await member.cast("a lake", { engine: "runware:run", count: 2 });
  await member.end(priced);
  const named = await member.cast("a lake", { engine: "openai:img" });
  await member.end(named);
  const items = await reports();
  expect(items.map(({ id }) => id)).toEqual([named, priced]);
  expect(items[0]).toMatchObject({
    engine: { id: "openai:img" },
    mayHaveBilled: [],
    reports: [{ index: 0, requestId: expect.stringMatching(/^req_/), model: "flux" }],
  });
  expect(items[1].reports).toHaveLength(2);
  expect(items[1].reports[0]).toMatchObject({ cost: 0.0013 });
  expect(await reports("?engine=runware:run")).toHaveLength(1);
  expect(JSON.stringify(items)).not.toContain("a lake");
});

test("AD-09 the words that a service drew from in place of the member's are kept with the cast, where it tells them", async () => {
  const member = await aCaster(services);
  const [prompt, engine] = ["a lake at noon", "openai:own"];
  const reworded = await member.cast(prompt, { engine, model: "dall-e-3" });
  await member.end(reworded);
  const asTyped = await member.cast(prompt, { engine, model: "gpt-image-2" });
  await member.end(asTyped);
  const items = await reports(`?engine=${engine}`);
  expect(items.map(({ reports: [report] }) => report?.["revisedPrompt"])).toEqual([
    undefined,
    revised(prompt),
  ]);
});

test("AD-09 a picture that may have been billed and never came is listed", async () => {
  fate = "reset";
  const member = await aCaster(services);
  const id = await member.cast("a lost lake", { engine: "openai:img" });
  await member.end(id);
  fate = "picture";
  expect((await reports()).find((cast) => cast.id === id)).toMatchObject({
    state: "failed",
    failKind: "bad-response",
    mayHaveBilled: [0],
    reports: [],
  });
});

test("AD-09 members and guests do not see what services said", async () => {
  const { app } = await aRouteCaster(services);
  expect((await app.request("/api/admin/service-reports")).status).toBe(403);
});

test("AD-09 a report is cut to its limits and to what the database can hold", () => {
  const kept = reportOf(3, {
    requestId: "a\0b\uD800",
    revisedPrompt: "x".repeat(9000),
    cost: Number.NaN,
    usage: { total_tokens: 7, deep: { deep: { deep: { deep: 1 } } } },
    index: 99,
    gone: undefined,
  });
  expect(kept).toEqual({
    index: 3,
    requestId: "ab\uFFFD",
    revisedPrompt: "x".repeat(4000),
    usage: { total_tokens: 7, deep: { deep: {} } },
  });
});
