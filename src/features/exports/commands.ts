import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { t } from "#app/language/message.ts";
import type { Member } from "#app/lib/actor.ts";
import { AppError } from "#app/lib/errors.ts";
import { isUuid } from "#app/rules/picture-filename.ts";
import type { Services } from "#app/services.ts";

export {
  beginImport,
  beginOperatorImport,
  cancelImport,
  expectedPart,
  forgetImport,
  receiveChunk,
} from "./commands/imports.ts";

/** Exports that a member may ask for within a day, those that were cancelled included. */
export const exportsPerDay = 3;
const daySeconds = 24 * 3600;

/**
 * Asks a worker for an archive of all that the member has.
 * @throws AppError conflict while another one is being built; rate-limited beyond three a day
 */
export async function requestExport(
  { db, jobs }: Pick<Services, "db" | "jobs">,
  { userId }: Member,
): Promise<{ id: string }> {
  return db.transaction().execute(async (tx) => {
    // Two requests at once wait for each other here.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`exports:${userId}`}, 0))`.execute(
      tx,
    );
    const recent = await tx
      .selectFrom("exports")
      .select(["state", "requested_at"])
      .where("user_id", "=", userId)
      .where("requested_at", ">", sql<Date>`now() - make_interval(secs => ${daySeconds}::int)`)
      .orderBy("requested_at")
      .execute();
    const open = await tx
      .selectFrom("exports")
      .select("id")
      .where("user_id", "=", userId)
      .where("state", "in", ["queued", "running"])
      .executeTakeFirst();
    if (open) throw new AppError("conflict", { detail: t`Your export is being made already` });
    const [oldest] = recent;
    if (oldest !== undefined && recent.length >= exportsPerDay) {
      const again = oldest.requested_at.getTime() + daySeconds * 1000;
      throw new AppError("rate-limited", {
        detail: t`You can ask for ${exportsPerDay} exports a day`,
        retryAfterSeconds: Math.max(1, Math.ceil((again - Date.now()) / 1000)),
      });
    }
    const id = uuidv7();
    await tx.insertInto("exports").values({ id, user_id: userId }).execute();
    await jobs.enqueue(tx, "export", { id });
    return { id };
  });
}

/**
 * Cancels an export of the member's, or deletes its archive before it expires. Its files are deleted soon after.
 * @throws AppError not-found, also for somebody else's
 */
export async function cancelExport(
  { db }: Pick<Services, "db">,
  { userId }: Member,
  id: string,
): Promise<void> {
  if (!isUuid(id)) throw new AppError("not-found");
  const cancelled = await db
    .updateTable("exports")
    .set((eb) => ({
      state: sql<string>`case when ${eb.ref("state")} = 'ready' then 'expired' else 'cancelled' end`,
      finished_at: sql<Date>`coalesce(finished_at, now())`,
    }))
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .where("state", "in", ["queued", "running", "ready"])
    .executeTakeFirst();
  if (cancelled.numUpdatedRows === 0n) throw new AppError("not-found");
}
