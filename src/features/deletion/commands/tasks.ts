import { sql, type Transaction } from "kysely";
import type { Database } from "#app/db/schema.ts";
import type { Removed } from "#app/rules/deletion.ts";
import { eraseFromAudit } from "#app/features/admin/commands.ts";
import { eraseCastOfPicture } from "#app/features/generation/commands.ts";
import { eraseTitlesOfPictures } from "#app/features/moderation/commands.ts";
import { eraseNoticesOfPictures } from "#app/features/notifications/commands.ts";
import { erasePictures } from "#app/features/pictures/commands.ts";

type Tx = Transaction<Database>;

/** Adds to what the receipt counts, in the transaction that removes it: a crash counts nothing twice. */
export async function addRemoved(tx: Tx, deletionId: string, removed: Removed): Promise<void> {
  const parts = Object.entries(removed).filter(([, count]) => count > 0);
  for (const [kind, count] of parts) {
    await sql`
      update deletions set removed = jsonb_set(removed, array[${kind}::text],
        to_jsonb(coalesce((removed ->> ${kind})::integer, 0) + ${count}::integer))
      where id = ${deletionId}`.execute(tx);
  }
}

export type TaskKind = "file" | "cache" | "restamp";

/** Writes down what is left to do once the transaction has committed. */
export async function addTasks(
  tx: Tx,
  deletionId: string,
  kind: TaskKind,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return;
  await tx
    .insertInto("deletion_tasks")
    .values(keys.map((key) => ({ deletion_id: deletionId, kind, key })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Deletes rows of pictures for ever, with what other tables say of them, and writes down what to do with their files.
 * @param ownerId whose account goes; null where only these pictures go
 * @returns how many there were
 */
export async function erasePictureRows(
  tx: Tx,
  deletionId: string,
  ids: readonly string[],
  ownerId: string | null,
): Promise<number> {
  const erased = await erasePictures(tx, ids, ownerId);
  await addTasks(tx, deletionId, "file", erased.files);
  await addTasks(tx, deletionId, "cache", erased.digests);
  await addTasks(tx, deletionId, "restamp", erased.remixes);
  if (ownerId === null) for (const cast of erased.casts) await eraseCastOfPicture(tx, cast);
  await eraseTitlesOfPictures(tx, ids);
  const auditEntries = await eraseFromAudit(tx, { targets: ids });
  const notifications = await eraseNoticesOfPictures(tx, ids);
  await addRemoved(tx, deletionId, { pictures: erased.ids.length, auditEntries, notifications });
  return erased.ids.length;
}
