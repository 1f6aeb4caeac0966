/** A worker that dies in the middle of a piece of upkeep: another takes that piece up, and not before the first is silent. */
import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testDatabase, type TestDatabase } from "../harness/database.ts";
import { until } from "../harness/patience.ts";
import { runProgram, startProgram, type Program } from "../harness/program.ts";
import { quickTemporaryFolder } from "../harness/quick-folder.ts";

/** As `heartbeatSeconds` in src/adapters/jobs/upkeep.ts. */
const silentSeconds = 30;

let database: TestDatabase;
let folder: string;
let second: Program | undefined;
beforeAll(async () => {
  database = await testDatabase();
  folder = await quickTemporaryFolder();
});
afterAll(async () => {
  await second?.stop("SIGKILL");
  await rm(folder, { recursive: true, force: true });
});

type Begun = { name: string; heard: Date };

test("a maintenance job whose process dies is restarted by another after 30 s without a heartbeat", async () => {
  const env = { DATABASE_URL: database.url, DATABASE_POOL: "4", DATA_DIR: folder, ROLES: "worker" };
  const dead = await runProgram({ ...env, FAILPOINT: "during-upkeep:exit" });
  expect(dead.code).toBeNull();
  const { rows: begun } = await database.pool.query<Begun>(
    `select substr(name, 8) as name, coalesce(heartbeat_on, started_on) as heard
     from pgboss.job where name like 'upkeep.%' and state = 'active'`,
  );
  expect(begun.length).toBeGreaterThan(0);
  expect((await database.pool.query("select from upkeep_runs")).rowCount).toBe(0);

  second = await startProgram(env);
  const ran = async (name: string) => {
    const { rows } = await database.pool.query<{ started_at: Date; error: string | null }>(
      "select started_at, error from upkeep_runs where name = $1",
      [name],
    );
    return rows[0] ?? null;
  };
  for (const { name, heard } of begun) {
    const run = await until(
      `a run of ${name}`,
      () => ran(name),
      (seen) => seen !== null,
    );
    expect([name, run?.error]).toEqual([name, null]);
    const seconds = ((run?.started_at.getTime() ?? 0) - heard.getTime()) / 1000;
    // Earlier it would be done twice at once wherever a process is only slow.
    expect(seconds).toBeGreaterThanOrEqual(silentSeconds);
  }
});
