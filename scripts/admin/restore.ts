import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { PoolClient } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { waitForSilentServer } from "#app/db/client.ts";
import { migrate, readMigrations, type Migration } from "#app/db/migrate.ts";
import { eraseDue } from "#app/features/deletion/jobs.ts";
import {
  reapplyDeletions,
  storedTombstones,
  tombstoneSchema,
} from "#app/features/deletion/jobs/tombstones.ts";
import { tombstones, type Tombstone } from "#app/features/deletion/queries.ts";
import type { OpenServices } from "#app/open-services.ts";
import {
  columnsOf,
  leftOut,
  manifestFile,
  quoted,
  storedFile,
  tableFile,
  tablesOf,
  type Manifest,
} from "#app/features/admin/jobs/backup-format.ts";
import { text, type Command } from "./command.ts";
import { changed, openManifest, verified, type SavedFile } from "./read-backup.ts";

/** The migrations of the saved database; this release must know all of them. */
async function migrationsOf(manifest: Manifest): Promise<Migration[]> {
  const known = new Map((await readMigrations()).map((migration) => [migration.name, migration]));
  return manifest.migrations.map(({ name, sha256 }) => {
    const migration = known.get(name);
    if (migration?.sha256 !== sha256) {
      throw new Error(
        `The backup was made by another release (${name} is not the same here): restore it with that one.`,
      );
    }
    return migration;
  });
}

async function assertMayReplace(services: OpenServices, isForced: boolean): Promise<void> {
  const found = await services.db.selectFrom("users").select("id").limit(1).executeTakeFirst();
  if (found && !isForced) {
    throw new Error(
      "The database is not empty: restore into a new DATA_DIR, or replace everything with --force.",
    );
  }
}

/** Files before the rows are committed: rows without files would be broken, but files without rows are only swept. */
async function restoreFiles(
  services: OpenServices,
  folder: string,
  files: readonly SavedFile[],
): Promise<void> {
  for (const { key, sha256 } of files) {
    const file = storedFile(folder, key);
    const bytes = await readFile(file);
    if (createHash("sha256").update(bytes).digest("hex") !== sha256) throw changed(file);
    await services.storage.put(key, bytes);
  }
}

async function loadTable(
  client: PoolClient,
  folder: string,
  table: Manifest["tables"][number],
): Promise<void> {
  const hash = createHash("sha256");
  const hashing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  const file = tableFile(folder, table.name);
  try {
    await pipeline(
      createReadStream(file),
      hashing,
      client.query(copyFrom(`copy ${columnsOf(table)} from stdin`)),
    );
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${file} cannot be loaded: ${reason}.`, { cause: error });
  }
  if (hash.digest("hex") !== table.sha256) throw changed(file);
  const counted = await client.query<{ rows: number }>(
    `select count(*) as rows from ${quoted(table.name)}`,
  );
  if (counted.rows[0].rows !== table.rows) {
    throw new Error(`${file} has ${counted.rows[0].rows} rows instead of ${table.rows}.`);
  }
}

type Constraint = { table: string; name: string; definition: string };

/** Tables have circular references, so foreign keys are dropped and checked again at the end. */
async function dropReferences(client: PoolClient): Promise<Constraint[]> {
  const { rows } = await client.query<Constraint>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  );
  for (const { table, name } of rows) {
    await client.query(`alter table ${table} drop constraint ${quoted(name)}`);
  }
  return rows;
}

/** Sequences continue after the highest restored number. */
async function resetSequences(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(
    `select c.relname as table, a.attname as column,
            pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attidentity <> ''`,
  );
  for (const { table, column, sequence } of rows) {
    await client.query(
      `select setval($1, coalesce(max(${quoted(column)}), 0) + 1, false) from ${quoted(table)}`,
      [sequence],
    );
  }
}

/** @throws Error with one sentence if the backup's tables differ from those that its migrations create */
async function assertAllTables(client: PoolClient, folder: string, manifest: Manifest) {
  const listed = new Map(manifest.tables.map((table) => [table.name, table]));
  const made = await tablesOf(client);
  const missing = made.find(({ name }) => !listed.has(name));
  const unknown = manifest.tables.find(({ name }) => !made.some((table) => table.name === name));
  const other = made.find(
    ({ name, columns }) => String(columns) !== String(listed.get(name)?.columns ?? columns),
  );
  const file = manifestFile(folder);
  if (missing)
    throw new Error(`${file} does not list the table ${missing.name}: the backup is damaged.`);
  if (unknown || listed.size !== manifest.tables.length) {
    throw new Error(`${file} names unknown or duplicate tables: the backup is damaged.`);
  }
  if (other) {
    throw new Error(`${file} has other columns for ${other.name}: the backup is damaged.`);
  }
}

/** Queued mails to the previous members are dropped. */
async function dropJobs(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ found: boolean }>(
    "select to_regclass('pgboss.job') is not null as found",
  );
  if (rows[0].found) await client.query("delete from pgboss.job");
}

async function replaceEverything(
  client: PoolClient,
  folder: string,
  manifest: Manifest,
  migrations: readonly Migration[],
): Promise<void> {
  await client.query(
    "drop schema public cascade; create schema public; grant usage on schema public to public",
  );
  await client.query(`create table schema_migrations (
    name text primary key, sha256 text not null, applied_at timestamptz(3) not null default now())`);
  for (const migration of migrations) {
    await client.query(migration.sql);
    await client.query("insert into schema_migrations (name, sha256) values ($1, $2)", [
      migration.name,
      migration.sha256,
    ]);
  }
  await assertAllTables(client, folder, manifest);
  const references = await dropReferences(client);
  for (const table of manifest.tables.filter(({ name }) => !leftOut.has(name))) {
    // Triggers keep ledgers append-only and derive data that the backup already contains.
    await client.query(`alter table ${quoted(table.name)} disable trigger user`);
    await client.query(`delete from ${quoted(table.name)}`);
    await loadTable(client, folder, table);
    await client.query(`alter table ${quoted(table.name)} enable trigger user`);
  }
  for (const { table, name, definition } of references) {
    await client.query(`alter table ${table} add constraint ${quoted(name)} ${definition}`);
  }
  await resetSequences(client);
  await dropJobs(client);
}

/**
 * What was deleted since the backup was made: by the database that is replaced, by the list in the storage, and by a list
 * of another machine.
 */
async function deletedSince(services: OpenServices, list: string | null): Promise<Tombstone[]> {
  const given = list === null ? [] : (await readFile(list, "utf8")).split("\n").filter(Boolean);
  return [
    ...given.map((line) => tombstoneSchema.parse(JSON.parse(line))),
    ...(await storedTombstones(services)),
    ...(await tombstones(services.db)),
  ];
}

/** Restores the database and the files; all rows or, after an error, none. Deletions since the backup are made again. */
export const command: Command = {
  usage: "--from DIR [--force] [--deletions FILE]",
  options: { from: "string", force: "boolean", deletions: "string" },
  required: ["from"],
  async run(services, options) {
    const folder = path.resolve(text(options, "from"));
    const manifest = await openManifest(folder);
    const migrations = await migrationsOf(manifest);
    await assertMayReplace(services, options.force === true);
    const files = await verified(folder, manifest);
    const list = options.deletions === undefined ? null : text(options, "deletions");
    const deleted = await deletedSince(services, list);
    const client = await services.pool.connect();
    try {
      waitForSilentServer(client);
      await client.query(
        "set statement_timeout = 0; set lock_timeout = '30s'; set idle_in_transaction_session_timeout = 0",
      );
      await client.query("begin");
      await replaceEverything(client, folder, manifest, migrations);
      await restoreFiles(services, folder, files);
      await client.query("commit");
    } finally {
      // A transaction ends with its connection.
      client.release(true);
    }
    await migrate(services.pool);
    const again = await reapplyDeletions(services, deleted);
    while ((await eraseDue(services)) > 0) {
      // A run takes up a few of them.
    }
    const rows = manifest.tables
      .filter(({ name }) => !leftOut.has(name))
      .reduce((sum, table) => sum + table.rows, 0);
    console.log(`restored ${rows} rows and ${files.length} files of ${manifest.createdAt}`);
    console.log(
      "Everybody has to sign in again: sessions and links sent by mail are not restored.",
    );
    if (again > 0) {
      console.log(`${again} accounts and pictures that were deleted since then are deleted again.`);
    }
    console.log("Restart a server that was running meanwhile.");
    return 0;
  },
};
