import type { Insertable, Transaction } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { t } from "#app/language/message.ts";
import type { Database, Uploads } from "#app/db/schema.ts";
import type { Member } from "#app/lib/actor.ts";
import { AppError } from "#app/lib/errors.ts";
import { uploadKey } from "#app/rules/picture-files.ts";
import type { Services } from "#app/services.ts";

type Tx = Transaction<Database>;

/** Most source pictures stored per member. */
export const uploadQuota = 200;
/** From this age on the oldest one is replaced by a new one. */
const replaceableHours = 24;

/** Inserts an upload. @returns the keys of those it replaced, or null when the quota is full */
async function insertUpload(tx: Tx, row: Insertable<Uploads>): Promise<string[] | null> {
  // One upload per member at a time, so that the count is exact.
  await tx
    .selectFrom("users")
    .select("id")
    .where("id", "=", row.user_id)
    .forNoKeyUpdate()
    .execute();
  const kept = await tx
    .selectFrom("uploads")
    .select(["id", "storage_key", "created_at"])
    .where("user_id", "=", row.user_id)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
  const surplus = kept.slice(uploadQuota - 1);
  const limit = Date.now() - replaceableHours * 3_600_000;
  if (surplus.some((old) => old.created_at.getTime() > limit)) return null;
  if (surplus.length > 0) {
    const ids = surplus.map((old) => old.id);
    await tx.deleteFrom("uploads").where("id", "in", ids).execute();
  }
  await tx.insertInto("uploads").values(row).execute();
  return surplus.map((old) => old.storage_key);
}

/**
 * Stores a member's picture as a source for image to image, upright and without its metadata; what came without loss stays
 * so, with what is transparent. Over the quota
 * the oldest, if older than a day, is replaced.
 * @throws AppError unprocessable, too-large, unsupported-media-type, storage-full; conflict over the quota
 */
export async function saveUpload(
  services: Services,
  actor: Member,
  bytes: Uint8Array,
): Promise<{ id: string; width: number; height: number }> {
  const prepared = await services.imaging.prepareLossless(bytes);
  const id = uuidv7();
  const key = uploadKey(id, prepared.format);
  await services.storage.put(key, prepared.bytes);
  const { width, height, sha256 } = prepared;
  const row = { id, user_id: actor.userId, storage_key: key, width, height, sha256 };
  // If this throws, the row may be written or not: a file without one is swept later.
  const replaced = await services.db
    .transaction()
    .execute((tx) => insertUpload(tx, { ...row, bytes: prepared.bytes.length }));
  if (replaced === null) {
    await services.storage.delete(key);
    throw new AppError("conflict", {
      detail: t`At most ${uploadQuota} source pictures can be kept; try again tomorrow`,
    });
  }
  for (const old of replaced) {
    await services.storage
      .delete(old)
      .catch((error: unknown) =>
        services.log.warn({ err: error, key: old }, "cannot delete an upload"),
      );
  }
  return { id, width, height };
}
