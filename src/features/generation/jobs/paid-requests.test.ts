/** A request that may have been charged is sent once, whatever happens to its response. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { aCaster } from "#tests/harness/caster.ts";
import { runImageService, type Fate, type ImageService } from "#tests/harness/image-service.ts";
import { testServices } from "#tests/harness/services.ts";
import type { OpenServices } from "#app/open-services.ts";
import { startWorker } from "../jobs.ts";
import type { Cast } from "../queries.ts";

let service: ImageService;
let services: OpenServices;
let worker: ReturnType<typeof startWorker>;
beforeAll(async () => {
  // The fate of each request by the words after the slash: "lake / reset" or, in turn, "lake / busy reset".
  const turns = new Map<string, number>();
  service = await runImageService((prompt) => {
    const fates = (prompt.split("/")[1] ?? "picture").trim().split(" ") as Fate[];
    const turn = turns.get(prompt) ?? 0;
    turns.set(prompt, turn + 1);
    return fates[Math.min(turn, fates.length - 1)];
  });
  const settings = (name: string, more: Record<string, string>) =>
    Object.fromEntries(
      Object.entries({
        KIND: "openai",
        URL: service.url,
        MODELS: "flux",
        CONCURRENCY: "1",
        ...more,
      }).map(([key, value]) => [`ENGINE_${name}_${key}`, value]),
    );
  services = await testServices({
    env: {
      ...settings("PAID", {}),
      ...settings("WIDE", { CONCURRENCY: "4" }),
      ...settings("FREE", { BILLS: "no" }),
      LEASE_SECONDS: "1",
      WORKER_CONCURRENCY: "4",
    },
  });
  worker = startWorker(services);
});
afterAll(async () => {
  await worker.stop();
  await services.close();
  await service.close();
});

async function ended(prompt: string, more: object): Promise<{ cast: Cast; current: number }> {
  const member = await aCaster(services);
  const id = await member.cast(prompt, { quality: "standard", ...more });
  const cast = await member.end(id);
  const { current, held } = await member.balance();
  expect(held).toBe(0);
  return { cast, current };
}

const posts = (prompt: string) => service.asked.filter((asked) => asked === prompt).length;

test("ST-07 a connection reset after a paid request: one request, the credits refunded, and an honest message", async () => {
  const prompt = "a lake / reset";
  const { cast, current } = await ended(prompt, { engine: "openai:paid" });
  expect(cast).toMatchObject({ state: "failed", delivered: 0, creditsBack: 1 });
  expect(cast.failReason).toBe(
    "The connection to the engine broke. It is not asked again, because the service may charge for every request.",
  );
  expect(current).toBe(20);
  expect(posts(prompt)).toBe(1);
});

test("ST-07 a request that was refused for free is repeated; one that may have cost money is not", async () => {
  // The first request of the four is busy, the others are reset: only the busy one may be repeated.
  const { cast, current } = await ended("four lakes / busy reset", {
    engine: "openai:wide",
    count: 4,
  });
  expect(cast).toMatchObject({ state: "failed", creditsBack: 4 });
  expect(current).toBe(20);
  const row = await services.db
    .selectFrom("generations")
    .select("asked")
    .where("id", "=", cast.id)
    .executeTakeFirstOrThrow();
  // Every request but the free one stands as one that may have cost money, and none was sent twice.
  expect(posts("four lakes / busy reset")).toBe(row.asked.length + 1);
});

test("ST-07 pictures that came before the connection broke are kept and charged, the rest is refunded", async () => {
  const prompt = "three lakes / picture reset";
  const { cast, current } = await ended(prompt, { engine: "openai:paid", count: 3 });
  expect(cast).toMatchObject({ state: "done", delivered: 1, creditsBack: 2 });
  expect(cast.warnings).toEqual(["The connection to the engine broke."]);
  expect(current).toBe(19);
  expect(posts(prompt)).toBe(2);
});

test("ST-07 a request to a free server is repeated when the connection broke", async () => {
  const prompt = "a free lake / reset reset picture";
  const { cast } = await ended(prompt, { engine: "openai:free" });
  expect(cast).toMatchObject({ state: "done", delivered: 1, creditsBack: 0 });
  expect(posts(prompt)).toBe(3);
});
