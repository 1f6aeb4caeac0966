import type { Services } from "#app/services.ts";
import { isDatabaseDown } from "#app/lib/database-down.ts";
import { addActivity } from "#app/features/notifications/commands.ts";
import { activityOfEntry, type ActivityEntry } from "./queries/activity-entry.ts";

/** The oldest entry of the outbox. */
async function nextEntry(db: Services["db"]): Promise<ActivityEntry | null> {
  const row = await db
    .selectFrom("activity_outbox")
    .selectAll()
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  return (row as ActivityEntry | undefined) ?? null;
}

/**
 * Notifies members of what others did with their work: empties the outbox, an entry in each transaction. What was undone
 * or hidden meanwhile is left out. An entry that fails is logged and dropped, or nobody after it would be notified.
 * @returns how many entries it took
 */
export async function notifyOfActivity(
  services: Pick<Services, "db" | "env" | "log">,
  signal?: AbortSignal,
): Promise<number> {
  const { db, log } = services;
  for (let taken = 0; ; taken += 1) {
    const entry = signal?.aborted ? null : await nextEntry(db);
    if (entry === null) return taken;
    const { id } = entry;
    try {
      await db.transaction().execute(async (tx) => {
        const { numDeletedRows } = await tx
          .deleteFrom("activity_outbox")
          .where("id", "=", id)
          .executeTakeFirstOrThrow();
        // Another process took it.
        if (numDeletedRows === 0n) return;
        const activity = await activityOfEntry(services, tx, entry);
        if (activity !== null) await addActivity(tx, activity);
      });
    } catch (error) {
      if (isDatabaseDown(error)) throw error;
      log.error({ err: error, entry: id, kind: entry.kind }, "an activity was dropped");
      await db.deleteFrom("activity_outbox").where("id", "=", id).execute();
    }
  }
}
