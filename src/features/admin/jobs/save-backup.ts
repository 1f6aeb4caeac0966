import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { chmod, mkdir, open, readdir, realpath, writeFile } from "node:fs/promises";
import path from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { PoolClient } from "pg";
import { to as copyTo } from "pg-copy-streams";
import type { Storage } from "#app/adapters/storage/port.ts";
import { waitForSilentServer } from "#app/db/client.ts";
import { makeFolder } from "#app/lib/make-folder.ts";
import type { Services } from "#app/services.ts";
import {
  columnsOf,
  fileList,
  isSaved,
  leftOut,
  manifestFile,
  quoted,
  storedFile,
  tableFile,
  tablesOf,
  writeManifest,
  type Manifest,
} from "./backup-format.ts";

type BackupServices = Pick<Services, "env" | "pool" | "storage">;
type Stored = { size: number; sha256: string };

/** How far a backup is: files first, then tables, then the files that were added meanwhile. */
export type BackupProgress = { phase: "files" | "tables"; done: number; total: number };

type SaveOptions = {
  /** Called for every file and table. */
  onProgress?: (progress: BackupProgress) => void;
  /** Ends the backup with an error. */
  signal?: AbortSignal;
};

export type SavedBackup = {
  manifest: Manifest;
  /** What the person who made it should know, one sentence each. */
  warnings: string[];
};

/**
 * A backup contains password hashes: only its owner may read it, whatever the umask and the folder's permissions were.
 */
const CLOSED_FOLDER = 0o700;
const CLOSED_FILE = 0o600;

/** Folders of DATA_DIR that the program writes to by itself. */
const ownFolders = ["files", "postgres", "mail", "cache", "models"];

/** The real path of a folder that may not exist yet, with links resolved. */
async function whereabouts(folder: string): Promise<string> {
  const found = await realpath(folder).catch(() => null);
  if (found !== null || path.dirname(folder) === folder) return found ?? folder;
  return path.join(await whereabouts(path.dirname(folder)), path.basename(folder));
}

/** A backup inside the storage would back itself up, and be served. */
async function assertApart(dataDir: string, folder: string): Promise<void> {
  const target = await whereabouts(folder);
  for (const name of ownFolders) {
    const own = await whereabouts(path.join(dataDir, name));
    if (target === own || target.startsWith(`${own}${path.sep}`)) {
      throw new Error(`${folder} is inside ${own}, which the program uses itself: choose another.`);
    }
  }
}

/** @returns a warning if others could exchange the folder's contents */
async function emptyFolder(folder: string): Promise<string[]> {
  await makeFolder(folder);
  if ((await readdir(folder)).length > 0) {
    throw new Error(`${folder} is not empty: give a new folder for each backup.`);
  }
  await mkdir(path.join(folder, "tables"), { mode: CLOSED_FOLDER });
  await mkdir(path.join(folder, "files"), { mode: CLOSED_FOLDER });
  const isClosed = await chmod(folder, CLOSED_FOLDER).then(
    () => true,
    () => false,
  );
  return isClosed ? [] : [`${folder} belongs to somebody else, who can exchange what is in it`];
}

async function saveTable(
  client: PoolClient,
  folder: string,
  table: { name: string; columns: string[] },
): Promise<Manifest["tables"][number]> {
  const file = tableFile(folder, table.name);
  const hash = createHash("sha256");
  if (leftOut.has(table.name)) {
    await writeSynced(file, "");
    return { ...table, rows: 0, sha256: hash.digest("hex") };
  }
  const hashing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  // The format that preserves values of every column type.
  await pipeline(
    client.query(copyTo(`copy ${columnsOf(table)} to stdout`)),
    hashing,
    createWriteStream(file, { flush: true, mode: CLOSED_FILE }),
  );
  const counted = await client.query<{ rows: number }>(
    `select count(*) as rows from ${quoted(table.name)}`,
  );
  return { ...table, rows: counted.rows[0].rows, sha256: hash.digest("hex") };
}

type Snapshot = Pick<Manifest, "migrations" | "tables"> & { keys: string[] };

/** Saves every table from one snapshot, while others continue to write. */
async function saveTables(
  { pool }: BackupServices,
  folder: string,
  { onProgress, signal }: SaveOptions,
): Promise<Snapshot> {
  const client = await pool.connect();
  try {
    waitForSilentServer(client);
    await client.query("set statement_timeout = 0; set idle_in_transaction_session_timeout = 0");
    await client.query("begin isolation level repeatable read read only");
    const applied = await client.query<Manifest["migrations"][number]>(
      "select name, sha256 from schema_migrations order by name",
    );
    const tables: Manifest["tables"] = [];
    const all = await tablesOf(client);
    for (const table of all) {
      signal?.throwIfAborted();
      tables.push(await saveTable(client, folder, table));
      onProgress?.({ phase: "tables", done: tables.length, total: all.length });
    }
    const named = await client.query<{ key: string }>(
      `select storage_key as key from pictures union select storage_key from uploads
       union select storage_key from masks`,
    );
    await client.query("commit");
    return { migrations: applied.rows, tables, keys: named.rows.map((row) => row.key) };
  } finally {
    client.release(true);
  }
}

async function countFiles(storage: Storage): Promise<number> {
  let count = 0;
  for await (const key of storage.list("")) count += isSaved(key) ? 1 : 0;
  return count;
}

/** Copies the files in storage that are not copied yet. */
async function saveFiles(
  storage: Storage,
  folder: string,
  done: Map<string, Stored>,
  { onProgress, signal }: SaveOptions,
): Promise<void> {
  const total = onProgress ? await countFiles(storage) : 0;
  for await (const key of storage.list("")) {
    signal?.throwIfAborted();
    if (done.has(key) || !isSaved(key)) continue;
    const file = await storage.get(key);
    // Deleted since it was listed.
    if (!file) continue;
    const target = storedFile(folder, key);
    await mkdir(path.dirname(target), { recursive: true, mode: CLOSED_FOLDER });
    await writeFile(target, file.bytes, { flush: true, mode: CLOSED_FILE });
    const sha256 = createHash("sha256").update(file.bytes).digest("hex");
    done.set(key, { size: file.size, sha256 });
    onProgress?.({ phase: "files", done: done.size, total: Math.max(total, done.size) });
  }
}

async function writeSynced(file: string, content: string): Promise<void> {
  const handle = await open(file, "wx", CLOSED_FILE);
  await handle.writeFile(content);
  await handle.sync();
  await handle.close();
}

async function save(
  services: BackupServices,
  folder: string,
  options: SaveOptions,
): Promise<SavedBackup> {
  const createdAt = new Date().toISOString();
  await assertApart(services.env.DATA_DIR, folder);
  const warnings = await emptyFolder(folder);
  const files = new Map<string, Stored>();
  // Files before and after the rows: one deleted meanwhile is in the first round, a new one in the second.
  await saveFiles(services.storage, folder, files, options);
  const { keys, ...snapshot } = await saveTables(services, folder, options);
  await saveFiles(services.storage, folder, files, { signal: options.signal });
  const lines = [...files].map(([key, file]) => `${JSON.stringify({ key, ...file })}\n`).join("");
  await writeSynced(fileList(folder), lines);
  const bytes = [...files.values()].reduce((sum, file) => sum + file.size, 0);
  const sha256 = createHash("sha256").update(lines).digest("hex");
  const manifest: Manifest = {
    format: 2,
    createdAt,
    ...snapshot,
    files: { count: files.size, bytes, sha256 },
  };
  await writeSynced(manifestFile(folder), writeManifest(manifest));
  const missing = keys.filter((each) => !files.has(each));
  return {
    manifest,
    warnings: [
      ...warnings,
      ...missing.map((key) => `${key} is named by the database but is not in storage`),
    ],
  };
}

/** A failed system call as a sentence with the folder; messages that already explain themselves are kept. */
function explained(error: unknown, folder: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (!code || !/^E[A-Z]+$/.test(code)) return error;
  const reasons: Record<string, string> = { ENOSPC: "the disk is full", EROFS: "it is read-only" };
  const reason = reasons[code] ?? "it cannot be written to";
  return new Error(`The backup in ${folder} failed: ${reason} (${code}).`, { cause: error });
}

/**
 * Saves a snapshot of the database and every file that it references. The site stays online.
 * @throws Error of one sentence
 */
export async function saveBackup(
  services: BackupServices,
  folder: string,
  options: SaveOptions = {},
): Promise<SavedBackup> {
  try {
    return await save(services, folder, options);
  } catch (error) {
    throw explained(error, folder);
  }
}
