import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, open, readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { PoolClient } from "pg";
import type { Storage } from "#app/adapters/storage/port.ts";
import type { OpenServices } from "#app/open-services.ts";
import {
  columnsOf,
  fileList,
  manifestFile,
  quoted,
  storedFile,
  tableFile,
  tablesOf,
  type Manifest,
} from "./backup-format.ts";
import { text, type Command } from "./command.ts";
import { copyOut } from "./copy.ts";

type Stored = { size: number; sha256: string };

async function emptyFolder(folder: string): Promise<void> {
  // Password hashes are in it.
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) {
    throw new Error(`${folder} is not empty: give a new folder for each backup.`);
  }
  await mkdir(path.join(folder, "tables"));
  await mkdir(path.join(folder, "files"));
}

async function saveTable(
  client: PoolClient,
  folder: string,
  table: { name: string; columns: string[] },
): Promise<Manifest["tables"][number]> {
  const hash = createHash("sha256");
  const hashing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  const written = pipeline(
    hashing,
    createWriteStream(tableFile(folder, table.name), { flush: true }),
  );
  const copied = copyOut(client, `copy ${columnsOf(table)} to stdout`, hashing).finally(() =>
    hashing.end(),
  );
  await Promise.all([written, copied]);
  const counted = await client.query<{ rows: number }>(
    `select count(*) as rows from ${quoted(table.name)}`,
  );
  return { ...table, rows: counted.rows[0].rows, sha256: hash.digest("hex") };
}

type Snapshot = Pick<Manifest, "migrations" | "tables"> & { keys: string[] };

/** Every table as of one moment, while others go on writing. */
async function saveTables(services: OpenServices, folder: string): Promise<Snapshot> {
  const client = await services.pool.connect();
  try {
    await client.query("set statement_timeout = 0; set idle_in_transaction_session_timeout = 0");
    await client.query("begin isolation level repeatable read read only");
    const applied = await client.query<Manifest["migrations"][number]>(
      "select name, sha256 from schema_migrations order by name",
    );
    const tables: Manifest["tables"] = [];
    for (const table of await tablesOf(client)) tables.push(await saveTable(client, folder, table));
    const named = await client.query<{ key: string }>(
      "select storage_key as key from pictures union select storage_key from uploads",
    );
    await client.query("commit");
    return { migrations: applied.rows, tables, keys: named.rows.map((row) => row.key) };
  } finally {
    client.release(true);
  }
}

/** Copies what is in storage and not copied yet. */
async function saveFiles(
  storage: Storage,
  folder: string,
  done: Map<string, Stored>,
): Promise<void> {
  for await (const key of storage.list("")) {
    if (done.has(key)) continue;
    const file = await storage.get(key);
    // Deleted since it was listed.
    if (!file) continue;
    const target = storedFile(folder, key);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, file.bytes, { flush: true });
    const sha256 = createHash("sha256").update(file.bytes).digest("hex");
    done.set(key, { size: file.size, sha256 });
  }
}

async function writeSynced(file: string, content: string): Promise<void> {
  const handle = await open(file, "wx");
  await handle.writeFile(content);
  await handle.sync();
  await handle.close();
}

/** Saves the database as of one moment and every file that it names. Reading and writing go on meanwhile. */
export const command: Command = {
  usage: "--to DIR",
  options: { to: "string" },
  required: ["to"],
  async run(services, options) {
    const folder = path.resolve(text(options, "to"));
    const createdAt = new Date().toISOString();
    await emptyFolder(folder);
    const files = new Map<string, Stored>();
    // Files before and after the rows: one that is deleted meanwhile is in the first round, a new one in the second.
    await saveFiles(services.storage, folder, files);
    const { keys, ...snapshot } = await saveTables(services, folder);
    await saveFiles(services.storage, folder, files);
    const lines = [...files].map(([key, file]) => `${JSON.stringify({ key, ...file })}\n`).join("");
    await writeSynced(fileList(folder), lines);
    const bytes = [...files.values()].reduce((sum, file) => sum + file.size, 0);
    const sha256 = createHash("sha256").update(lines).digest("hex");
    const manifest: Manifest = {
      format: 1,
      createdAt,
      ...snapshot,
      files: { count: files.size, bytes, sha256 },
    };
    await writeSynced(manifestFile(folder), `${JSON.stringify(manifest, null, 2)}\n`);
    for (const key of keys.filter((each) => !files.has(each))) {
      console.error(`warning: ${key} is named by the database but is not in storage`);
    }
    const rows = snapshot.tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(`saved ${rows} rows and ${files.size} files (${bytes} bytes) to ${folder}`);
    return 0;
  },
};
