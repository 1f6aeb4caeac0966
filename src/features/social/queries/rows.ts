import { sql, type Kysely } from "kysely";
import type { Database } from "#app/db/schema.ts";
import { countedAtMost } from "#app/rules/counted-at-most.ts";
import { creatorOf, type Creator } from "#app/rules/creator.ts";

export type Db = Kysely<Database>;

/** A picture as a small thumbnail. */
export type Thumb = { slug: string; width: number; height: number; color: string };

/** A creator in a list, as one asker sees them. */
export type CreatorCard = Creator & {
  bio: string | null;
  /** A demonstration account. */
  isDemo: boolean;
  /** The same as followers_count, under the name it had before. */
  followers: number;
  /** Public pictures, counted up to a thousand. */
  pictures: number;
  /** The latest of them. */
  latest: Thumb[];
  /** Whether the asker follows them. */
  following: boolean;
  isSelf: boolean;
};

/** The newest pictures of a member, hidden ones too, as many as figures are counted over. */
export function newestPictures(userId: string) {
  return sql`
    select id, slug, title, colors, likes, generation_id, created_at from pictures
    where owner_id = ${userId} order by created_at desc, id desc limit ${countedAtMost.pictures}`;
}

/** The query of creators as lists show them; `u` is the creator. */
export function creatorRows(db: Db, viewerId: string | null) {
  return db
    .selectFrom("users as u")
    .where("u.banned_at", "is", null)
    .select(["u.id", "u.username", "u.name", "u.avatar_url", "u.bio", "u.is_demo"])
    .select(["u.profession", "u.followers_count", "u.created_at"])
    .select([
      sql<number>`(select count(*)::integer from (
        select from pictures p where p.owner_id = u.id and p.approved and p.is_public
        limit ${countedAtMost.pictures}) counted)`.as("pictures"),
      sql<Thumb[]>`(select coalesce(json_agg(t), '[]') from (
        select p.slug, p.width, p.height, p.colors[1] as color from pictures p
        where p.owner_id = u.id and p.approved and p.is_public
        order by p.created_at desc, p.id desc limit 3) t)`.as("latest"),
      sql<boolean>`exists (select from follows f
        where f.follower_id = ${viewerId}::uuid and f.creator_id = u.id)`.as("following"),
    ]);
}

type CreatorRow = Awaited<ReturnType<ReturnType<typeof creatorRows>["execute"]>>[number];

export function toCreatorCard(row: CreatorRow, viewerId: string | null): CreatorCard {
  return {
    ...creatorOf({ ...row, avatar: row.avatar_url, role: row.profession }),
    bio: row.bio,
    isDemo: row.is_demo,
    followers: row.followers_count,
    pictures: row.pictures,
    latest: row.latest,
    following: row.following,
    isSelf: row.id === viewerId,
  };
}
