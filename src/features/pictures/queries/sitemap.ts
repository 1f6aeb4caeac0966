import { sql } from "kysely";
import { mostInSitemap } from "#app/rules/sitemap.ts";
import { publicAndApproved, type Db } from "./rows.ts";

const mostDays = 40_000;

/**
 * The days on which public pictures were made, UTC, oldest first, as YYYY-MM-DD. Each is sought in the index of the
 * feed, so the work grows with the days, not with the pictures.
 */
export async function pictureDays(db: Db): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    with recursive days as (
      (select (p.created_at at time zone 'utc')::date as day from pictures p
       where ${publicAndApproved} order by p.created_at, p.id limit 1)
      union all
      select (select (p.created_at at time zone 'utc')::date from pictures p
              where ${publicAndApproved} and p.created_at >= ((days.day + 1)::timestamp at time zone 'utc')
              order by p.created_at, p.id limit 1)
      from days where days.day is not null)
    select to_char(day, 'YYYY-MM-DD') as day from days where day is not null
    order by day limit ${mostDays}`.execute(db);
  return rows.map(({ day }) => day);
}

/** The public pictures of a day, UTC. @param day YYYY-MM-DD */
export async function picturesOfDay(
  db: Db,
  day: string,
): Promise<{ slug: string; updatedAt: Date }[]> {
  return db
    .selectFrom("pictures as p")
    .select(["p.slug", "p.updated_at as updatedAt"])
    .where(publicAndApproved)
    .where(sql<boolean>`p.created_at >= (${day}::date::timestamp at time zone 'utc')`)
    .where(sql<boolean>`p.created_at < ((${day}::date + 1)::timestamp at time zone 'utc')`)
    .orderBy("p.created_at")
    .orderBy("p.id")
    .limit(mostInSitemap)
    .execute();
}
