/** The masks of edits in an archive: checked as every foreign file, and bound to the pictures that were made with them. */
import { sql } from "kysely";
import { isAppError } from "#app/lib/errors.ts";
import { editedSize, noExtension } from "#app/rules/edit-limits.ts";
import { takeOverMask } from "#app/features/generation/commands.ts";
import { pictureRecord } from "../inputs/records.ts";
import { idsHere } from "./book-pictures.ts";
import { memberOf, type ImportServices, type ImportTarget } from "./import-target.ts";
import type { ArchiveFile } from "./read-archive.ts";
import { refused } from "./tar-guard.ts";

/** Records read at a time. */
const page = 200;

/** The sides of the masks that an archive has, by their digest. */
export type FoundMasks = Map<string, { width: number; height: number }>;

/** Looks at the file of a mask: a PNG of one channel as it is stored. @throws AppError unprocessable */
export async function checkMask(
  { imaging }: ImportServices,
  name: string,
  given: Buffer,
): Promise<{ width: number; height: number }> {
  const { width, height, isGrey } = await imaging.readMask(given).catch((error: unknown) => {
    if (!isAppError(error) || error.status >= 500) throw error;
    throw refused(`${name}: ${error.message}`);
  });
  if (!isGrey) throw refused(`${name} is not in grey`);
  return { width, height };
}

/**
 * Holds the masks of an archive against the records of its pictures: each is of a picture, is there, and has the size of
 * what the picture was made from.
 * @throws AppError unprocessable
 */
export async function checkMasksFit(
  { db }: ImportServices,
  { id }: ImportTarget,
  masks: FoundMasks,
): Promise<void> {
  const named = new Set<string>();
  let after = 0;
  for (let isFull = true; isFull;) {
    const rows = await db
      .selectFrom("import_pictures")
      .select(["place", "record"])
      .where("import_id", "=", id)
      .where(sql<boolean>`record ? 'mask'`)
      .where("place", ">", after)
      .orderBy("place")
      .limit(page)
      .execute();
    for (const row of rows) {
      after = row.place;
      const { sha256, mask: digest = "", made, ...sides } = pictureRecord.parse(row.record);
      const mask = masks.get(digest);
      if (mask === undefined) throw refused(`The mask of the image ${sha256} is not there`);
      const { width, height } = editedSize(mask, made.edit?.extend ?? noExtension);
      if (width !== sides.width || height !== sides.height) {
        throw refused(`The mask of the image ${sha256} has other sides than what it was made from`);
      }
      named.add(digest);
    }
    isFull = rows.length === page;
  }
  for (const digest of masks.keys()) {
    if (!named.has(digest)) throw refused(`data/masks/${digest}.png is of no image`);
  }
}

/**
 * Takes over a mask for the member's pictures that were made with it, where they have none here.
 * @returns whether any had none
 */
export async function bookMask(
  services: ImportServices,
  target: ImportTarget,
  file: ArchiveFile,
): Promise<boolean> {
  const rows = await services.db
    .selectFrom("import_pictures")
    .select("sha256")
    .where("import_id", "=", target.id)
    .where(sql<boolean>`record ? 'mask' and record ->> 'mask' = ${file.mask}`)
    .execute();
  const ids = await idsHere(
    services,
    target,
    rows.map(({ sha256 }) => sha256),
  );
  return takeOverMask(services, memberOf(target), {
    file: await file.bytes(),
    pictureIds: [...ids.values()],
  });
}
