import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { testDatabase, type TestDatabase } from "#tests/harness/database.ts";
import { openLive, type Live } from "#app/db/live.ts";
import { openLog } from "#app/lib/log.ts";
import { openPgBoss } from "./pg-boss.ts";
import { upkeep, upkeepNames, type Jobs } from "./port.ts";

const log = openLog("silent");
let database: TestDatabase;
let live: Live;
let opened: Jobs[] = [];

async function openJobs(): Promise<Jobs> {
  const jobs = await openPgBoss({ pool: database.pool, live, log });
  opened.push(jobs);
  return jobs;
}

beforeAll(async () => {
  database = await testDatabase();
  live = openLive(database.url, log);
  await live.ready();
});
afterEach(async () => {
  await Promise.all(opened.map((jobs) => jobs.close()));
  opened = [];
});
afterAll(() => live.close());

const schedules = async () =>
  (await database.pool.query("select name, cron, timezone from pgboss.schedule order by name"))
    .rows as { name: string; cron: string; timezone: string }[];

test("every piece of upkeep has one schedule, and a removed one has none", async () => {
  await openJobs();
  // As a release left it that had a piece of upkeep which this one has not.
  await database.pool.query(
    "select pgboss.create_queue('upkeep.old', '{\"policy\": \"stately\"}')",
  );
  await database.pool.query(
    "insert into pgboss.schedule (name, key, kind, cron, timezone) values ('upkeep.old', '', 'cron', '* * * * *', 'UTC')",
  );
  await Promise.all([openJobs(), openJobs()]);
  const expected = upkeepNames.map((name) => ({
    name: `upkeep.${name}`,
    cron: "cron" in upkeep[name] ? upkeep[name].cron : "* * * * *",
    timezone: "UTC",
  }));
  expect(await schedules()).toEqual(expected.toSorted((a, b) => (a.name < b.name ? -1 : 1)));
});

test("upkeep runs by its schedule alone", async () => {
  const jobs = await openJobs();
  let runs = 0;
  await jobs.repeat("order-trending", async () => {
    runs += 1;
  });
  // No worker ran before this one, so that no run of this minute is done.
  // One at the start of the worker; a second one by the schedule alone, which is due each minute.
  await expect.poll(() => runs).toBe(2);
});

test("of two processes one runs the upkeep at a time, again and again", async () => {
  const [first, second] = [await openJobs(), await openJobs()];
  let running = 0;
  let most = 0;
  let runs = 0;
  const run = async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve, 300));
    running -= 1;
    runs += 1;
  };
  await Promise.all([first.repeat("gather-views", run), second.repeat("gather-views", run)]);
  await expect.poll(() => runs).toBeGreaterThan(1);
  expect(most).toBe(1);
});

test("another process takes over when the first one stops", async () => {
  const [first, second] = [await openJobs(), await openJobs()];
  const begun = Promise.withResolvers<void>();
  await first.repeat("gather-views", async () => begun.resolve());
  await begun.promise;
  await first.stop();
  let runs = 0;
  await second.repeat("gather-views", async () => {
    runs += 1;
  });
  await expect.poll(() => runs).toBeGreaterThan(0);
});

test("stopping aborts the run and waits for it", async () => {
  const jobs = await openJobs();
  const begun = Promise.withResolvers<void>();
  let ended = false;
  await jobs.repeat("analyse-pictures", async (signal) => {
    begun.resolve();
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
    ended = true;
  });
  await begun.promise;
  await jobs.stop();
  expect(ended).toBe(true);
});

test("the next run is so many seconds away, or at the schedule's next time", async () => {
  const jobs = await openJobs();
  const from = new Date("2026-11-22T10:07:30Z");
  expect(jobs.nextRun("gather-views", from)).toEqual(new Date("2026-11-22T10:07:35Z"));
  expect(jobs.nextRun("purge-collections", from)).toEqual(new Date("2026-11-22T10:10:00Z"));
  expect(jobs.nextRun("prune-search", from)).toEqual(new Date("2026-11-22T12:55:00Z"));
});
