/** A process that is killed in the middle of an erasure: the next one goes on where it stood. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { audited } from "#app/features/admin/commands.ts";
import { requestDeletion } from "#app/features/deletion/commands.ts";
import { deletionByKey } from "#app/features/deletion/queries.ts";
import { testDatabase, type TestDatabase } from "../harness/database.ts";
import { createNeedles, needlesInDatabase, needlesInFolder } from "../harness/needles.ts";
import { plantMember } from "../harness/planted-member.ts";
import { testServices } from "../harness/services.ts";
import { quickTemporaryFolder } from "../harness/quick-folder.ts";

const child = fileURLToPath(new URL("erasure-child.ts", import.meta.url));

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await testDatabase();
  folder = await quickTemporaryFolder();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs the erasure until the failpoint's pass. @returns whether it was killed */
async function erase(pass: number): Promise<boolean> {
  const settings = { NODE_ENV: "test", DEMO_SEED: "off", HELPERS: "off", LOG_LEVEL: "silent" };
  const env = { ...settings, DATABASE_URL: database.url, DATABASE_POOL: "4", DATA_DIR: folder };
  const running = spawn(process.execPath, [child], {
    env: { ...process.env, ...env, FAILPOINT: `during-erasure:exit@${pass}` },
    stdio: "inherit",
  });
  const [code, signal] = (await once(running, "exit")) as [number | null, string | null];
  expect(signal ?? code).toBe(signal === null ? 0 : "SIGKILL");
  return signal !== null;
}

test("CO-06 an erasure whose process is killed again and again goes on, and nothing is left", async () => {
  const services = await testServices({ databaseUrl: database.url, dataDir: folder });
  try {
    const needles = createNeedles();
    const { member } = await plantMember(services, needles, 3);
    const { key } = await requestDeletion(services, { system: "operator", audited }, member.id);
    await sql`update users set delete_after = now() where id = ${member.id}`.execute(services.db);
    await sql`
      update deletions d set due_at = u.delete_after from users u
      where u.id = ${member.id} and d.id = ${key}`.execute(services.db);
    let kills = 0;
    for (let pass = 2; await erase(pass); pass *= 2) kills += 1;
    expect(kills).toBeGreaterThan(2);
    expect(await deletionByKey(services.db, key)).toMatchObject({
      state: "done",
      removed: { pictures: 3, uploads: 1, remixes: 1 },
    });
    expect(await needlesInDatabase(services.pool, needles.words)).toEqual(new Map());
    expect(await needlesInFolder(folder, needles.words)).toEqual(new Map());
  } finally {
    await services.close();
  }
});
