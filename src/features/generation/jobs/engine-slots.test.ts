/** How members and workers share a service with a limit of concurrent requests. */
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { aCaster } from "#tests/harness/caster.ts";
import { runImageService, type Fate, type ImageService } from "#tests/harness/image-service.ts";
import { testServices } from "#tests/harness/services.ts";
import type { OpenServices } from "#app/open-services.ts";
import { startWorker, type Worker } from "../jobs.ts";

/** Requests that the service has now, in the order they came; a test answers them when it likes. */
let underWay: { prompt: string; answer: (fate: Fate) => void }[] = [];
let isHolding = false;
let service: ImageService;
let services: OpenServices;
let workers: Worker[] = [];
beforeAll(async () => {
  service = await runImageService((prompt) => {
    // Long enough for requests to meet where nothing keeps them apart.
    if (!isHolding) return sleep(60, "picture" as const);
    const { promise, resolve } = Promise.withResolvers<Fate>();
    underWay.push({ prompt, answer: resolve });
    return promise;
  });
  const settings = { KIND: "openai", URL: service.url, MODELS: "flux" };
  const named = (name: string, concurrency: number) =>
    Object.entries({ ...settings, CONCURRENCY: String(concurrency) }).map(([key, value]) => [
      `ENGINE_${name}_${key}`,
      value,
    ]);
  services = await testServices({
    env: {
      ...Object.fromEntries([...named("TWO", 2), ...named("THREE", 3), ...named("FOUR", 4)]),
      WORKER_CONCURRENCY: "1",
      DATABASE_POOL: "16",
    },
  });
});
afterEach(async () => {
  isHolding = false;
  release();
  await Promise.all(workers.map((worker) => worker.stop()));
  workers = [];
});
afterAll(async () => {
  await services.close();
  await service.close();
});

/** Answers all requests that are under way. */
function release(): void {
  const now = underWay;
  underWay = [];
  for (const { answer } of now) answer("picture");
}

const standard = (engine: string, count: number) => ({ engine, count, quality: "standard" });
const held = (prompt: string) => underWay.filter((one) => one.prompt === prompt).length;

test("ST-07 a member alone at a service uses all of its slots and frees one after each picture when another member comes", async () => {
  const [one, other] = await Promise.all([aCaster(services), aCaster(services)]);
  isHolding = true;
  workers = [startWorker(services)];
  await one.cast("first", standard("openai:three", 8));
  await expect.poll(() => held("first")).toBe(3);
  const id = await other.cast("second", standard("openai:three", 1));
  release();
  // One of the three places goes to the one who waits, before all eight pictures of the other are drawn.
  await expect.poll(() => [held("first"), held("second")]).toEqual([2, 1]);
  isHolding = false;
  release();
  expect(await other.end(id)).toMatchObject({ state: "done" });
});

test("ST-07 two members with many pictures share the slots of a service evenly", async () => {
  const [one, other] = await Promise.all([aCaster(services), aCaster(services)]);
  isHolding = true;
  workers = [startWorker(services)];
  const ids = [await one.cast("much", standard("openai:four", 8))];
  await expect.poll(() => held("much")).toBe(4);
  ids.push(await other.cast("as much", standard("openai:four", 8)));
  release();
  await expect.poll(() => [held("much"), held("as much")]).toEqual([2, 2]);
  isHolding = false;
  release();
  expect(await one.end(ids[0])).toMatchObject({ delivered: 8 });
  expect(await other.end(ids[1])).toMatchObject({ delivered: 8 });
});

test("ST-07 four workers and ten members stay within the limit of a service and leave no slot taken", async () => {
  service.most = 0;
  const casters = await Promise.all(Array.from({ length: 10 }, () => aCaster(services)));
  workers = [1, 2, 3, 4].map(() => startWorker(services));
  const casts = await Promise.all(
    casters.flatMap((caster, n) =>
      [1, 2, 3].map(async (k) => ({
        caster,
        id: await caster.cast(`lake ${n} ${k}`, standard("openai:two", 1 + ((n + k) % 3))),
      })),
    ),
  );
  for (const { caster, id } of casts) {
    expect(await caster.end(id)).toMatchObject({ state: "done" });
  }
  expect(service.most).toBe(2);
  const slots = await services.db.selectFrom("engine_slots").select("requests").execute();
  expect(slots.map(({ requests }) => requests)).toEqual(slots.map(() => 0));
});

test("ST-07 a full service delays no cast at other engines, not even of the same member", async () => {
  const one = await aCaster(services);
  const other = await aCaster(services);
  isHolding = true;
  workers = [startWorker(services)];
  await other.cast("in the way", standard("openai:two", 2));
  await expect.poll(() => held("in the way")).toBe(2);
  const waiting = await one.cast("waits", standard("openai:two", 1));
  const sketched = await one.cast("a lake", { engine: "sketch", quality: "standard" });
  expect(await one.end(sketched)).toMatchObject({ state: "done" });
  expect((await one.see(waiting)).state).toBe("queued");
  expect(held("waits")).toBe(0);
});
