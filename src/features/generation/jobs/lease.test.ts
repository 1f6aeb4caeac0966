import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { aCaster } from "#tests/harness/caster.ts";
import { withoutDatabase } from "#tests/harness/database.ts";
import { pause } from "#tests/harness/patience.ts";
import { aMember } from "#tests/harness/factories.ts";
import { quickEngine, type QuickEngine, type Script } from "#tests/harness/quick-engine.ts";
import { testServices } from "#tests/harness/services.ts";
import type { OpenServices } from "#app/open-services.ts";
import { balanceOf } from "#app/features/billing/queries.ts";
import { cancelCast, requestCast } from "../commands.ts";
import { castInput } from "../inputs.ts";
import { startWorker, type Worker } from "../jobs.ts";
import { castById } from "../queries.ts";

const scripts: Record<string, Script> = {
  slow: { pictureMs: 60_000 },
  medium: { pictureMs: 150 },
  deaf: { pictureMs: 700, deaf: true },
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

async function lapses({ db }: OpenServices, castId: string): Promise<number> {
  const row = await db
    .selectFrom("generations")
    .select("lapses")
    .where("id", "=", castId)
    .executeTakeFirstOrThrow();
  return row.lapses;
}

test("ST-05 cancelling a running cast stops the engine and refunds what is not delivered", async () => {
  const { cast, until, end, actor, balance, notices } = await aCaster(services);
  const castId = await cast("medium pace", { count: 8 });
  await until(castId, (seen) => seen.delivered >= 1);
  expect(await cancelCast(services, actor, castId)).toEqual({ state: "running" });
  const over = await end(castId);
  expect(over.state).toBe("cancelled");
  expect(over.delivered).toBeGreaterThanOrEqual(1);
  expect(over.delivered).toBeLessThan(8);
  expect(await balance()).toEqual({ current: 20 - over.delivered, held: 0 });
  expect(await cancelCast(services, actor, castId)).toEqual({ state: "cancelled" });
  expect((await notices()).map((notice) => notice.type)).toEqual(["generation_completed"]);
});

test("ST-05 a cancel whose notification is lost takes effect at the next heartbeat", async () => {
  const { cast, until, end, balance } = await aCaster(services);
  const castId = await cast("slow work");
  await until(castId, (seen) => seen.state === "running");
  await services.db
    .updateTable("generations")
    .set({ cancel_requested: true })
    .where("id", "=", castId)
    .execute();
  expect(await end(castId)).toMatchObject({ state: "cancelled", creditsBack: 1 });
  expect(await balance()).toEqual({ current: 20, held: 0 });
});

test("ST-05 an attempt that lost its lease publishes nothing and charges nothing", async () => {
  const { cast, until, end, balance } = await aCaster(services);
  const castId = await cast("deaf engine");
  await until(castId, (seen) => seen.state === "running");
  // As if the sweeper had given the cast to another worker: the number of the attempt has moved on.
  await services.db
    .updateTable("generations")
    .set({ attempt: sql<number>`attempt + 1`, lease_until: sql<Date>`now()` })
    .where("id", "=", castId)
    .execute();
  const done = await end(castId);
  expect(done).toMatchObject({ state: "done", delivered: 1 });
  const calls = callsFor(castId);
  expect(calls.length).toBe(2);
  const pictures = await services.db
    .selectFrom("pictures")
    .select("id")
    .where("generation_id", "=", castId)
    .execute();
  expect(pictures).toHaveLength(1);
  expect(await balance()).toEqual({ current: 19, held: 0 });
});

test("ST-06 a cast whose lease expires three times fails and is refunded", async () => {
  const { cast, until, end, balance, see } = await aCaster(services);
  const castId = await cast("slow work");
  for (let lapse = 1; lapse <= 3; lapse += 1) {
    await until(castId, (seen) => seen.state === "running");
    await services.db
      .updateTable("generations")
      .set({ attempt: sql<number>`attempt + 1`, lease_until: sql<Date>`now()` })
      .where("id", "=", castId)
      .execute();
    while ((await lapses(services, castId)) < lapse && (await see(castId)).finishedAt === null) {
      await pause();
    }
  }
  const failReason = "The worker stopped 3 times while drawing.";
  expect(await end(castId)).toMatchObject({ state: "failed", failReason, creditsBack: 1 });
  expect(await balance()).toEqual({ current: 20, held: 0 });
});

test("ST-05 at most two casts of a member run at once, and other members do not wait for them", async () => {
  const one = await aCaster(services, 40);
  const two = await aCaster(services);
  const ids: string[] = [];
  for (let n = 0; n < 8; n += 1) ids.push(await one.cast("medium pace"));
  const other = await two.cast("medium pace");
  let most = 0;
  const watch = setInterval(() => {
    void services.db
      .selectFrom("generations")
      .select((eb) => eb.fn.countAll<number>().as("running"))
      .where("user_id", "=", one.id)
      .where("state", "=", "running")
      .executeTakeFirstOrThrow()
      .then(({ running }) => {
        most = Math.max(most, running);
        return running;
      });
  }, 10);
  const otherDone = await two.end(other);
  const done = await Promise.all(ids.map((id) => one.end(id)));
  clearInterval(watch);
  expect(most).toBe(2);
  const later = done.filter((cast) => String(cast.finishedAt) > String(otherDone.finishedAt));
  expect(later.length).toBeGreaterThanOrEqual(4);
});

test("ST-05 a worker that shuts down requeues its cast, and the next one continues", async () => {
  const other = quickEngine({ slow: { pictureMs: 60_000 } });
  const own = await testServices({ engines: new Map([[other.id, other]]) });
  const first = startWorker(own, 100);
  const { id } = await aMember(own, { credits: 10 });
  const input = castInput.parse({ prompt: "slow work", quality: "standard" });
  const cast = await requestCast(own, { role: "member", userId: id }, input, uuidv7());
  const state = async () => (await castById(own.db, id, cast.id))?.state;
  while ((await state()) !== "running") await pause();
  await first.stop();
  expect(await state()).toBe("queued");
  expect(await balanceOf(own.db, id)).toEqual({ current: 9, held: 1 });
  expect(await lapses(own, cast.id)).toBe(0);
  await own.close();
});

test("ST-06 an outage of the database does not count against the cast that it stops", async () => {
  let resume = () => {};
  const after = new Promise<void>((resolve) => (resume = resolve));
  const own = quickEngine({ held: { after } });
  // Longer than the outage: nothing lapses by itself.
  const env = { LEASE_SECONDS: "60" };
  const cut = await testServices({ engines: new Map([[own.id, own]]), env });
  const cutWorker = startWorker(cut);
  const { cast, until, end, balance } = await aCaster(cut);
  const castId = await cast("held back");
  await until(castId, (seen) => seen.state === "running");
  const noticed = new Promise<void>((resolve) => {
    vi.spyOn(cut.log, "warn").mockImplementation((_about: unknown, text?: string) => {
      if (text === "a run ended without the database") resolve();
    });
  });
  await withoutDatabase(cut.pool.options.connectionString ?? "", async () => {
    resume();
    await noticed;
  });
  expect(await end(castId)).toMatchObject({ state: "done", delivered: 1 });
  expect(own.calls).toHaveLength(2);
  expect(await lapses(cut, castId)).toBe(0);
  expect(await balance()).toEqual({ current: 19, held: 0 });
  await cutWorker.stop();
  await cut.close();
});
