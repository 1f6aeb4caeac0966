import type { Transaction } from "kysely";
import type { Database } from "#app/db/schema.ts";
import type { Services } from "#app/services.ts";
import { editable } from "./change.ts";
import { writeAs, type Editor } from "./editor.ts";
import { removeFiles } from "./files.ts";
import { countRemix, lockPictures } from "./lines.ts";

type Tx = Transaction<Database>;
type Line = { id: string; source_picture_id: string | null; root_picture_id: string | null };

/**
 * Deletes a picture's row and updates the counts of its lineage.
 * @param removedBefore deletes it only when it is still removed, since before this time
 * @returns its files; undefined when it was not deleted
 */
export async function deleteRow(tx: Tx, row: Line, removedBefore?: Date) {
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
 * @throws AppError not-found, also for somebody else's picture
 */
export async function deletePicture(services: Services, editor: Editor, id: string): Promise<void> {
  const row = await editable(services, editor, id);
  const files = await writeAs(services.db, editor, { ownerId: row.owner_id }, async (tx) => {
    const deleted = await deleteRow(tx, row);
    const target = { kind: "picture" as const, id };
    const before = { title: row.title, owner: row.owner_id };
    const record = { action: "picture.delete", target, before };
    return { result: deleted, record: deleted === undefined ? null : record };
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
