import { randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import { Client, type Pool } from "pg";
import { inject } from "vitest";
import { openDb, openPool } from "#app/db/client.ts";
import { brokenInvariants } from "#app/db/invariants.ts";
import type { Database } from "#app/db/schema.ts";
import { openLog } from "#app/lib/log.ts";
import { databasePrefix, withDatabase } from "./names.ts";

export type TestDatabase = {
  url: string;
  pool: Pool;
  db: Kysely<Database>;
  close(): Promise<void>;
};

/** Databases made by the present test file; setup.ts checks and drops them after it. */
const opened = new Map<string, TestDatabase>();

async function onServer(work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: inject("databaseServer") });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** A fresh copy of the migrated template. Its invariants are checked, and it is dropped, after the test file. */
export async function testDatabase(): Promise<TestDatabase> {
  const name = `${databasePrefix}${Date.now()}_${randomBytes(4).toString("hex")}`;
  const template = inject("databaseTemplate");
  await onServer((client) =>
    client.query(`create database ${name} template ${template} strategy file_copy`),
  );
  const url = withDatabase(inject("databaseServer"), name);
  const pool = openPool(url, 8, openLog("silent"));
  let closing: Promise<void> | null = null;
  const made: TestDatabase = {
    url,
    pool,
    db: openDb(pool),
    close: () => (closing ??= pool.end()),
  };
  opened.set(name, made);
  return made;
}

/** For tests that break an invariant on purpose: the database is not checked at the end. */
export function expectBroken(database: TestDatabase): void {
  for (const [name, made] of opened) if (made === database) unchecked.add(name);
}
const unchecked = new Set<string>();

/** Runs the work while a database refuses all connections, as one that is away. */
export async function withoutDatabase<T>(url: string, work: () => Promise<T>): Promise<T> {
  const name = new URL(url).pathname.slice(1);
  const limit = (most: number) =>
    onServer((client) => client.query(`alter database ${name} connection limit ${most}`));
  await limit(0);
  try {
    await onServer((client) =>
      client.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [
        name,
      ]),
    );
    return await work();
  } finally {
    await limit(-1);
  }
}

/** Uses a new connection: the test may have closed the others. */
async function invariantsOf(url: string): Promise<Record<string, unknown[]>> {
  const pool = openPool(url, 1, openLog("silent"));
  try {
    return await brokenInvariants(pool);
  } finally {
    await pool.end();
  }
}

/**
 * Checks the invariants of every database of this test file, then drops them.
 * @throws Error with the rows that break an invariant.
 */
export async function finishDatabases(): Promise<void> {
  const complaints: string[] = [];
  for (const [name, made] of opened) {
    const broken = unchecked.has(name) ? {} : await invariantsOf(made.url);
    for (const [view, rows] of Object.entries(broken)) {
      complaints.push(`${view}: ${JSON.stringify(rows)}`);
    }
    await made.close();
    await onServer((client) => client.query(`drop database if exists ${name} with (force)`));
  }
  opened.clear();
  unchecked.clear();
  if (complaints.length > 0) throw new Error(`Invariants are broken:\n${complaints.join("\n")}`);
}
