/**
 * Writes to collections. Each takes the lock on the collection's row first, so that its order has one writer at a time.
 */
import { sql, type Transaction } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { t } from "#app/language/message.ts";
import type { Database } from "#app/db/schema.ts";
import type { Member } from "#app/lib/actor.ts";
import { AppError, fieldError } from "#app/lib/errors.ts";
import { isUuid } from "#app/rules/picture-filename.ts";
import type { Services } from "#app/services.ts";
import { appendItems } from "./commands/items.ts";
import { collectionLimits, type CollectionChanges, type NewCollection } from "./inputs.ts";

export {
  addItems,
  addItemsIn,
  moveItem,
  orderItems,
  removeItems,
  removeItemsIn,
} from "./commands/items.ts";
export {
  collectionActions,
  reviewCollections,
  undoCollectionReview,
  type CollectionChange,
} from "./commands/review.ts";

export { takeOverCollection } from "./commands/take-over.ts";

type Db = Pick<Services, "db">;
type Tx = Transaction<Database>;

/**
 * A new collection of the actor's, private unless said otherwise.
 * @throws AppError unprocessable beyond 500 collections; not-found for a picture the actor may not see
 */
export async function createCollection(
  { db }: Db,
  actor: Member,
  { name, description, is_public = false, picture_ids = [] }: NewCollection,
): Promise<{ id: string }> {
  const id = uuidv7();
  await db.transaction().execute(async (tx) => {
    // Two concurrent requests must not both take the last allowed place.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`collections:${actor.userId}`}, 0))`.execute(
      tx,
    );
    const { count } = await tx
      .selectFrom("collections")
      .select(sql<number>`count(*)::integer`.as("count"))
      .where("owner_id", "=", actor.userId)
      .where("deleted_at", "is", null)
      .executeTakeFirstOrThrow();
    if (count >= collectionLimits.collections) {
      throw new AppError("unprocessable", {
        detail: t`A member has at most ${collectionLimits.collections} collections`,
      });
    }
    await tx
      .insertInto("collections")
      .values({
        id,
        owner_id: actor.userId,
        name,
        description: description ?? null,
        is_public,
        published_at: is_public ? sql<Date>`now()` : null,
      })
      .execute();
    if (picture_ids.length > 0) await appendItems(tx, actor, id, picture_ids);
  });
  return { id };
}

async function chooseCover(tx: Tx, id: string, pictureId: string | null): Promise<void> {
  await tx
    .updateTable("collection_items")
    .set({ is_cover: false })
    .where("collection_id", "=", id)
    .where("is_cover", "=", true)
    .execute();
  if (pictureId === null) return;
  const chosen = await tx
    .updateTable("collection_items")
    .set({ is_cover: true })
    .where("collection_id", "=", id)
    .where("picture_id", "=", pictureId)
    .executeTakeFirst();
  if (chosen.numUpdatedRows === 0n) {
    throw fieldError(
      "cover_picture_id",
      "unknown",
      t`The cover is one of the collection's pictures`,
    );
  }
}

/**
 * Changes the given fields of a collection of the actor's.
 * @throws AppError not-found, also for somebody else's; invalid-request for a cover that is not in it
 */
export async function updateCollection(
  { db }: Db,
  actor: Member,
  id: string,
  { cover_picture_id: cover, ...changes }: CollectionChanges,
): Promise<void> {
  if (!isUuid(id)) throw new AppError("not-found");
  await db.transaction().execute(async (tx) => {
    const changed = await tx
      .updateTable("collections")
      .set({
        ...changes,
        ...(changes.is_public && { published_at: sql<Date>`coalesce(published_at, now())` }),
        updated_at: sql<Date>`now()`,
      })
      .where("id", "=", id)
      .where("owner_id", "=", actor.userId)
      .where("deleted_at", "is", null)
      .executeTakeFirst();
    if (changed.numUpdatedRows === 0n) throw new AppError("not-found");
    if (cover !== undefined) await chooseCover(tx, id, cover);
  });
}

/**
 * Deletes a collection of the actor: hidden everywhere at once, and deleted permanently half an hour later.
 * @throws AppError not-found, also for somebody else's
 */
export async function deleteCollection({ db }: Db, actor: Member, id: string): Promise<void> {
  if (!isUuid(id)) throw new AppError("not-found");
  const deleted = await db
    .updateTable("collections")
    .set({ deleted_at: sql<Date>`now()` })
    .where("id", "=", id)
    .where("owner_id", "=", actor.userId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (deleted.numUpdatedRows === 0n) throw new AppError("not-found");
}

/**
 * Undoes a deletion while that is possible; harmless for a collection that is there.
 * @throws AppError not-found when it is gone for good, also for somebody else's
 */
export async function restoreCollection({ db }: Db, actor: Member, id: string): Promise<void> {
  if (!isUuid(id)) throw new AppError("not-found");
  const restored = await db
    .updateTable("collections")
    .set({ deleted_at: null })
    .where("id", "=", id)
    .where("owner_id", "=", actor.userId)
    .executeTakeFirst();
  if (restored.numUpdatedRows === 0n) throw new AppError("not-found");
}
