import { sql } from "kysely";
import type { Services } from "#app/services.ts";
import { maskFolder, maskIdOf } from "../queries/mask-key.ts";
import { isUnused } from "../queries/masks.ts";

/** Hours that a mask is kept for a cast. */
const unusedHours = 24;
/** A younger file may belong to a transaction that is still open. */
const orphanAgeMs = 60 * 60 * 1000;
const atOnce = 200;

type Masks = Pick<Services, "db" | "storage" | "log">;

/** Deletes masks that no cast and no picture has, a day after they came. A cast that takes one meanwhile keeps it. */
async function deleteUnused({ db, storage }: Masks): Promise<number> {
  const { rows } = await sql<{ storage_key: string }>`
    delete from masks where id in (
      select m.id from masks m
      where m.created_at < now() - make_interval(hours => ${unusedHours})
        and ${isUnused}
      order by m.created_at limit ${atOnce} for update skip locked)
    returning storage_key`.execute(db);
  // A crash here leaves files without a row, which go below.
  for (const row of rows) await storage.delete(row.storage_key);
  return rows.length;
}

/** Deletes files of masks that have no row: left by a crash between writing a file and its transaction. */
async function deleteOrphans({ db, storage, log }: Masks, olderThan: Date): Promise<void> {
  for await (const key of storage.list(maskFolder)) {
    const id = maskIdOf(key);
    if (id === null) continue;
    const row = await db.selectFrom("masks").select("id").where("id", "=", id).executeTakeFirst();
    if (row !== undefined) continue;
    const file = await storage.head(key);
    if (file === null || file.modified >= olderThan) continue;
    await storage.delete(key);
    log.info({ key }, "the file of a mask without a row was deleted");
  }
}

/** Deletes masks that are of no more use, and what a crash left of any. */
export async function tendMasks(
  services: Masks,
  olderThan = new Date(Date.now() - orphanAgeMs),
): Promise<void> {
  while ((await deleteUnused(services)) === atOnce);
  await deleteOrphans(services, olderThan);
}
