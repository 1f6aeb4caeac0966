import type { Transaction } from "kysely";
import type { Database } from "#app/db/schema.ts";

/** Forgets the titles in decisions about pictures that are deleted for ever. The decisions stay. */
export async function eraseTitlesOfPictures(
  tx: Transaction<Database>,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable("sanctions")
    .set({ target_title: null })
    .where("target_id", "in", ids)
    .where("kind", "=", "picture")
    .execute();
}
