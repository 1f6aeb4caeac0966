import { afterAll, beforeAll, expect, test } from "vitest";
import { testDatabase, type TestDatabase } from "#tests/harness/database.ts";
import { openLive, type Live } from "#app/db/live.ts";
import { openLog } from "#app/lib/log.ts";
import { openPgBoss, prepareJobs } from "./pg-boss.ts";
import type { Job, Jobs } from "./port.ts";

const log = openLog("silent");
let database: TestDatabase;
let live: Live;
const opened: Jobs[] = [];

/** As one process has them; tried again at once rather than after seconds. */
async function openJobs(retrySeconds = 0, pollSeconds = 0.5): Promise<Jobs> {
  const timing = { retrySeconds, pollSeconds };
  const jobs = await openPgBoss({ pool: database.pool, live, log, timing });
  opened.push(jobs);
  return jobs;
}

beforeAll(async () => {
  database = await testDatabase();
  live = openLive(database.url, log);
  await live.ready();
});
afterAll(async () => {
  await Promise.all(opened.map((jobs) => jobs.close()));
  await live.close();
});

const stored = async () =>
  (await database.pool.query("select data, state from pgboss.job where name = 'mail'")).rows;

test("a job goes out with its transaction, or not at all", async () => {
  const jobs = await openJobs();
  const { db } = database;
  const failing = db.transaction().execute(async (tx) => {
    await jobs.enqueue(tx, "mail", { subject: "lost" });
    throw new Error("rolled back");
  });
  await expect(failing).rejects.toThrow("rolled back");
  await db.transaction().execute((tx) => jobs.enqueue(tx, "mail", { subject: "kept" }));
  expect((await stored()).map(({ data }) => data.subject)).toEqual(["kept"]);

  const seen: string[] = [];
  await jobs.work<{ subject: string }>("mail", async ({ payload }) => {
    seen.push(payload.subject);
  });
  await expect.poll(() => seen).toEqual(["kept"]);
  await jobs.stop();
});

test("a finished job is deleted from the database", async () => {
  const jobs = await openJobs();
  await jobs.work("mail", async () => undefined);
  await jobs.enqueue(database.db, "mail", { link: "https://example.org/secret" });
  await expect.poll(stored).toEqual([]);
  await jobs.stop();
});

test("a process that only enqueues wakes one that works at once", async () => {
  // It looks by itself only once an hour.
  const [web, worker] = [await openJobs(), await openJobs(0, 3600)];
  const seen: number[] = [];
  await worker.work<{ n: number }>("mail", async ({ payload }) => {
    seen.push(payload.n);
  });
  await web.enqueue(database.db, "mail", { n: 1 });
  await expect.poll(() => seen).toEqual([1]);
  await worker.stop();
});

test("a job that fails is tried again, with the number of its try, until it is done", async () => {
  const jobs = await openJobs();
  const attempts: number[] = [];
  await jobs.work("mail", async ({ attempt }: Job<object>) => {
    attempts.push(attempt);
    if (attempt < 3) throw new Error("the address secret@example.org is not to be kept");
    await Promise.resolve();
  });
  await jobs.enqueue(database.db, "mail", {});
  await expect.poll(() => attempts).toEqual([1, 2, 3]);
  await expect.poll(stored).toEqual([]);
  await jobs.stop();
});

test("of a failure only its kind is kept beside the job", async () => {
  const jobs = await openJobs(3600);
  await jobs.work("mail", () => Promise.reject(new RangeError("of secret@example.org")));
  await jobs.enqueue(database.db, "mail", { n: 1 });
  await expect.poll(stored).toMatchObject([{ state: "retry" }]);
  await jobs.stop();
  const { rows } = await database.pool.query(
    "select output::text from pgboss.job where name = 'mail'",
  );
  expect(rows).toHaveLength(1);
  expect(rows[0].output).toContain("RangeError");
  await database.pool.query("delete from pgboss.job where name = 'mail'");
  // The queue's own rules again.
  await openJobs();
});

test("an outdated job is dropped", async () => {
  const jobs = await openJobs();
  await jobs.enqueue(database.db, "mail", { late: true }, { usefulForSeconds: 1 });
  await database.pool.query("update pgboss.job set keep_until = now() - interval '1 second'");
  const seen: object[] = [];
  await jobs.work("mail", async ({ payload }: Job<object>) => {
    seen.push(payload);
  });
  await expect.poll(stored).toEqual([]);
  expect(seen).toEqual([]);
  await jobs.stop();
});

test("stopping waits for the job at work", async () => {
  const jobs = await openJobs();
  const begun = Promise.withResolvers<void>();
  const done: string[] = [];
  await jobs.work("mail", async () => {
    begun.resolve();
    await new Promise((resolve) => setTimeout(resolve, 300));
    done.push("job");
  });
  await jobs.enqueue(database.db, "mail", {});
  await begun.promise;
  await jobs.stop();
  expect(done).toEqual(["job"]);
});

test("processes that start at once over an empty database agree on the tables", async () => {
  await database.pool.query("drop schema pgboss cascade");
  await Promise.all([1, 2, 3].map(() => prepareJobs(database.pool)));
  const { rows } = await database.pool.query("select name from pgboss.queue order by name");
  expect(rows.map((row) => row.name)).toContain("mail");
});
