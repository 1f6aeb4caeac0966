import { sql, type Kysely, type Transaction } from "kysely";
import type { Database } from "#app/db/schema.ts";
import type { Services } from "#app/services.ts";
import { editableRows, rewrite } from "./change.ts";
import { removeFiles } from "./files.ts";
import type { PictureMarks } from "./store.ts";

/** Keeps what leads from a file to its picture. */
export async function insertMarks(
  db: Kysely<Database> | Transaction<Database>,
  pictureId: string,
  { payload, look, isSigned }: PictureMarks,
): Promise<void> {
  await db
    .insertInto("picture_marks")
    .values({ picture_id: pictureId, mark: payload, look, is_signed: isSigned })
    .onConflict((conflict) => conflict.column("picture_id").doUpdateSet({ is_signed: isSigned }))
    .execute();
}

/** Pictures that lack a mark which they can get here. Those of other installations keep their files as they are. */
export async function unmarkedPictures(
  { db, provenance }: Pick<Services, "db" | "provenance">,
  limit: number,
): Promise<string[]> {
  const canSign = await provenance.canSign();
  const rows = await db
    .selectFrom("pictures as p")
    .leftJoin("picture_marks as m", "m.picture_id", "p.id")
    .select("p.id")
    .where(sql<boolean>`(m.picture_id is null or (${canSign} and not m.is_signed))`)
    .where(sql<boolean>`not jsonb_exists(p.gen_meta, 'imported')`)
    .orderBy("p.id")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Gives a picture of an earlier release its marks: its files are written anew, with the watermark where it has none, and
 * signed. A picture that is changed at the same moment is left to the next run.
 * @returns whether its files carry the marks now
 */
export async function markPicture(services: Services, id: string): Promise<boolean> {
  const { db, imaging, provenance, storage } = services;
  const row = await editableRows(services).where("p.id", "=", id).executeTakeFirst();
  const original = row && (await storage.get(row.storage_key));
  if (row === undefined || !original) return false;
  const known = await db
    .selectFrom("picture_marks")
    .select("look")
    .where("picture_id", "=", id)
    .executeTakeFirst();
  const mark = provenance.markOf(id);
  const isMarked = known !== undefined;
  const { bytes: marked, look } = isMarked
    ? { bytes: original.bytes, ...known }
    : await imaging.marked(original.bytes, mark);
  const written = await rewrite(services, row, {
    changes: {},
    original: marked,
    ...(isMarked && { before: row.sha256 }),
  });
  const isSigned = await provenance.canSign();
  const { storageKey, sha256, bytes } = written;
  const isDone = await db.transaction().execute(async (tx) => {
    const changed = await tx
      .updateTable("pictures")
      .set({ storage_key: storageKey, sha256, bytes })
      .where("id", "=", id)
      .where("sha256", "=", row.sha256)
      .executeTakeFirst();
    if (changed.numUpdatedRows === 0n) return false;
    await insertMarks(tx, id, { payload: Buffer.from(mark.payload), look, isSigned });
    return true;
  });
  await removeFiles(
    services,
    isDone ? { storageKey: row.storage_key, sha256: row.sha256 } : written,
  );
  return isDone;
}
