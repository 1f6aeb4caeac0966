import type { Transaction } from "kysely";
import type { Database } from "#app/db/schema.ts";
import type { Member } from "#app/lib/actor.ts";
import type { Services } from "#app/services.ts";
import type { BoardInput } from "../inputs/references.ts";
import { pictureToUse } from "./picture-to-use.ts";

/** @throws AppError invalid-request as pictureToUse */
export async function checkBoard(
  services: Pick<Services, "db">,
  actor: Member,
  board: BoardInput,
): Promise<void> {
  for (const [index, { pictureId }] of board.entries()) {
    await pictureToUse(services, actor, pictureId, `board.${index}.pictureId`);
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
