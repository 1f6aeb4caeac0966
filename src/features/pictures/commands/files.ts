import { createHash, randomUUID } from "node:crypto";
import { sql, type Transaction } from "kysely";
import type { Provenance, VariantRequest } from "#app/adapters/imaging/port.ts";
import {
  digestOfKey,
  originalKey,
  originalKeys,
  premadeVariants,
  variantKey,
  type OriginalFormat,
} from "#app/rules/picture-files.ts";
import type { Database } from "#app/db/schema.ts";
import type { ClaimedParent } from "#app/adapters/provenance/port.ts";
import type { Services } from "#app/services.ts";
import { signedOriginal, signedVariant } from "./signed.ts";

type FileServices = Pick<Services, "imaging" | "provenance" | "storage" | "log">;

/** A file of an original and its form. */
export type OriginalFile = { bytes: Uint8Array; format: OriginalFormat };

export type WrittenOriginal = { storageKey: string; sha256: string; bytes: number };

/** A variant of the original: the previous version's with new metadata, or made again. */
async function variantOf(
  services: FileServices,
  original: Buffer,
  request: VariantRequest,
  before: string | undefined,
): Promise<Buffer> {
  const { imaging, storage } = services;
  const old = before === undefined ? null : await storage.get(variantKey(before, request));
  const relabelled = old && (await imaging.relabel(old.bytes, original, request));
  const made = relabelled ?? (await imaging.variant(original, request));
  return signedVariant(services, made, imaging.stampOf(original), request);
}

/** The variants made with a picture are only a head start: one that fails is made on request. */
async function writeVariants(
  services: FileServices,
  original: Buffer,
  sha256: string,
  before: string | undefined,
) {
  for (const request of premadeVariants) {
    try {
      const bytes = await variantOf(services, original, request, before);
      await services.storage.put(variantKey(sha256, request), bytes);
    } catch (error) {
      services.log.warn({ err: error, sha256, ...request }, "cannot prepare a variant");
    }
  }
}

/**
 * Stamps a prepared picture with its provenance, signs it and writes it and its first variants to storage. Each call writes a
 * file with a unique name, also for equal input: no other file is overwritten, and deleting it is safe.
 * @param before digest of the version that this one follows: the picture is the same, so that nothing is decoded
 * @param parents what the picture was made from
 * @throws AppError storage-full
 */
export async function writeOriginal(
  services: FileServices,
  { bytes, format }: OriginalFile,
  provenance: Omit<Provenance, "instance">,
  { before, parents }: { before?: string; parents: ClaimedParent[] },
): Promise<WrittenOriginal> {
  const stamped = await services.imaging.withProvenance(bytes, {
    ...provenance,
    instance: randomUUID(),
  });
  const original = await signedOriginal(services, { bytes: stamped, format }, parents);
  const sha256 = createHash("sha256").update(original).digest("hex");
  const storageKey = originalKey(sha256, format);
  await services.storage.put(storageKey, original);
  await writeVariants(services, original, sha256, before);
  return { storageKey, sha256, bytes: original.length };
}

/**
 * Holds the files of an original until the transaction ends: nobody else deletes one meanwhile. Imports hold them while
 * they look whether a file is there already.
 */
export async function holdFiles(tx: Transaction<Database>, sha256: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`files:${sha256}`}, 0))`.execute(tx);
}

/** Whether a picture has one of these originals, or an import that is under way counts on it. */
async function isNamed(tx: Transaction<Database>, sha256: string, storageKeys: readonly string[]) {
  const picture = await tx
    .selectFrom("pictures")
    .select("id")
    .where("storage_key", "in", storageKeys)
    .executeTakeFirst();
  if (picture !== undefined) return true;
  const awaited = await tx
    .selectFrom("import_pictures")
    .select("sha256")
    .where("sha256", "=", sha256)
    .where("outcome", "is", null)
    .executeTakeFirst();
  return awaited !== undefined;
}

/**
 * Deletes a file. That of a picture, an original or a variant, stays where a picture has it, by its row or by an import that is
 * under way: an imported file bears the name that it had elsewhere, so it may come again while it is being deleted.
 * @returns whether it was deleted
 */
export async function deleteUnlessNamed(
  { db, storage }: Pick<Services, "db" | "storage">,
  ...keys: [string, ...string[]]
): Promise<boolean> {
  const [first] = keys;
  const sha256 = digestOfKey(first);
  if (sha256 === null) {
    for (const key of keys) await storage.delete(key);
    return true;
  }
  // A variant goes with the original that it was made from, whichever form that has.
  const originals = first.startsWith("pictures/") ? [first] : originalKeys(sha256);
  return db.transaction().execute(async (tx) => {
    await holdFiles(tx, sha256);
    if (await isNamed(tx, sha256, originals)) return false;
    for (const key of keys) await storage.delete(key);
    return true;
  });
}

/**
 * Deletes the files of an original that no picture refers to any more. Files left after an error are deleted by the
 * sweep of orphans.
 */
export async function removeFiles(
  services: Pick<Services, "db" | "log" | "storage">,
  { storageKey, sha256 }: { storageKey: string; sha256: string },
): Promise<void> {
  const variants = premadeVariants.map((request) => variantKey(sha256, request));
  try {
    await deleteUnlessNamed(services, storageKey, ...variants);
  } catch (error) {
    services.log.warn({ err: error, storageKey }, "cannot delete files");
  }
}
