import type { Transaction } from "kysely";
import type { Database } from "#app/db/schema.ts";
import type { Member } from "#app/lib/actor.ts";
import type { Services } from "#app/services.ts";
import { editable, type Oversight } from "./change.ts";
import { removeFiles } from "./files.ts";
import { countRemix, lockPictures } from "./lines.ts";

type Tx = Transaction<Database>;
type Line = { id: string; source_picture_id: string | null; root_picture_id: string | null };

/**
 * Deletes a picture's row and takes it out of the counts of its line.
 * @param removedBefore deletes it only when it is still removed, since before this time
 * @returns its files; undefined when it was not deleted
 */
async function deleteRow(tx: Tx, row: Line, removedBefore?: Date) {
  const locked = await lockPictures(tx, [row.id, row.source_picture_id, row.root_picture_id]);
  let query = tx.deleteFrom("pictures").where("id", "=", row.id);
  if (removedBefore !== undefined) query = query.where("removed_at", "<", removedBefore);
  const files = await query.returning(["storage_key as storageKey", "sha256"]).executeTakeFirst();
  const source = locked.find((other) => other.id === row.source_picture_id);
  if (files !== undefined && source !== undefined) {
    await countRemix(tx, { sourceId: source.id, rootId: row.root_picture_id ?? source.id }, -1);
  }
  return files;
}

/**
 * Deletes a picture and its files. Its remixes stay, without a source.
 * @param oversight is told when an admin deletes somebody else's
 * @throws AppError not-found, also for somebody else's picture
 */
export async function deletePicture(
  services: Services,
  actor: Member,
  id: string,
  oversight?: Oversight,
): Promise<void> {
  const row = await editable(services, actor, id);
  const files = await services.db.transaction().execute(async (tx) => {
    const deleted = await deleteRow(tx, row);
    if (deleted !== undefined && actor.userId !== row.owner_id) {
      const target = { kind: "picture" as const, id };
      const before = { title: row.title, owner: row.owner_id };
      const deed = { action: "picture.delete", target, before };
      await oversight?.note(tx, { admin: actor, requestId: oversight.requestId }, [deed]);
    }
    return deleted;
  });
  if (files !== undefined) await removeFiles(services, files);
}

/** Pictures that one purge deletes at most; the others wait for the next. */
const mostPurged = 500;

/**
 * Deletes, with their files, the pictures that admins removed before a time. One that was restored meanwhile stays.
 * @returns how many were deleted
 */
export async function purgeRemoved(services: Services, before: Date): Promise<number> {
  const due = await services.db
    .selectFrom("pictures")
    .select(["id", "source_picture_id", "root_picture_id"])
    .where("removed_at", "<", before)
    .orderBy("removed_at")
    .limit(mostPurged)
    .execute();
  let purged = 0;
  for (const row of due) {
    const files = await services.db.transaction().execute((tx) => deleteRow(tx, row, before));
    if (files === undefined) continue;
    purged += 1;
    await removeFiles(services, files);
  }
  return purged;
}
