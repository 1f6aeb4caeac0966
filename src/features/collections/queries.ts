import { sql } from "kysely";
import type { Actor } from "#app/lib/actor.ts";
import { keysetPage } from "#app/lib/keyset.ts";
import { isUuid } from "#app/rules/picture-filename.ts";
import { isStorable } from "#app/rules/storable-text.ts";
import {
  publicAndApproved,
  toWallPicture,
  visibleTo,
  wallRows,
  type WallPicture,
} from "#app/features/pictures/queries.ts";
import {
  cardRows,
  openTo,
  publicAndShown,
  toCard,
  type CollectionCard,
  type Db,
} from "./queries/rows.ts";

export { publicAndShown, type CollectionCard, type CoverPicture } from "./queries/rows.ts";
export { allCollections, visibilities, type ListedCollection } from "./queries/all.ts";
export { collectionMonths, collectionsOfMonth } from "./queries/sitemap.ts";

/** A collection with a page of its pictures, in the owner's order. */
export type CollectionPage = {
  id: string;
  name: string;
  description: string | null;
  is_public: boolean;
  isHidden: CollectionCard["isHidden"];
  owner: CollectionCard["owner"];
  ownerId: string;
  /** Whether the asker is its owner. */
  isOwn: boolean;
  /** Pictures that the asker may see. */
  count: number;
  covers: CollectionCard["covers"];
  /** Id of the picture that was chosen as its cover, if any. */
  coverPictureId: string | null;
  /** ISO 8601, UTC. */
  createdAt: string;
  updatedAt: string;
  items: WallPicture[];
  next: string | null;
};

export type Paging = { cursor?: string; limit: number };

async function itemsOf(db: Db, collectionId: string, actor: Actor, { cursor, limit }: Paging) {
  const query = wallRows(db)
    .innerJoin("collection_items as i", "i.picture_id", "p.id")
    .select("i.position")
    .where("i.collection_id", "=", collectionId)
    .where(visibleTo(actor, true));
  const { page, next } = await keysetPage(
    query,
    { by: "i.position", id: "i.picture_id", rank: (row) => row.position, direction: "asc" },
    { cursor, limit },
  );
  return { items: page.map(toWallPicture), next };
}

/**
 * A collection as the actor sees it: null when there is none, when it is somebody else's private one or hidden and
 * the actor is no admin, or when the given username is not its owner's. See docs/product.md 7.3.
 * @throws AppError invalid-request for an unknown cursor
 */
export async function collectionPage(
  db: Db,
  { id, username, cursor, limit = 40 }: { id: string; username?: string } & Partial<Paging>,
  actor: Actor,
): Promise<CollectionPage | null> {
  if (!isUuid(id) || !isStorable(username ?? "")) return null;
  let query = cardRows(db, actor)
    .select(["c.description", "c.created_at"])
    .select(
      sql<string | null>`(select i.picture_id from collection_items i
        where i.collection_id = c.id and i.is_cover)`.as("cover_id"),
    )
    .where("c.id", "=", id)
    .where(openTo(actor));
  if (username !== undefined) query = query.where("u.username", "=", username);
  const row = await query.executeTakeFirst();
  if (row === undefined) return null;
  const { items, next } = await itemsOf(db, id, actor, { cursor, limit });
  const { name, isPublic, isHidden, owner, count, covers, updatedAt } = toCard(row);
  const isOwn = row.owner_id === actor.userId;
  return {
    id,
    name,
    description: row.description,
    is_public: isPublic,
    isHidden,
    owner,
    ownerId: row.owner_id,
    isOwn,
    count,
    covers,
    coverPictureId: isOwn ? row.cover_id : null,
    createdAt: row.created_at.toISOString(),
    updatedAt,
    items,
    next,
  };
}

/**
 * Everybody's public collections that have something to show, the latest published first; with a username one creator's,
 * with `picks` those that admins have picked, the last picked first.
 * @throws AppError invalid-request for an unknown cursor
 */
export async function publicCollections(
  db: Db,
  { cursor, limit, username, feed }: Paging & { username?: string; feed?: "picks" },
): Promise<{ items: CollectionCard[]; next: string | null }> {
  let query = cardRows(db, { role: "guest", userId: null })
    .where(publicAndShown)
    .where(
      sql<boolean>`exists (select from collection_items i join pictures p on p.id = i.picture_id
        where i.collection_id = c.id and ${publicAndApproved})`,
    );
  if (username !== undefined) {
    query = query.where("u.username", "=", username);
  }
  const paging = { cursor, limit };
  const { page, next } =
    feed === "picks"
      ? await keysetPage(
          query.where("c.picked_at", "is not", null),
          { by: "c.picked_at", id: "c.id", at: (row) => row.picked_at },
          paging,
        )
      : await keysetPage(
          query,
          { by: "c.published_at", id: "c.id", at: (row) => row.published_at },
          paging,
        );
  return { items: page.map(toCard), next };
}

/** A member's own collection in a list; `has` where it was asked whether a picture is in it. */
export type OwnCollection = CollectionCard & { has: boolean };

/** All collections of a member, the latest changed first. */
export async function ownCollections(
  db: Db,
  userId: string,
  { pictureId, limit }: { pictureId?: string; limit?: number } = {},
): Promise<OwnCollection[]> {
  let query = cardRows(db, { role: "member", userId })
    .select(
      sql<boolean>`exists (select from collection_items i
        where i.collection_id = c.id and i.picture_id = ${pictureId ?? null}::uuid)`.as("has"),
    )
    .where("c.owner_id", "=", userId)
    .orderBy("c.updated_at", "desc")
    .orderBy("c.id", "desc");
  if (limit !== undefined) query = query.limit(limit);
  const rows = await query.execute();
  return rows.map((row) => ({ ...toCard(row), has: row.has }));
}

/** How many collections a member has. */
export async function countCollections(db: Db, userId: string): Promise<number> {
  const row = await db
    .selectFrom("collections")
    .select(sql<number>`count(*)::integer`.as("count"))
    .where("owner_id", "=", userId)
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Those of these collections that everybody may see, in the order of the ids. */
export async function collectionCards(db: Db, ids: readonly string[]): Promise<CollectionCard[]> {
  if (ids.length === 0) return [];
  const rows = await cardRows(db, { role: "guest", userId: null })
    .where("c.id", "in", [...ids])
    .where(publicAndShown)
    .execute();
  return rows.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)).map(toCard);
}
