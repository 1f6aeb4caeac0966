import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { generateTypes, schemaFile } from "../../scripts/db-types.ts";
import { testDatabase } from "#tests/harness/database.ts";
import { openLog } from "#app/lib/log.ts";
import { openPool } from "./client.ts";
import { migrate, migrationState, readMigrations } from "./migrate.ts";

const committed = fileURLToPath(new URL("../../db/migrations", import.meta.url));
const root = await mkdtemp(path.join(os.tmpdir(), "echoform-migrate-"));
afterAll(() => rm(root, { recursive: true, force: true }));

/** A copy of the real migrations that a test may change. */
async function aRelease(changes: Record<string, string> = {}): Promise<string> {
  const folder = await mkdtemp(path.join(root, "release-"));
  await cp(committed, folder, { recursive: true });
  for (const [name, sql] of Object.entries(changes)) await writeFile(path.join(folder, name), sql);
  return folder;
}

const next = { "9001_more.sql": "create table more (id integer primary key);" };

test("a migrated database is current and a second run applies nothing", async () => {
  const { pool } = await testDatabase();
  expect(await migrationState(pool)).toMatchObject({ state: "current", pending: [], unknown: [] });
  expect(await migrate(pool)).toEqual([]);
});

test("a later release applies new migrations once, whichever process is first", async () => {
  const { pool, url } = await testDatabase();
  const release = await aRelease(next);
  expect(await migrationState(pool, release)).toMatchObject({
    state: "behind",
    pending: ["9001_more.sql"],
  });
  const second = openPool(url, 2, openLog("silent"));
  const applied = await Promise.all([migrate(pool, release), migrate(second, release)]);
  await second.end();
  expect(applied.flat()).toEqual(["9001_more.sql"]);
  await expect(pool.query("select * from more")).resolves.toMatchObject({ rowCount: 0 });
});

test("an earlier release refuses a database newer than itself", async () => {
  const { pool } = await testDatabase();
  await migrate(pool, await aRelease(next));
  await expect(migrate(pool)).rejects.toThrow(/newer release \(9001_more\.sql is unknown here\)/);
  expect(await migrationState(pool)).toMatchObject({ state: "newer", unknown: ["9001_more.sql"] });
});

test("a migration changed after it was applied is refused", async () => {
  const { pool } = await testDatabase();
  const name = "0001_identity.sql";
  const release = await aRelease({ [name]: "select 1;" });
  await expect(migrate(pool, release)).rejects.toThrow(/0001_identity\.sql was changed/);
  expect(await migrationState(pool, release)).toMatchObject({ state: "changed", changed: [name] });
});

test("a migration put in between is refused", async () => {
  const { pool } = await testDatabase();
  const release = await aRelease({ "0000_early.sql": "select 1;" });
  await expect(migrate(pool, release)).rejects.toThrow(/0000_early\.sql comes before/);
});

test("a failing migration leaves nothing behind and is named", async () => {
  const { pool } = await testDatabase();
  const broken = "create table half (id integer); select 1 / 0;";
  const release = await aRelease({ ...next, "9002_broken.sql": broken });
  await expect(migrate(pool, release)).rejects.toThrow(/9002_broken\.sql failed: division by zero/);
  const { rows } = await pool.query(
    "select to_regclass('half') as half, to_regclass('more') as more",
  );
  expect(rows).toEqual([{ half: null, more: "more" }]);
  expect(await migrationState(pool, release)).toMatchObject({ pending: ["9002_broken.sql"] });
});

test.each([
  ["0001_twice.sql", /number 0001 is used twice/],
  ["1_short.sql", /not named/],
])("the file name %s is refused", async (name, message) => {
  const release = await aRelease({ [name]: "select 1;" });
  await expect(readMigrations(release)).rejects.toThrow(message);
});

test("src/db/schema.ts is what the migrations make of it", async () => {
  const { db } = await testDatabase();
  expect(await readFile(schemaFile, "utf8")).toBe(await generateTypes(db));
});
