import { sql } from "kysely";
import { prepared } from "#app/db/prepared.ts";
import type { Actor, Member } from "#app/lib/actor.ts";
import { keysetPage } from "#app/lib/keyset.ts";
import { isStorable } from "#app/rules/storable-text.ts";
import {
  publicAndApproved,
  toWallPicture,
  visibleTo,
  wallRows,
  type WallPicture,
} from "#app/features/pictures/queries.ts";
import { countedAtMost } from "#app/rules/counted-at-most.ts";
import type { Db } from "./queries/rows.ts";

export { creators, followersOf, followingOf, type CreatorList } from "./queries/creators.ts";
export { followedPictures } from "./queries/followed.ts";
export type { CreatorCard } from "./queries/rows.ts";
export { activityOf as echoesOf, type Activity as Echo } from "./queries/activity.ts";
export { creatorMonths, creatorsOfMonth } from "./queries/sitemap.ts";
export { reachOf, type Reach } from "./queries/reach.ts";

/** Likes of a picture, and whether the asker's is among them. */
export type LikeState = { likes: number; liked: boolean };
/** Followers of a creator, and whether the asker is one of them. */
export type FollowState = { followers: number; following: boolean };

/** The like of a picture as the actor sees it; null when they may not see the picture. */
export async function likeOf(db: Db, actor: Member, pictureId: string): Promise<LikeState | null> {
  const row = await db
    .selectFrom("pictures as p")
    .leftJoin("likes as l", (join) =>
      join.onRef("l.picture_id", "=", "p.id").on("l.user_id", "=", actor.userId),
    )
    .select(["p.likes", "l.user_id"])
    .where("p.id", "=", pictureId)
    .where(visibleTo(actor, true))
    .executeTakeFirst();
  return row === undefined ? null : { likes: row.likes, liked: row.user_id !== null };
}

/** Which of these pictures the member likes. Nobody's likes for a guest (null). */
export async function likedBy(
  db: Db,
  userId: string | null,
  pictureIds: readonly string[],
): Promise<Set<string>> {
  if (userId === null || pictureIds.length === 0) return new Set();
  const rows = await db
    .selectFrom("likes")
    .modifyFront(prepared)
    .select("picture_id")
    .where("user_id", "=", userId)
    .where(sql<boolean>`picture_id = any(${[...pictureIds]}::uuid[])`)
    .execute();
  return new Set(rows.map((row) => row.picture_id));
}

/** What the member likes and may see now, the latest like first. */
export async function likesOf(
  db: Db,
  actor: Member,
  { cursor, limit }: { cursor?: string; limit: number },
): Promise<{ items: WallPicture[]; next: string | null }> {
  let query = wallRows(db)
    .innerJoin("likes as l", "l.picture_id", "p.id")
    .select("l.created_at as liked_at")
    .where("l.user_id", "=", actor.userId)
    .where(visibleTo(actor, true));
  const { page, next } = await keysetPage(
    query,
    { by: "l.created_at", id: "l.picture_id", at: (row) => row.liked_at },
    { cursor, limit },
  );
  return {
    items: page.map(toWallPicture),
    next,
  };
}

/** Pictures of a creator that the actor may see, newest first: to the creator themselves the hidden ones too. */
export async function picturesOf(
  db: Db,
  actor: Actor,
  creatorId: string,
  { cursor, limit }: { cursor?: string; limit: number },
): Promise<{ items: WallPicture[]; next: string | null }> {
  let query = wallRows(db)
    .where("p.owner_id", "=", creatorId)
    .where(actor.userId === creatorId ? visibleTo(actor, true) : publicAndApproved);
  const { page, next } = await keysetPage(
    query,
    { by: "p.created_at", id: "p.id", at: (row) => row.created_at },
    { cursor, limit },
  );
  return {
    items: page.map(toWallPicture),
    next,
  };
}

/** Whether a member follows a creator; never for a guest (null). */
export async function isFollowing(
  db: Db,
  userId: string | null,
  creatorId: string,
): Promise<boolean> {
  if (userId === null) return false;
  const row = await db
    .selectFrom("follows")
    .select("creator_id")
    .where("follower_id", "=", userId)
    .where("creator_id", "=", creatorId)
    .executeTakeFirst();
  return row !== undefined;
}

/** How many follow a member, and how many they follow themselves, the latter up to `countedAtMost.follows`. */
export async function followCounts(
  db: Db,
  userId: string,
): Promise<{ followers: number; following: number }> {
  const row = await db
    .selectFrom("users as u")
    .select([
      "u.followers_count",
      // One lookup for each, so that the planner never reads all users.
      sql<number>`(select count(*) filter (
          where (select c.banned_at from users c where c.id = f.creator_id) is null)::integer
        from (select creator_id from follows where follower_id = u.id
          order by created_at desc, creator_id desc limit ${countedAtMost.follows}) f)`.as(
        "following",
      ),
    ])
    .where("u.id", "=", userId)
    .executeTakeFirst();
  return { followers: row?.followers_count ?? 0, following: row?.following ?? 0 };
}

/** Id of a creator by username, or null for nobody and for the banned. */
export async function creatorByUsername(db: Db, username: string): Promise<{ id: string } | null> {
  if (!isStorable(username)) return null;
  const row = await db
    .selectFrom("users")
    .select("id")
    .where("username", "=", username)
    .where("banned_at", "is", null)
    .executeTakeFirst();
  return row ?? null;
}

/** Public pictures of a creator and their likes, both of the newest `countedAtMost.pictures`. */
export async function creatorFigures(
  db: Db,
  creatorId: string,
): Promise<{ pictures: number; likes: number }> {
  const { rows } = await sql<{ pictures: number; likes: number }>`
    select count(*)::integer as pictures, coalesce(sum(likes), 0)::integer as likes from (
      select p.likes from pictures p where p.owner_id = ${creatorId} and ${publicAndApproved}
      order by p.created_at desc, p.id desc limit ${countedAtMost.pictures}) counted`.execute(db);
  return rows[0];
}
