import type { Transaction } from "kysely";
import { t } from "#app/language/message.ts";
import type { Database } from "#app/db/schema.ts";
import type { Member } from "#app/lib/actor.ts";
import { fieldError } from "#app/lib/errors.ts";
import type { Services } from "#app/services.ts";
import { sourceForRemix } from "#app/features/pictures/queries.ts";
import type { BoardInput } from "../inputs/references.ts";

/** @throws AppError invalid-request for a picture that the member may not use, as if it did not exist */
export async function checkBoard(
  { db }: Pick<Services, "db">,
  actor: Member,
  board: BoardInput,
): Promise<void> {
  for (const [index, { pictureId }] of board.entries()) {
    if (await sourceForRemix(db, actor, pictureId)) continue;
    const path = `board.${index}.pictureId`;
    throw fieldError(path, "unknown", t`There is no such picture`);
  }
}

/** Replaces the mood board of a kit; pictures that are gone by now are left out. */
export async function writeBoard(
  tx: Transaction<Database>,
  kitId: string,
  board: BoardInput,
): Promise<void> {
  // Two changes of one kit at a time would both write the same places.
  await tx.selectFrom("style_kits").select("id").where("id", "=", kitId).forUpdate().execute();
  await tx.deleteFrom("style_kit_pictures").where("kit_id", "=", kitId).execute();
  const ids = board.map(({ pictureId }) => pictureId);
  if (ids.length === 0) return;
  const there = await tx
    .selectFrom("pictures")
    .select("id")
    .where("id", "in", ids)
    .orderBy("id")
    .forKeyShare()
    .execute();
  const known = new Set(there.map(({ id }) => id));
  const rows = board
    .filter(({ pictureId }) => known.has(pictureId))
    .map(({ pictureId, role }, place) => ({ kit_id: kitId, place, picture_id: pictureId, role }));
  if (rows.length > 0) await tx.insertInto("style_kit_pictures").values(rows).execute();
}
