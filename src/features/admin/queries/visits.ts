import { sql, type Kysely } from "kysely";
import type { Database } from "#app/db/schema.ts";

/** Where visitors of some days came from. */
export type VisitSource = {
  /** '' for visitors without a link of another site. */
  host: string;
  /** Each visitor once a day. */
  visitors: number;
  signUps: number;
};

/** UTC, today included. */
const since = (days: number) => sql`(now() at time zone 'utc')::date - ${days - 1}::integer`;

/** The hosts that brought most visitors, the most first. */
export async function visitSources(
  db: Kysely<Database>,
  { days, limit }: { days: number; limit: number },
): Promise<VisitSource[]> {
  const { rows } = await sql<VisitSource>`
    select host, sum(visitors)::bigint as visitors, sum(sign_ups)::bigint as "signUps"
    from visit_sources where day >= ${since(days)}
    group by host order by 2 desc, 3 desc, host limit ${limit}`.execute(db);
  return rows;
}

export type TopPicture = { slug: string; title: string; creator: string; views: number };

/** Public pictures that were looked at most, the most first. */
export async function topPictures(
  db: Kysely<Database>,
  { days, limit }: { days: number; limit: number },
): Promise<TopPicture[]> {
  const { rows } = await sql<TopPicture>`
    select p.slug, p.title, u.username as creator, top.views
    from (
      select picture_id, sum(views)::bigint as views from picture_days
      where day >= ${since(days)} and views > 0
      -- Some of them may not be public any more.
      group by picture_id order by 2 desc, 1 limit ${4 * limit}) top
    join pictures p on p.id = top.picture_id and p.approved and p.is_public
    join users u on u.id = p.owner_id
    order by top.views desc, p.id limit ${limit}`.execute(db);
  return rows;
}

/** From visit to purchase: visitors, members who signed up, and those of them who have cast, and have paid. */
export type Funnel = { visitors: number; signUps: number; cast: number; bought: number };

/** Counts the visitors and the new members of some days, and what became of these members until now. */
export async function funnel(db: Kysely<Database>, days: number): Promise<Funnel> {
  const { rows } = await sql<Funnel>`
    with arrived as (
      select u.id from users u where u.created_at >= (${since(days)})::timestamp at time zone 'utc'
        and not u.is_demo and u.banned_at is null)
    select
      (select coalesce(sum(visitors), 0)::bigint from visit_sources where day >= ${since(days)}) as visitors,
      (select count(*) from arrived) as "signUps",
      (select count(*) from arrived a
        where exists (select from generations g where g.user_id = a.id)) as cast,
      (select count(*) from arrived a
        where exists (select from generations g where g.user_id = a.id)
          and exists (select from payments p where p.user_id = a.id and p.granted_at is not null)) as bought`.execute(
    db,
  );
  return rows[0];
}
