import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type pg from "pg";
import { waitForSilentServer } from "./client.ts";

const MIGRATIONS_FOLDER = fileURLToPath(new URL("../../db/migrations/", import.meta.url));
/** Any fixed number: whoever holds this advisory lock is the one that migrates. */
const MIGRATION_LOCK = 4_051_207;
const FILE_NAME = /^\d{4}_[a-z0-9-]+\.sql$/;

export type Migration = { name: string; sql: string; sha256: string };

export type MigrationState = {
  /** The server serves only in state "current". */
  state: "current" | "behind" | "newer" | "changed";
  applied: string[];
  pending: string[];
  /** Migrations that the database has and this release does not know. */
  unknown: string[];
  /** Migrations whose file has changed since it was applied. */
  changed: string[];
};

type AppliedRow = { name: string; sha256: string };

/** The migration files in their order. @throws Error when a name is malformed or a number is used twice. */
export async function readMigrations(folder: string = MIGRATIONS_FOLDER): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).toSorted();
  const numbers = new Set<string>();
  for (const name of names) {
    if (!FILE_NAME.test(name)) throw new Error(`Migration ${name} is not named NNNN_words.sql`);
    const number = name.slice(0, 4);
    if (numbers.has(number)) throw new Error(`Migration number ${number} is used twice`);
    numbers.add(number);
  }
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(`${folder}/${name}`, "utf8");
      return { name, sql, sha256: createHash("sha256").update(sql).digest("hex") };
    }),
  );
}

function compare(files: readonly Migration[], applied: readonly AppliedRow[]): MigrationState {
  const byName = new Map(files.map((file) => [file.name, file]));
  const done = new Set(applied.map((row) => row.name));
  const unknown = applied.filter((row) => !byName.has(row.name)).map((row) => row.name);
  const changed = applied
    .filter((row) => byName.has(row.name) && byName.get(row.name)?.sha256 !== row.sha256)
    .map((row) => row.name);
  const pending = files.filter((file) => !done.has(file.name)).map((file) => file.name);
  let state: MigrationState["state"] = "current";
  if (unknown.length > 0) state = "newer";
  else if (changed.length > 0) state = "changed";
  else if (pending.length > 0) state = "behind";
  return { state, applied: [...done], pending, unknown, changed };
}

function refuse(state: MigrationState, files: readonly Migration[]): void {
  if (state.unknown.length > 0) {
    throw new Error(
      `The database was made by a newer release (${state.unknown.join(", ")} is unknown here): ` +
        "run that release, or restore a backup made before it.",
    );
  }
  if (state.changed.length > 0) {
    throw new Error(
      `Migration ${state.changed.join(", ")} was changed after it had been applied: ` +
        "put the file back as it was and write a new migration instead.",
    );
  }
  const last = state.applied.toSorted().at(-1);
  const late = files.find(
    (file) => last !== undefined && file.name < last && state.pending.includes(file.name),
  );
  if (late) {
    throw new Error(
      `Migration ${late.name} comes before ${last}, which is already applied: give it a later number.`,
    );
  }
}

async function appliedRows(client: pg.Pool | pg.PoolClient): Promise<AppliedRow[]> {
  const exists = await client.query<{ found: boolean }>(
    "select to_regclass('schema_migrations') is not null as found",
  );
  if (!exists.rows[0]?.found) return [];
  const rows = await client.query<AppliedRow>(
    "select name, sha256 from schema_migrations order by name",
  );
  return rows.rows;
}

/** Compares the database with the migrations of this release. */
export async function migrationState(
  pool: pg.Pool,
  folder: string = MIGRATIONS_FOLDER,
): Promise<MigrationState> {
  const [files, applied] = await Promise.all([readMigrations(folder), appliedRows(pool)]);
  return compare(files, applied);
}

async function applyOne(client: pg.PoolClient, migration: Migration): Promise<void> {
  await client.query("begin");
  try {
    await client.query(migration.sql);
    await client.query("insert into schema_migrations (name, sha256) values ($1, $2)", [
      migration.name,
      migration.sha256,
    ]);
    await client.query("commit");
  } catch (error) {
    // A lost connection rolls back by itself; the first error is the one to report.
    await client.query("rollback").catch(() => undefined);
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`Migration ${migration.name} failed: ${reason}`, { cause: error });
  }
}

/**
 * Brings the database up to this release: each file in its own transaction, one process at a time.
 * @returns the names applied now.
 * @throws Error when the database is newer than this release, or an applied file was changed.
 */
export async function migrate(
  pool: pg.Pool,
  folder: string = MIGRATIONS_FOLDER,
): Promise<string[]> {
  const files = await readMigrations(folder);
  const client = await pool.connect();
  try {
    // A migration may rewrite a table, and a second process waits here for the first.
    waitForSilentServer(client);
    await client.query(
      "set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0",
    );
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    await client.query(`create table if not exists schema_migrations (
      name text primary key, sha256 text not null, applied_at timestamptz(3) not null default now())`);
    const state = compare(files, await appliedRows(client));
    refuse(state, files);
    for (const file of files) {
      if (state.pending.includes(file.name)) await applyOne(client, file);
    }
    return state.pending;
  } finally {
    // Closing the connection frees the lock and forgets the settings above.
    client.release(true);
  }
}
