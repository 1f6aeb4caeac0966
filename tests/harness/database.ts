import { randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import { Client, type Pool } from "pg";
import { inject } from "vitest";
import { openDb, openPool } from "../../src/db/client.ts";
import type { Database } from "../../src/db/schema.ts";
import { openLog } from "../../src/lib/log.ts";
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
  await onServer((client) => client.query(`create database ${name} template ${template}`));
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

/**
 * What breaks an invariant of the database: for every view named invariant_* that is not empty, its rows.
 * The views are part of the migrations (reliability guide, I1 to I10).
 */
export async function brokenInvariants(url: string): Promise<Record<string, unknown[]>> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const views = await client.query<{ viewname: string }>(
      "select viewname from pg_views where schemaname = 'public' and viewname like 'invariant\\_%' order by 1",
    );
    const broken: Record<string, unknown[]> = {};
    for (const { viewname } of views.rows) {
      const found = await client.query<Record<string, unknown>>(
        `select * from ${viewname} limit 20`,
      );
      if (found.rows.length > 0) broken[viewname] = found.rows;
    }
    return broken;
  } finally {
    await client.end();
  }
}

/** Tests that break an invariant on purpose say so; the database is then not checked at the end. */
export function expectBroken(database: TestDatabase): void {
  for (const [name, made] of opened) if (made === database) unchecked.add(name);
}
const unchecked = new Set<string>();

/**
 * Checks the invariants of every database of this test file, then drops them.
 * @throws Error with the rows that break an invariant.
 */
export async function finishDatabases(): Promise<void> {
  const complaints: string[] = [];
  for (const [name, made] of opened) {
    const broken = unchecked.has(name) ? {} : await brokenInvariants(made.url);
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
