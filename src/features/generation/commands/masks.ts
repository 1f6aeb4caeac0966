import type { Insertable, Transaction } from "kysely";
import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { t } from "#app/language/message.ts";
import type { Database, Masks } from "#app/db/schema.ts";
import type { Member } from "#app/lib/actor.ts";
import { AppError } from "#app/lib/errors.ts";
import type { Services } from "#app/services.ts";
import { maskKey } from "../queries/mask-key.ts";

type Tx = Transaction<Database>;

/** Most masks that a member may have without a cast; upkeep deletes those of yesterday. */
const mostUnused = 200;

/** Inserts a mask. @returns false when the member has too many without a cast */
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
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom("generations as g").select("g.id").whereRef("g.mask_id", "=", "m.id"),
        ),
      ),
    )
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

/** Deletes masks of a member that no cast has, some at a time. @returns the storage keys of their files */
export async function eraseMasks(tx: Tx, userId: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ storage_key: string }>`
    delete from masks where id in (
      select m.id from masks m where m.user_id = ${userId}
        and not exists (select from generations g where g.mask_id = m.id)
      order by m.id limit ${limit})
    returning storage_key`.execute(tx);
  return rows.map((row) => row.storage_key);
}
