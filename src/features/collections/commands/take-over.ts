import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { Member } from "#app/lib/actor.ts";
import type { Services } from "#app/services.ts";
import { collectionLimits } from "../inputs.ts";
import { appendItems } from "./items.ts";

/** A collection as the member had it elsewhere, with the ids of its pictures here. */
export type CollectionToTakeOver = {
  name: string;
  description: string | null;
  isPublic: boolean;
  createdAt: Date;
  /** In order; all of them visible to the member. */
  pictureIds: readonly string[];
  coverId: string | null;
};

/**
 * Adds a collection that the member had elsewhere; one that is there already is left alone.
 * @returns whether it was added; not beyond the most that a member may have
 * @throws AppError not-found when the member may not see one of the pictures
 */
export async function takeOverCollection(
  { db }: Pick<Services, "db">,
  actor: Member,
  { pictureIds, coverId, ...collection }: CollectionToTakeOver,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`collections:${actor.userId}`}, 0))`.execute(
      tx,
    );
    const own = await tx
      .selectFrom("collections")
      .select(["name", "created_at"])
      .where("owner_id", "=", actor.userId)
      .where("deleted_at", "is", null)
      .execute();
    const isKnown = own.some(
      (row) =>
        row.name === collection.name && row.created_at.getTime() === collection.createdAt.getTime(),
    );
    if (isKnown || own.length >= collectionLimits.collections) return false;
    const id = uuidv7();
    await tx
      .insertInto("collections")
      .values({
        id,
        owner_id: actor.userId,
        name: collection.name,
        description: collection.description,
        is_public: collection.isPublic,
        published_at: collection.isPublic ? collection.createdAt : null,
        created_at: collection.createdAt,
      })
      .execute();
    if (pictureIds.length > 0) await appendItems(tx, actor, id, pictureIds);
    if (coverId !== null) {
      await tx
        .updateTable("collection_items")
        .set({ is_cover: true })
        .where("collection_id", "=", id)
        .where("picture_id", "=", coverId)
        .execute();
    }
    return true;
  });
}
