import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aCaster } from "#tests/harness/caster.ts";
import { aPicture } from "#tests/harness/factories.ts";
import { quickEngine, type QuickEngine, type Script } from "#tests/harness/quick-engine.ts";
import { testServices } from "#tests/harness/services.ts";
import type { EventStream } from "#app/lib/event-stream.ts";
import type { OpenServices } from "#app/open-services.ts";
import { openHub } from "#app/features/notifications/jobs.ts";
import { startWorker, type Worker } from "./jobs.ts";

const scripts: Record<string, Script> = {
  refuse: { delivers: 0, throws: { kind: "moderated-prompt" } },
  half: { delivers: 2 },
  breaks: { delivers: 1, throws: { kind: "timeout" } },
  medium: { pictureMs: 150 },
  showing: { pictureMs: 1200, progress: true },
  html: { bytes: new TextEncoder().encode("<html>busy</html>") },
  twice: { twice: true },
  busy: { throws: { kind: "overloaded", times: 2, retryAfterMs: 20 }, delivers: 0 },
  keyless: { delivers: 0, throws: { kind: "auth" } },
  billed: { delivers: 0, throws: { kind: "provider-down", billed: "maybe" } },
};

let services: OpenServices;
let engine: QuickEngine;
let worker: Worker;
beforeAll(async () => {
  engine = quickEngine(scripts);
  services = await testServices({
    engines: new Map([[engine.id, engine]]),
    env: { WORKER_CONCURRENCY: "6", LEASE_SECONDS: "1" },
  });
  worker = startWorker(services);
});
afterAll(async () => {
  await worker.stop();
  await services.close();
});

const callsFor = (id: string) => engine.calls.filter((call) => call.jobId === id);

test("ST-05 a cast is drawn, its pictures are on the wall, its price is charged and its member notified", async () => {
  const { cast, end, balance, notices, events, id } = await aCaster(services);
  const castId = await cast("misty mountain lake", { count: 2, negative: "people", seed: 40 });
  const done = await end(castId);
  expect(done).toMatchObject({ state: "done", delivered: 2, creditsBack: 0, failReason: null });
  expect(await balance()).toEqual({ current: 18, held: 0 });
  expect(callsFor(castId)).toMatchObject([
    { mode: "txt2img", negativePrompt: "people", seed: 40, count: 2, width: 1024, skip: [] },
  ]);
  const rows = await services.db
    .selectFrom("pictures")
    .selectAll()
    .where("generation_id", "=", castId)
    .orderBy("generation_index")
    .execute();
  expect(rows).toMatchObject([
    { owner_id: id, is_public: true, approved: true, generation_index: 0, width: 64 },
    { owner_id: id, generation_index: 1, prompt: "misty mountain lake" },
  ]);
  expect(rows[1].gen_meta).toMatchObject({ seed: 41, model: "quick-1", negative: "people" });
  expect(await services.storage.head(rows[0].storage_key)).not.toBeNull();
  expect(done.progress.map((entry) => entry.picture?.slug)).toEqual(rows.map((row) => row.slug));
  expect(await notices()).toMatchObject([
    {
      type: "generation_completed",
      title: "Misty mountain lake",
      description: "Successfully created 2 image(s)",
      generationId: castId,
      imageId: rows[0].id,
      imageCount: 2,
      imageUrl: `/i/512x0/q75/${rows[0].filename}`,
      r2Key: `i/512x0/q75/${rows[0].filename}`,
      read: false,
    },
  ]);
  expect((await events()).map((event) => event.name)).toEqual([
    "balance",
    "balance",
    "balance",
    "balance",
    "notification",
    "generation.done",
  ]);
});

test("IM-10 a picture's file has its prompt, creator, engine, seed, licence, source and AI mark", async () => {
  const { cast, end, id } = await aCaster(services);
  const source = await aPicture(services, { id });
  const castId = await cast("lake <&> fog", { seed: 77, source: { pictureId: source.id } });
  await end(castId);
  const row = await services.db
    .selectFrom("pictures")
    .select(["storage_key", "slug"])
    .where("generation_id", "=", castId)
    .executeTakeFirstOrThrow();
  const file = await services.storage.get(row.storage_key);
  const { xmpAsString = "" } = await sharp(file?.bytes).metadata();
  const { SERVER_URL } = services.env;
  for (const said of [
    "<echoform:prompt>lake &#60;&#38;&#62; fog<",
    "Mira Holt",
    "Quick",
    "<echoform:seed>77<",
    `${SERVER_URL}/i/${row.slug}`,
    `${SERVER_URL}/i/${source.slug}`,
    "<xmpRights:WebStatement>https://creativecommons.org/licenses/by/4.0/<",
    "/digitalsourcetype/algorithmicMedia<",
  ]) {
    expect(xmpAsString).toContain(said);
  }
});

test("NT-06 a stream reports a cast from start to end, and nothing stays open afterwards", async () => {
  const { cast, end, id } = await aCaster(services);
  const told: { name: string; data: Record<string, unknown> }[] = [];
  const stream: EventStream = {
    respond: () => new Response(),
    send: ({ name, data }) => told.push({ name, data: data as Record<string, unknown> }),
    mark: () => undefined,
    close: () => undefined,
    onEnd: () => undefined,
    isOver: () => false,
  };
  await openHub(services).join(id, stream, null);
  const castId = await cast("medium pace", { count: 2 });
  await end(castId);
  const isOver = () =>
    told.some(({ name }) => name === "generation.done") &&
    told.some(({ name, data }) => name === "generation.progress" && data.state === "done");
  await expect.poll(isOver).toBe(true);
  const progress = told.filter(({ name }) => name === "generation.progress");
  expect(progress.every(({ data }) => data.generationId === castId)).toBe(true);
  expect(progress.some(({ data }) => data.state === "queued" || data.state === "running")).toBe(
    true,
  );
  expect(progress.at(-1)?.data).toMatchObject({ state: "done", delivered: 2, count: 2 });
  expect(told.filter(({ name }) => name === "generation.done")).toMatchObject([
    { data: { generationId: castId, state: "done", delivered: 2, creditsBack: 0 } },
  ]);
  expect(told.filter(({ name }) => name === "notification")).toHaveLength(1);
  expect(told.findLast(({ name }) => name === "balance")?.data).toEqual({ current: 18, held: 0 });
});

test("ST-02 a remix starts from its source's bytes and is counted as a remix of it", async () => {
  const { cast, end, id } = await aCaster(services);
  const source = await aPicture(services, { id });
  const castId = await cast("a storm", { source: { pictureId: source.id }, strength: 0.7 });
  const done = await end(castId);
  expect(done).toMatchObject({ kind: "remix", state: "done", cost: 2 });
  const [call] = callsFor(castId);
  expect(call).toMatchObject({ mode: "img2img", strength: 0.7 });
  expect(call.source?.bytes).toEqual((await services.storage.get(source.storage_key))?.bytes);
  const row = await services.db
    .selectFrom("pictures")
    .select(["remix_count"])
    .where("id", "=", source.id)
    .executeTakeFirstOrThrow();
  expect(row.remix_count).toBe(1);
});

test("ST-05 a private cast makes private pictures", async () => {
  const { cast, end } = await aCaster(services);
  const castId = await cast("a lake", { isPublic: false });
  await end(castId);
  const row = await services.db
    .selectFrom("pictures")
    .select("is_public")
    .where("generation_id", "=", castId)
    .executeTakeFirstOrThrow();
  expect(row.is_public).toBe(false);
});

test("ST-06 a refused prompt fails with the engine's reason and a full refund", async () => {
  const { cast, end, balance, notices, events } = await aCaster(services);
  const failed = await end(await cast("refuse me", { count: 3 }));
  const reason = "The engine says: moderated-prompt.";
  expect(failed).toMatchObject({
    state: "failed",
    delivered: 0,
    creditsBack: 3,
    failReason: reason,
  });
  expect(await balance()).toEqual({ current: 20, held: 0 });
  expect(await notices()).toMatchObject([
    { type: "generation_failed", title: "Generation failed", description: reason },
  ]);
  expect((await events()).at(-1)).toMatchObject({
    name: "generation.failed",
    payload: { state: "failed", creditsBack: 3, reason },
  });
});

test.each([
  ["half of a lake", "Only 2 of 4 pictures were made.", 2],
  ["breaks after one", "Only 1 of 4 pictures were made. The engine says: timeout.", 1],
])(
  "ST-06 %s: charged for what came, notified of what did not",
  async (prompt, reason, delivered) => {
    const { cast, end, balance, notices } = await aCaster(services);
    const done = await end(await cast(prompt, { count: 4, aspect: "16:9" }));
    expect(done).toMatchObject({ state: "done", delivered, failReason: reason });
    expect(done.creditsBack).toBe(8 - 2 * delivered);
    expect(done.progress.filter((entry) => entry.state === "done")).toHaveLength(delivered);
    expect(done.progress.filter((entry) => entry.state === "failed")).toHaveLength(4 - delivered);
    expect(await balance()).toEqual({ current: 20 - 2 * delivered, held: 0 });
    const told = (await notices()).map((notice) => [notice.type, notice.description]);
    expect(told).toHaveLength(2);
    expect(told).toContainEqual(["generation_failed", reason]);
    expect(told).toContainEqual([
      "generation_completed",
      `Successfully created ${delivered} image(s)`,
    ]);
  },
);

test.each([
  ["html instead of a picture", "The engine sent something that is not a picture.", 1],
  ["keyless engine", "This engine is not available right now.", 1],
  ["billed perhaps", "The engine says: provider-down.", 1],
])("ST-06 %s fails at once, with a full refund", async (prompt, failReason, calls) => {
  const { cast, end, balance } = await aCaster(services);
  const castId = await cast(prompt);
  expect(await end(castId)).toMatchObject({ state: "failed", failReason, creditsBack: 1 });
  expect(callsFor(castId)).toHaveLength(calls);
  expect(await balance()).toEqual({ current: 20, held: 0 });
});

test("ST-06 an overloaded engine is retried after the delay it asks for", async () => {
  const { cast, end } = await aCaster(services);
  const castId = await cast("busy engine");
  expect(await end(castId)).toMatchObject({ state: "failed" });
  expect(callsFor(castId)).toHaveLength(3);
});

test("ST-06 the same picture sent twice is one picture, charged once", async () => {
  const { cast, end, balance } = await aCaster(services);
  expect(await end(await cast("twice the same", { count: 2 }))).toMatchObject({ delivered: 2 });
  expect(await balance()).toEqual({ current: 18, held: 0 });
});

test("ST-05 progress is live: fractions rise, previews can be fetched and go when the cast is over", async () => {
  const { cast, until, end } = await aCaster(services);
  const castId = await cast("showing its work", { count: 2 });
  const running = await until(castId, (seen) => seen.progress.some((entry) => entry.preview));
  expect(running.state).toBe("running");
  const entry = running.progress.find((one) => one.preview);
  expect(entry?.preview).toMatch(
    new RegExp(`^/api/generations/${castId}/preview/${entry?.index}\\?v=`),
  );
  await until(castId, (seen) => seen.delivered === 1);
  const done = await end(castId);
  expect(done.progress.some((one) => one.preview)).toBe(false);
  const left: string[] = [];
  for await (const key of services.storage.list(`previews/${castId}/`)) left.push(key);
  expect(left).toEqual([]);
});
