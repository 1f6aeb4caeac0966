import type { Insertable, Transaction } from "kysely";
import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { t } from "#app/language/message.ts";
import type { Database, Masks } from "#app/db/schema.ts";
import type { Member } from "#app/lib/actor.ts";
import { AppError } from "#app/lib/errors.ts";
import type { Services } from "#app/services.ts";
import { maskKey } from "../queries/mask-key.ts";
import { isUnused, isWithoutMask } from "../queries/masks.ts";

type Tx = Transaction<Database>;

/** Most masks that a member may have without a cast or picture; upkeep deletes those of yesterday. */
const mostUnused = 200;

/** Inserts a mask. @returns false when the member has too many that nothing has */
async function insertMask(tx: Tx, row: Insertable<Masks>): Promise<boolean> {
  // One mask per member at a time, so that the count is exact.
  await tx
    .selectFrom("users")
    .select("id")
    .where("id", "=", row.user_id)
    .forNoKeyUpdate()
    .execute();
  const { unused } = await tx
    .selectFrom("masks as m")
    .select((eb) => eb.fn.countAll<number>().as("unused"))
    .where("m.user_id", "=", row.user_id)
    .where(isUnused)
    .executeTakeFirstOrThrow();
  if (unused >= mostUnused) return false;
  await tx.insertInto("masks").values(row).execute();
  return true;
}

/**
 * Stores a mask of a member's as a grey PNG of eight bits: white changes, black stays, and what is transparent stays too.
 * @throws AppError unsupported-media-type for all but a PNG, too-large, unprocessable, storage-full; conflict over the quota
 */
export async function saveMask(
  services: Services,
  actor: Member,
  input: Uint8Array,
): Promise<{ id: string; width: number; height: number }> {
  const { bytes, width, height, isBlack } = await services.imaging.readMask(input);
  const id = uuidv7();
  const key = maskKey(id);
  await services.storage.put(key, bytes);
  const row = { id, user_id: actor.userId, storage_key: key, width, height };
  // If this throws, the row may be written or not: a file without one is deleted by upkeep.
  const isKept = await services.db
    .transaction()
    .execute((tx) => insertMask(tx, { ...row, bytes: bytes.length, is_black: isBlack }));
  if (!isKept) {
    await services.storage.delete(key);
    throw new AppError("conflict", {
      detail: t`At most ${mostUnused} masks can be kept without a cast; try again tomorrow`,
    });
  }
  return { id, width, height };
}

/**
 * Binds a mask that the member had elsewhere to pictures of the member's own that were made with it and have none here. Its
 * file is kept byte for byte.
 * @param file a grey PNG that was checked
 * @returns whether any picture got it
 */
export async function takeOverMask(
  { db, imaging, storage }: Pick<Services, "db" | "imaging" | "storage">,
  { userId }: Member,
  { file, pictureIds }: { file: Uint8Array; pictureIds: readonly string[] },
): Promise<boolean> {
  const own = sql`
    from pictures p where p.id = any(${[...pictureIds]}::uuid[]) and p.owner_id = ${userId} and ${isWithoutMask}`;
  if ((await sql`select p.id ${own}`.execute(db)).rows.length === 0) return false;
  const { width, height, isBlack } = await imaging.readMask(file);
  const id = uuidv7();
  const key = maskKey(id);
  await storage.put(key, file);
  // Here too a file without a row is deleted by upkeep.
  return db.transaction().execute(async (tx) => {
    const size = { width, height, bytes: file.length };
    const row = { ...size, id, user_id: userId, storage_key: key, is_black: isBlack };
    await tx.insertInto("masks").values(row).execute();
    const { numAffectedRows = 0n } = await sql`
      insert into picture_masks (picture_id, mask_id) select p.id, ${id} ${own}
      on conflict (picture_id) do nothing`.execute(tx);
    return numAffectedRows > 0n;
  });
}

/** Deletes masks of a member that no cast and no picture has, some at a time. @returns the storage keys of their files */
export async function eraseMasks(tx: Tx, userId: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ storage_key: string }>`
    delete from masks where id in (
      select m.id from masks m where m.user_id = ${userId} and ${isUnused}
      order by m.id limit ${limit})
    returning storage_key`.execute(tx);
  return rows.map((row) => row.storage_key);
}
