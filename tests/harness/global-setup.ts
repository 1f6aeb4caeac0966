import { rm } from "node:fs/promises";
import os from "node:os";
import { Client } from "pg";
import type { TestProject } from "vitest/node";
import { prepareJobs } from "#app/adapters/jobs/pg-boss.ts";
import { openPool } from "#app/db/client.ts";
import { openEmbedded, type Embedded } from "#app/db/embedded.ts";
import { migrate } from "#app/db/migrate.ts";
import { openLog } from "#app/lib/log.ts";
import { dropLeftovers } from "./leftovers.ts";
import { databasePrefix, withDatabase } from "./names.ts";
import { quickFolder, quickTemporaryFolder } from "./quick-folder.ts";
import { liftTestRole } from "./superuser.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The server on which test files make their databases. */
    databaseServer: string;
    databaseTemplate: string;
  }
}

/** For databases on an external server: the run that made them may be on another machine. */
const LEFTOVER_DATABASE_AGE_MS = 24 * 60 * 60 * 1000;

/**
 * Speed over safety: nothing here outlives the run. The zone is one that nobody has by accident, with quarters of an
 * hour and changes of the clock: what says UTC has to mean it.
 */
const testSettings = {
  timezone: "Pacific/Chatham",
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  autovacuum: "off",
};

async function dropLeftoverDatabases(server: string): Promise<void> {
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    const found = await client.query<{ datname: string }>(
      "select datname from pg_database where datname like $1",
      [`${databasePrefix}%`],
    );
    for (const { datname } of found.rows) {
      const madeAt = Number(datname.slice(databasePrefix.length).split("_")[0]);
      if (Date.now() - madeAt < LEFTOVER_DATABASE_AGE_MS) continue;
      await client.query(`drop database if exists ${datname} with (force)`);
    }
  } finally {
    await client.end();
  }
}

async function makeTemplate(server: string, name: string): Promise<void> {
  const client = new Client({ connectionString: server });
  await client.connect();
  await client.query(`create database ${name} template template0 encoding 'UTF8' locale 'C.UTF-8'`);
  await client.end();
  const pool = openPool(withDatabase(server, name), 2, openLog("silent"));
  await migrate(pool);
  await prepareJobs(pool);
  await pool.end();
}

/**
 * One server and one migrated template database for the whole run: TEST_DATABASE_URL (a superuser's or at least one who
 * may create databases and extensions), or an embedded PostgreSQL of its own in a temporary folder, in memory if it can be.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  let server = process.env.TEST_DATABASE_URL;
  let embedded: Embedded | null = null;
  let folder: string | null = null;
  if (!server) {
    for (const temporary of new Set([await quickFolder(), os.tmpdir()]))
      await dropLeftovers(temporary);
    folder = await quickTemporaryFolder();
    embedded = await openEmbedded(folder, openLog("warn"), { settings: testSettings });
    server = embedded.url;
    await liftTestRole(folder, server);
  }
  await dropLeftoverDatabases(server);
  const template = `${databasePrefix}${Date.now()}_template_${process.pid}`;
  await makeTemplate(server, template);
  project.provide("databaseServer", server);
  project.provide("databaseTemplate", template);
  return async () => {
    if (embedded && folder) {
      await embedded.stop();
      await rm(folder, { recursive: true, force: true });
      return;
    }
    const client = new Client({ connectionString: server });
    await client.connect();
    await client.query(`drop database if exists ${template} with (force)`);
    await client.end();
  };
}
