import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { AdminAction } from "#app/lib/audit.ts";
import { AppError } from "#app/lib/errors.ts";
import { lostAfterSeconds } from "#app/rules/backup-runs.ts";
import type { Services } from "#app/services.ts";
import { audited } from "./audit.ts";

/** The folder's name: the time, e.g. 2026-11-23T02-40-05-123Z, so that names sort as times do. */
const nameAt = (time: Date) => time.toISOString().replaceAll(/[:.]/g, "-");

/**
 * Asks a worker for a backup. One runs at a time; one whose worker has died does not block the next.
 * @throws AppError conflict while another one waits or runs
 */
export async function startBackup(
  { db, jobs }: Pick<Services, "db" | "jobs">,
  by: AdminAction,
): Promise<{ id: string; name: string }> {
  return audited(db, by, async (tx) => {
    // Two admins who press at once wait for each other here.
    await sql`lock table backups in share row exclusive mode`.execute(tx);
    await tx
      .updateTable("backups")
      .set({ state: "failed", finished_at: sql`now()`, error: "Its worker ended." })
      .where("state", "=", "running")
      .where("seen_at", "<", sql<Date>`now() - make_interval(secs => ${lostAfterSeconds})`)
      .execute();
    const open = await tx
      .selectFrom("backups")
      .select("id")
      .where("state", "in", ["queued", "running"])
      .executeTakeFirst();
    if (open) throw new AppError("conflict", { detail: "A backup is being made already" });
    const id = uuidv7();
    const { name } = await tx
      .insertInto("backups")
      .values({ id, name: nameAt(new Date()) })
      .returning("name")
      .executeTakeFirstOrThrow();
    await jobs.enqueue(tx, "backup", { id });
    const target = { kind: "backup" as const, id };
    return { result: { id, name }, records: [{ action: "backup.start", target, after: { name } }] };
  });
}
