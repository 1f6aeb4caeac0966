import { sql, type Transaction } from "kysely";
import { t } from "#app/language/message.ts";
import type { Database } from "#app/db/schema.ts";
import type { Member } from "#app/lib/actor.ts";
import { AppError, fieldError } from "#app/lib/errors.ts";
import { isUuid } from "#app/rules/picture-filename.ts";
import type { Services } from "#app/services.ts";
import { visibleTo } from "#app/features/pictures/queries.ts";
import { collectionLimits } from "../inputs.ts";

type Db = Pick<Services, "db">;
type Tx = Transaction<Database>;

/** The number of pictures in a collection after a change, and how many were added or removed. */
export type ItemsChange = { count: number; changed: number };
type Added = { count: number; added: string[] };

/** Locks a collection of the actor and updates its change time. */
async function lockOwn(tx: Tx, actor: Member, id: string): Promise<void> {
  if (!isUuid(id)) throw new AppError("not-found");
  const locked = await tx
    .updateTable("collections")
    .set({ updated_at: sql<Date>`now()` })
    .where("id", "=", id)
    .where("owner_id", "=", actor.userId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (locked.numUpdatedRows === 0n) throw new AppError("not-found");
}

async function countItems(tx: Tx, id: string): Promise<number> {
  const { count } = await tx
    .selectFrom("collection_items")
    .select(sql<number>`count(*)::integer`.as("count"))
    .where("collection_id", "=", id)
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Puts pictures at the end of a locked collection, in the given order; those in it stay where they are.
 * @throws AppError not-found when the actor may not see one of them; unprocessable beyond 1,000
 */
export async function appendItems(
  tx: Tx,
  actor: Member,
  id: string,
  pictureIds: readonly string[],
): Promise<Added> {
  const wanted = [...new Set(pictureIds.map((pictureId) => pictureId.toLowerCase()))];
  // Held until the end: none of them is deleted meanwhile.
  const { rows: seen } = await sql`
    select p.id from pictures p where p.id = any(${wanted}::uuid[]) and ${visibleTo(actor, true)}
    order by p.id for key share`.execute(tx);
  if (seen.length < wanted.length) throw new AppError("not-found");
  const { rows: added } = await sql<{ picture_id: string }>`
    insert into collection_items (collection_id, picture_id, position)
    select ${id}, w.picture_id, w.place + (
      select coalesce(max(position), 0) from collection_items where collection_id = ${id})
    from unnest(${wanted}::uuid[]) with ordinality w(picture_id, place)
    on conflict do nothing returning picture_id`.execute(tx);
  const count = await countItems(tx, id);
  if (count > collectionLimits.items) {
    throw new AppError("unprocessable", {
      detail: t`A collection holds at most ${collectionLimits.items} images`,
    });
  }
  return { count, added: added.map((item) => item.picture_id) };
}

/**
 * Adds pictures to a collection of the actor's in the caller's transaction.
 * @returns those that were not in it before
 * @throws AppError not-found, unprocessable beyond 1,000
 */
export async function addItemsIn(
  tx: Tx,
  actor: Member,
  id: string,
  pictureIds: readonly string[],
): Promise<string[]> {
  await lockOwn(tx, actor, id);
  return (await appendItems(tx, actor, id, pictureIds)).added;
}

/**
 * Removes pictures from a collection of the actor's in the caller's transaction; nothing where the collection is gone.
 * @returns those that were in it
 */
export async function removeItemsIn(
  tx: Tx,
  actor: Member,
  id: string,
  pictureIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ picture_id: string }>`
    with own as (
      update collections set updated_at = now()
      where id = ${id} and owner_id = ${actor.userId} and deleted_at is null returning id)
    delete from collection_items i using own
    where i.collection_id = own.id and i.picture_id = any(${[...pictureIds]}::uuid[])
    returning i.picture_id`.execute(tx);
  return rows.map((item) => item.picture_id);
}

/**
 * Adds pictures to a collection of the actor's; all of them or, where one may not be seen, none.
 * @throws AppError not-found, unprocessable beyond 1,000
 */
export async function addItems(
  { db }: Db,
  actor: Member,
  id: string,
  pictureIds: readonly string[],
): Promise<ItemsChange> {
  return db.transaction().execute(async (tx) => {
    await lockOwn(tx, actor, id);
    const { count, added } = await appendItems(tx, actor, id, pictureIds);
    return { count, changed: added.length };
  });
}

/**
 * Removes pictures from a collection of the actor; ids that are not in it are ignored.
 * @throws AppError not-found
 */
export async function removeItems(
  { db }: Db,
  actor: Member,
  id: string,
  pictureIds: readonly string[],
): Promise<ItemsChange> {
  return db.transaction().execute(async (tx) => {
    await lockOwn(tx, actor, id);
    const removed = await tx
      .deleteFrom("collection_items")
      .where("collection_id", "=", id)
      .where(sql<boolean>`picture_id = any(${[...pictureIds]}::uuid[])`)
      .executeTakeFirst();
    return { count: await countItems(tx, id), changed: Number(removed.numDeletedRows) };
  });
}

type Item = { picture_id: string; position: number };

/** The items of a locked collection, in order. */
async function itemsOf(tx: Tx, id: string): Promise<Item[]> {
  return tx
    .selectFrom("collection_items")
    .select(["picture_id", "position"])
    .where("collection_id", "=", id)
    .orderBy("position")
    .orderBy("picture_id")
    .execute();
}

/** Updates the positions of the items that moved. */
async function writeOrder(tx: Tx, id: string, items: readonly Item[], order: readonly string[]) {
  const before = new Map(items.map((item) => [item.picture_id, item.position]));
  const moved = order
    .map((picture, index) => ({ picture, position: index + 1 }))
    .filter(({ picture, position }) => before.get(picture) !== position);
  await sql`
    update collection_items i set position = m.position
    from unnest(${moved.map((m) => m.picture)}::uuid[], ${moved.map((m) => m.position)}::integer[])
      m(picture_id, position)
    where i.collection_id = ${id} and i.picture_id = m.picture_id`.execute(tx);
}

/**
 * Moves a picture of a collection before another one of it, or to the end.
 * @param before id of the other one; null for the end
 * @throws AppError not-found for a picture that is not in it; invalid-request for such a `before`
 */
export async function moveItem(
  { db }: Db,
  actor: Member,
  id: string,
  pictureId: string,
  before: string | null,
): Promise<void> {
  if (!isUuid(pictureId)) throw new AppError("not-found");
  if (before?.toLowerCase() === pictureId.toLowerCase()) return;
  await db.transaction().execute(async (tx) => {
    await lockOwn(tx, actor, id);
    const items = await itemsOf(tx, id);
    if (!items.some((item) => item.picture_id === pictureId)) throw new AppError("not-found");
    const order = items.map((item) => item.picture_id).filter((other) => other !== pictureId);
    const at = before === null ? order.length : order.indexOf(before);
    if (at === -1) throw fieldError("before", "unknown", t`This image is not in the collection`);
    order.splice(at, 0, pictureId);
    await writeOrder(tx, id, items, order);
  });
}

/**
 * Puts the pictures of a collection in the given order. Those that are not named follow in the order they had; ids that
 * are not in the collection are ignored.
 * @throws AppError not-found
 */
export async function orderItems(
  { db }: Db,
  actor: Member,
  id: string,
  pictureIds: readonly string[],
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockOwn(tx, actor, id);
    const items = await itemsOf(tx, id);
    const all = items.map((item) => item.picture_id);
    const contained = new Set(all);
    const named = pictureIds.map((pictureId) => pictureId.toLowerCase());
    // A set keeps the order in which its members came.
    const order = new Set([...named.filter((pictureId) => contained.has(pictureId)), ...all]);
    await writeOrder(tx, id, items, [...order]);
  });
}
