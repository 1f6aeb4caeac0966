import { sql } from "kysely";
import { countedAtMost } from "#app/rules/counted-at-most.ts";
import { newestPictures, type Db } from "./rows.ts";

type Figure = {
  total: number;
  /** Within the days; at most `countedAtMost.events`. */
  recent: number;
};

/** What a member made and what came back, in all and within the latest days. */
export type Reach = {
  days: number;
  /** Whether the member has more pictures than are counted: casts, likes and remixes are of the newest of them. */
  isMore: boolean;
  /** Pictures cast. */
  casts: Figure;
  /** Likes received from others. */
  likes: Figure;
  /** Remixes by others. */
  remixes: Figure;
  followers: Figure;
  /** Likes, remixes and follows on each of the days, the oldest first. */
  daily: number[];
};

type ReachRow = Omit<Reach, "days" | "isMore"> & { pictures: number };

/**
 * The figures of a member, of the newest `countedAtMost.pictures` pictures; days are UTC days, today included. Each part
 * reads a bounded number of rows by an index: the lateral joins keep the planner from reading whole tables.
 */
export async function reachOf(db: Db, userId: string, days: number): Promise<Reach> {
  const most = countedAtMost.events;
  const since = sql`((date_trunc('day', now() at time zone 'UTC') - make_interval(days => ${days - 1})) at time zone 'UTC')`;
  const figure = (total: string, rows: string) =>
    sql`(select json_build_object('total', (${sql.raw(total)}), 'recent', count(*)) from ${sql.raw(rows)} where at >= ${since})`;
  // The column counts all likes; those of one's own work are no reach.
  const likesOfOthers =
    "select (select coalesce(sum(likes), 0) from own) - (select count(*) from own_likes)";
  const { rows } = await sql<ReachRow>`
    with own as materialized (${newestPictures(userId)}),
    casts as (select created_at as at from own where generation_id is not null),
    own_likes as (
      select from own cross join lateral (
        select from likes l where l.picture_id = own.id and l.user_id = ${userId} limit 1) l),
    recent_likes as (
      select l.at from own cross join lateral (
        select l.created_at as at from likes l
        where l.picture_id = own.id and l.user_id <> ${userId} and l.created_at >= ${since}
        order by l.created_at desc limit ${most}) l limit ${most}),
    remixes as (
      select r.at from own cross join lateral (
        select r.created_at as at from pictures r
        where r.source_picture_id = own.id and r.owner_id <> ${userId} and r.is_public and r.approved
        limit ${most}) r limit ${most}),
    recent_follows as (
      select f.created_at as at from follows f where f.creator_id = ${userId} and f.created_at >= ${since}
      order by f.created_at desc limit ${most})
    select ${figure("select count(*) from casts", "casts")} as casts,
           ${figure(likesOfOthers, "recent_likes")} as likes,
           ${figure("select count(*) from remixes", "remixes")} as remixes,
           ${figure("member.followers_count", "recent_follows")} as followers,
           (select count(*)::integer from own) as pictures,
           (select json_agg(coalesce(n, 0) order by day) from generate_series(0, ${days - 1}::integer) day
            left join (
              select extract(day from at - ${since})::integer as passed, count(*) as n
              from (table recent_likes union all table remixes union all table recent_follows) t
              where at >= ${since} group by 1
            ) counted on counted.passed = day) as daily
    from (select followers_count from users where id = ${userId}) member`.execute(db);
  const [{ pictures, ...figures }] = rows;
  return { days, isMore: pictures >= countedAtMost.pictures, ...figures };
}
