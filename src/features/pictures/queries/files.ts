import { digestOfKey, originalKeys } from "#app/rules/picture-files.ts";
import { isUuid, uuidOfFilename, withoutExtension } from "#app/rules/picture-filename.ts";
import type { Db } from "./rows.ts";

/** What the image host must know of a picture. */
export type PictureFile = {
  id: string;
  slug: string;
  filename: string;
  ownerId: string;
  isPublic: boolean;
  approved: boolean;
  storageKey: string;
  sha256: string;
};

/** The picture whose files have this name, with or without extension, in any form of section 5; visible or not. */
export async function pictureFile(db: Db, name: string): Promise<PictureFile | null> {
  const key = withoutExtension(name);
  const id = uuidOfFilename(`${key}.jpg`) ?? (isUuid(key) ? key.toLowerCase() : null);
  const row = await db
    .selectFrom("pictures as p")
    .select([
      "p.id",
      "p.slug",
      "p.filename",
      "p.owner_id as ownerId",
      "p.is_public as isPublic",
      "p.approved",
      "p.storage_key as storageKey",
      "p.sha256",
    ])
    .where((eb) =>
      id === null
        ? eb("p.slug", "=", key)
        : eb.or([eb("p.slug", "=", key), eb("p.id", "=", id), eb("p.filename", "=", `${key}.jpg`)]),
    )
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Digests that one statement looks up. */
const digestsAtOnce = 500;

/** Which of these digests are those of originals. */
export async function knownDigests(db: Db, digests: readonly string[]): Promise<Set<string>> {
  const known = new Set<string>();
  for (let at = 0; at < digests.length; at += digestsAtOnce) {
    const rows = await db
      .selectFrom("pictures")
      .select("storage_key")
      .where("storage_key", "in", digests.slice(at, at + digestsAtOnce).flatMap(originalKeys))
      .execute();
    for (const row of rows) known.add(digestOfKey(row.storage_key) ?? "");
  }
  return known;
}
