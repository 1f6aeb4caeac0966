import { sql, type Kysely, type RawBuilder } from "kysely";
import type { Database } from "#app/db/schema.ts";
import type { Actor } from "#app/lib/actor.ts";
import { visibleTo } from "#app/features/pictures/queries.ts";

export type Db = Kysely<Database>;

/** A picture of a collection's mosaic. */
export type CoverPicture = {
  slug: string;
  width: number;
  height: number;
  /** Ground colour, shown until the picture arrives. */
  color: string;
};

/** A collection in a list. */
export type CollectionCard = {
  id: string;
  name: string;
  isPublic: boolean;
  /** Hidden by an admin: only its owner and admins see it. */
  isHidden: boolean;
  /** Pictures that the asker may see. */
  count: number;
  /** ISO 8601, UTC. */
  updatedAt: string;
  owner: { name: string; username: string; avatar: string | null };
  /** Its cover, or the first picture, then the next two. */
  covers: CoverPicture[];
};

/** Literal, so that the partial index of public collections is used. */
export const publicAndShown = sql<boolean>`(c.is_public and c.hidden_at is null)`;

/** What the actor may open: the public and not hidden; of their own all; admins the hidden ones too. */
export function openTo(actor: Actor): RawBuilder<boolean> {
  if (actor.role === "guest") return publicAndShown;
  const others = actor.role === "admin" ? sql`c.is_public` : publicAndShown;
  return sql<boolean>`(${others} or c.owner_id = ${actor.userId})`;
}

/** What the actor may see of the pictures `p` in a collection. */
const seen = (actor: Actor): RawBuilder<boolean> => visibleTo(actor, true);

/** The query of collections `c` with their owners `u`, as lists show them to the actor; nothing deleted. */
export function cardRows(db: Db, actor: Actor) {
  return db
    .selectFrom("collections as c")
    .innerJoin("users as u", "u.id", "c.owner_id")
    .where("c.deleted_at", "is", null)
    .where("u.banned_at", "is", null)
    .select(["c.id", "c.name", "c.is_public", "c.updated_at", "c.published_at", "c.owner_id"])
    .select(["c.picked_at", "c.hidden_at"])
    .select(["u.name as owner_name", "u.username as owner_username"])
    .select("u.avatar_url as owner_avatar")
    .select([
      sql<number>`(select count(*)::integer from collection_items i join pictures p on p.id = i.picture_id
        where i.collection_id = c.id and ${seen(actor)})`.as("count"),
      sql<CoverPicture[]>`(select coalesce(json_agg(t), '[]') from (
        select p.slug, p.width, p.height, p.colors[1] as color
        from collection_items i join pictures p on p.id = i.picture_id
        where i.collection_id = c.id and ${seen(actor)}
        order by i.is_cover desc, i.position, i.picture_id limit 3) t)`.as("covers"),
    ]);
}

export type CardRow = Awaited<ReturnType<ReturnType<typeof cardRows>["execute"]>>[number];

export function toCard(row: CardRow): CollectionCard {
  return {
    id: row.id,
    name: row.name,
    isPublic: row.is_public,
    isHidden: row.hidden_at !== null,
    count: row.count,
    updatedAt: row.updated_at.toISOString(),
    owner: { name: row.owner_name, username: row.owner_username, avatar: row.owner_avatar },
    covers: row.covers,
  };
}
