/** Backups that admins ask for on their page, made by a worker. */
import { access, rm } from "node:fs/promises";
import path from "node:path";
import { sql } from "kysely";
import type { Services } from "#app/services.ts";
import { manifestFile } from "./backup-format.ts";
import { saveBackup, type BackupProgress } from "./save-backup.ts";

type BackupServices = Pick<Services, "db" | "env" | "log" | "pool" | "storage">;

const progressEveryMs = 1_000;
const longestError = 500;

/** Takes the run, unless another worker has it. */
async function claim({ db }: BackupServices, id: string): Promise<string | null> {
  const row = await db
    .updateTable("backups")
    .set({ state: "running", started_at: sql`now()`, seen_at: sql`now()` })
    .where("id", "=", id)
    .where("state", "=", "queued")
    .returning("name")
    .executeTakeFirst();
  return row?.name ?? null;
}

/** Deletes what is left of backups whose worker died, so that they do not fill the disk. */
async function removeRemains({ db, env, log }: BackupServices): Promise<void> {
  const failed = await db
    .selectFrom("backups")
    .select("name")
    .where("state", "=", "failed")
    .orderBy("requested_at", "desc")
    .limit(20)
    .execute();
  for (const { name } of failed) {
    const folder = path.join(env.BACKUP_DIR, name);
    const isWhole = await access(manifestFile(folder)).then(
      () => true,
      () => false,
    );
    if (isWhole) continue;
    await rm(folder, { recursive: true, force: true }).catch((error: unknown) =>
      log.warn({ err: error, folder }, "the remains of a backup could not be deleted"),
    );
  }
}

/** Writes down how far the backup is, at most once a second, and that it lives. */
function watchProgress({ db, log }: BackupServices, id: string) {
  let latest: BackupProgress | null = null;
  let writing = Promise.resolve();
  const write = async () => {
    await db
      .updateTable("backups")
      .set({ seen_at: sql`now()`, ...latest })
      .where("id", "=", id)
      .execute()
      .catch((error: unknown) => log.warn({ err: error }, "progress of a backup is not written"));
  };
  const timer = setInterval(() => {
    writing = writing.then(write);
  }, progressEveryMs);
  return {
    note(progress: BackupProgress) {
      latest = progress;
    },
    async stop() {
      clearInterval(timer);
      await writing;
    },
  };
}

async function finish(
  { db }: BackupServices,
  id: string,
  result: { state: "done" } | { state: "failed"; error: string },
): Promise<void> {
  await db
    .updateTable("backups")
    .set({ ...result, finished_at: sql`now()`, seen_at: sql`now()` })
    .where("id", "=", id)
    .where("state", "=", "running")
    .execute();
}

/**
 * Makes a backup that an admin has asked for. A failure is written down for the admins and leaves no folder behind;
 * it is not thrown, for the job is not tried again.
 * @param signal ends the backup, as when the program stops
 */
export async function runBackup(
  services: BackupServices,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  const { env, log } = services;
  const name = await claim(services, id);
  if (name === null) return;
  const folder = path.join(env.BACKUP_DIR, name);
  const progress = watchProgress(services, id);
  try {
    await removeRemains(services);
    const { manifest, warnings } = await saveBackup(services, folder, {
      onProgress: (state) => progress.note(state),
      signal,
    });
    await progress.stop();
    for (const warning of warnings) log.warn({ folder }, `backup: ${warning}`);
    await finish(services, id, { state: "done" });
    log.info({ folder, files: manifest.files.count }, "backup finished");
  } catch (error) {
    await progress.stop();
    log.error({ err: error, folder }, "backup failed");
    const message = error instanceof Error ? error.message : String(error);
    const text = signal.aborted ? "The program stopped before it was finished." : message;
    await finish(services, id, { state: "failed", error: text.slice(0, longestError) });
    await removeRemains(services);
  }
}
