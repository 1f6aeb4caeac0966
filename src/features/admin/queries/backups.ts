import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import type { Kysely } from "kysely";
import type { Database } from "#app/db/schema.ts";
import { lostAfterSeconds } from "#app/rules/backup-runs.ts";
import type { Services } from "#app/services.ts";
import { manifestFile, readManifest, tableFile } from "../jobs/backup-format.ts";

/** The run that was asked for last. */
export type BackupRun = {
  name: string;
  state: "queued" | "running" | "done" | "failed";
  phase: "files" | "tables" | null;
  /** Files or tables that are saved, and how many there are. */
  done: number;
  total: number;
  /** ISO 8601, UTC. */
  requestedAt: string;
  finishedAt: string | null;
  error: string | null;
};

/** A finished backup in the folder of backups, also one that the command line put there. */
type SavedBackupRow = {
  name: string;
  /** ISO 8601, UTC. */
  createdAt: string;
  files: number;
  rows: number;
  /** Files and tables together. */
  bytes: number;
};

export type BackupList = {
  folder: string;
  run: BackupRun | null;
  items: SavedBackupRow[];
  /** Folders that hold no whole backup. */
  damaged: { name: string; reason: string }[];
  /** The time of the server, ISO 8601, UTC. */
  at: string;
};

/** The newest that are shown; a site that keeps more has a place of its own for them. */
const shown = 50;

async function latestRun(db: Kysely<Database>): Promise<BackupRun | null> {
  const row = await db
    .selectFrom("backups")
    .selectAll()
    .orderBy("requested_at", "desc")
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return null;
  const seen = row.seen_at?.getTime() ?? 0;
  const isLost = row.state === "running" && Date.now() - seen > lostAfterSeconds * 1000;
  return {
    name: row.name,
    state: isLost ? "failed" : (row.state as BackupRun["state"]),
    phase: row.phase as BackupRun["phase"],
    done: row.done,
    total: row.total,
    requestedAt: row.requested_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
    error: isLost ? "Its worker ended." : row.error,
  };
}

/** @throws Error of one sentence when the folder holds no whole backup */
async function readBackup(folder: string, name: string): Promise<SavedBackupRow> {
  const file = manifestFile(folder);
  const text = await readFile(file, "utf8").catch(() => null);
  if (text === null) throw new Error("It has no backup.json, which is written last.");
  const { createdAt, tables, files } = readManifest(file, text);
  const sizes = await Promise.all(
    tables.map(async (table) => (await stat(tableFile(folder, table.name))).size),
  );
  return {
    name,
    createdAt,
    files: files.count,
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
    bytes: sizes.reduce((sum, size) => sum + size, files.bytes),
  };
}

/** The backups in the folder of backups, newest first, and the run that was asked for last. */
export async function backupList({ db, env }: Pick<Services, "db" | "env">): Promise<BackupList> {
  const run = await latestRun(db);
  const found = await readdir(env.BACKUP_DIR, { withFileTypes: true }).catch(() => []);
  const names = found.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const items: SavedBackupRow[] = [];
  const damaged: BackupList["damaged"] = [];
  for (const name of names.toSorted().toReversed().slice(0, shown)) {
    const isAtWork = name === run?.name && (run.state === "queued" || run.state === "running");
    if (isAtWork) continue;
    try {
      items.push(await readBackup(path.join(env.BACKUP_DIR, name), name));
    } catch (error) {
      damaged.push({ name, reason: error instanceof Error ? error.message : String(error) });
    }
  }
  items.sort((a, b) => b.createdAt.localeCompare(a.createdAt));
  return { folder: env.BACKUP_DIR, run, items, damaged, at: new Date().toISOString() };
}
