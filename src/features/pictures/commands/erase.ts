import type { Transaction } from "kysely";
import { t } from "#app/language/message.ts";
import type { Database } from "#app/db/schema.ts";
import { AppError } from "#app/lib/errors.ts";
import { premadeVariants, variantKey } from "#app/rules/picture-files.ts";
import type { Services } from "#app/services.ts";
import { editableRows, mostTries, rewriteFile } from "./change.ts";
import { deleteRow } from "./delete.ts";
import { removeFiles } from "./files.ts";
import { lockPictures } from "./lines.ts";

type Tx = Transaction<Database>;

/** What is left to do for pictures whose rows are gone. */
export type ErasedPictures = {
  ids: string[];
  /** Storage keys of originals and variants. */
  files: string[];
  /** Digests of the originals, for caches of variants. */
  digests: string[];
  /** Remixes, and what was made with one, whose files name the address of a picture that is gone. */
  remixes: string[];
  /** Casts that made them. */
  casts: string[];
};

/**
 * Deletes rows of pictures with all that hangs on them; a tombstone stays where something was made from one. The caller
 * deletes the files once this has committed.
 * @param ids of those that are gone already nothing is reported
 * @param ownerId whose remixes need no new file, because they go too; null for none
 */
export async function erasePictures(
  tx: Tx,
  ids: readonly string[],
  ownerId: string | null,
): Promise<ErasedPictures> {
  const erased: ErasedPictures = { ids: [], files: [], digests: [], remixes: [], casts: [] };
  if (ids.length === 0) return erased;
  const rows = await tx
    .selectFrom("pictures")
    .select(["id", "source_picture_id", "root_picture_id", "generation_id"])
    .where("id", "in", ids)
    .orderBy("id")
    .execute();
  // All at once, in the order of ids.
  await lockPictures(
    tx,
    rows.flatMap((row) => [row.id, row.source_picture_id, row.root_picture_id]),
  );
  const remixes = await tx
    .selectFrom("pictures")
    .select(["id", "owner_id"])
    .where((eb) =>
      eb.or([
        eb("source_picture_id", "in", ids),
        eb(
          "id",
          "in",
          eb.selectFrom("picture_references").select("picture_id").where("reference_id", "in", ids),
        ),
      ]),
    )
    .where("id", "not in", ids)
    .orderBy("id")
    .execute();
  erased.remixes = remixes.filter((remix) => remix.owner_id !== ownerId).map(({ id }) => id);
  for (const row of rows) {
    const file = await deleteRow(tx, row);
    if (file === undefined) continue;
    const variants = premadeVariants.map((request) => variantKey(file.sha256, request));
    erased.ids.push(row.id);
    erased.files.push(file.storageKey, ...variants);
    erased.digests.push(file.sha256);
    if (row.generation_id !== null) erased.casts.push(row.generation_id);
  }
  return erased;
}

/** Deletes rows of a member's uploads, some at a time. @returns the storage keys of their files */
export async function eraseUploads(tx: Tx, userId: string, limit: number): Promise<string[]> {
  const rows = await tx
    .deleteFrom("uploads")
    .where("id", "in", (eb) =>
      eb
        .selectFrom("uploads")
        .select("id")
        .where("user_id", "=", userId)
        .orderBy("id")
        .limit(limit),
    )
    .returning("storage_key")
    .execute();
  return rows.map((row) => row.storage_key);
}

/**
 * Writes the file of a remix again, without the address of its source, which is gone.
 * @returns the digest of the file before; null when the remix is gone or has no file
 * @throws AppError conflict when others change it again and again
 */
export async function rewriteWithoutSource(services: Services, id: string): Promise<string | null> {
  for (let tried = 0; tried < mostTries; tried += 1) {
    const row = await editableRows(services).where("p.id", "=", id).executeTakeFirst();
    if (row === undefined) return null;
    const written = await rewriteFile(services, row);
    if (written === "missing") return null;
    const changed = await services.db
      .updateTable("pictures")
      .set({
        storage_key: written.storageKey,
        sha256: written.sha256,
        bytes: written.bytes,
      })
      .where("id", "=", id)
      .where("sha256", "=", row.sha256)
      .executeTakeFirst();
    const isDone = changed.numUpdatedRows > 0n;
    const old = { storageKey: row.storage_key, sha256: row.sha256 };
    await removeFiles(services, isDone ? old : written);
    if (isDone) return row.sha256;
  }
  throw new AppError("conflict", { detail: t`The picture was changed meanwhile` });
}
