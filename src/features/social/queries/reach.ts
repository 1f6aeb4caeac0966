import { sql } from "kysely";
import type { Db } from "./rows.ts";

type Figure = { total: number; recent: number };

/** What a member made and what came back, in all and within the latest days. */
export type Reach = {
  days: number;
  /** Pictures cast. */
  casts: Figure;
  /** Likes received. */
  likes: Figure;
  /** Remixes by others. */
  remixes: Figure;
  followers: Figure;
  /** Views of all time; single days are not kept. */
  views: number;
  /** Likes, remixes and follows on each of the days, the oldest first. */
  daily: number[];
};

/** The figures of a member; days are UTC days, today included. */
export async function reachOf(db: Db, userId: string, days: number): Promise<Reach> {
  const since = sql`(date_trunc('day', now() at time zone 'UTC') - make_interval(days => ${days - 1})) at time zone 'UTC'`;
  const likes = sql`select l.created_at as at from pictures p join likes l on l.picture_id = p.id
    where p.owner_id = ${userId}`;
  const remixes = sql`select r.created_at as at from pictures p join pictures r on r.source_picture_id = p.id
    where p.owner_id = ${userId} and r.owner_id <> ${userId} and r.is_public and r.approved`;
  const follows = sql`select f.created_at as at from follows f where f.creator_id = ${userId}`;
  const casts = sql`select p.created_at as at from pictures p
    where p.owner_id = ${userId} and p.generation_id is not null`;
  const count = (rows: typeof likes) =>
    sql`(select json_build_object('total', count(*), 'recent', count(*) filter (where at >= ${since})) from (${rows}) t)`;
  const { rows } = await sql<Omit<Reach, "days">>`
    select ${count(casts)} as casts, ${count(likes)} as likes, ${count(remixes)} as remixes,
           ${count(follows)} as followers,
           (select coalesce(sum(views), 0)::integer from pictures where owner_id = ${userId}) as views,
           (select json_agg(coalesce(n, 0) order by day) from generate_series(0, ${days - 1}::integer) day
            left join (
              select extract(day from at - ${since})::integer as passed, count(*) as n
              from (${likes} union all ${remixes} union all ${follows}) t where at >= ${since} group by 1
            ) counted on counted.passed = day) as daily`.execute(db);
  return { days, ...rows[0] };
}
