import { sql } from "kysely";
import { publicAndShown } from "#app/features/collections/queries.ts";
import { newestPictures, type Db } from "./rows.ts";

/** Something that others did with a member's work. */
export type Activity = {
  kind: "liked" | "remixed" | "collected" | "followed";
  /** ISO 8601, UTC. */
  at: string;
  who: { username: string; name: string; avatar: string | null };
  picture: { slug: string; title: string; color: string } | null;
  /** Of "followed": whether the member follows back. */
  following: boolean;
};

/** Remixes and collections of one picture that are looked at. */
const mostOfOne = 1_000;

type ActivityRow = {
  kind: Activity["kind"];
  at: Date;
  username: string;
  name: string;
  avatar: string | null;
  slug: string | null;
  title: string | null;
  color: string | null;
  following: boolean;
};

/**
 * The latest likes, public remixes, public collections and follows by others, of the newest pictures of a member
 * (`countedAtMost.pictures`).
 */
export async function activityOf(db: Db, userId: string, limit: number): Promise<Activity[]> {
  const { rows } = await sql<ActivityRow>`
    with own as materialized (${newestPictures(userId)})
    select e.kind, e.at, u.username, u.name, u.avatar_url as avatar, p.slug, p.title, p.colors[1] as color,
           e.kind = 'followed' and exists (
             select from follows back where back.follower_id = ${userId} and back.creator_id = u.id) as following
    from (
      (select 'liked' as kind, l.created_at as at, l.user_id as who, own.id as picture_id
       from own cross join lateral (
         select l.created_at, l.user_id from likes l
         where l.picture_id = own.id and l.user_id <> ${userId}
         order by l.created_at desc limit ${limit}) l
       order by l.created_at desc limit ${limit})
      union all
      (select 'remixed', r.created_at, r.owner_id, own.id
       from own cross join lateral (
         select r.created_at, r.owner_id from pictures r
         where r.source_picture_id = own.id and r.owner_id <> ${userId} and r.is_public and r.approved
         limit ${mostOfOne}) r
       order by r.created_at desc limit ${limit})
      union all
      (select 'collected', i.added_at, c.owner_id, i.picture_id
       from own cross join lateral (
         select i.added_at, i.picture_id, i.collection_id from collection_items i
         where i.picture_id = own.id limit ${mostOfOne}) i
       join collections c on c.id = i.collection_id
       where c.owner_id <> ${userId} and ${publicAndShown} and c.deleted_at is null
       order by i.added_at desc limit ${limit})
      union all
      (select 'followed', f.created_at, f.follower_id, null
       from follows f where f.creator_id = ${userId} order by f.created_at desc limit ${limit})
    ) e
    join users u on u.id = e.who and u.banned_at is null
    left join own p on p.id = e.picture_id
    order by e.at desc limit ${limit}`.execute(db);
  return rows.map(({ kind, at, username, name, avatar, slug, title, color, following }) => ({
    kind,
    at: at.toISOString(),
    who: { username, name, avatar },
    picture: slug === null ? null : { slug, title: title ?? "", color: color ?? "" },
    following,
  }));
}
