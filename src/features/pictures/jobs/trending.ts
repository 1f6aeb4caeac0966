import { sql } from "kysely";
import type { Services } from "#app/services.ts";

/** Most pictures in one snapshot. */
const places = 2_000;
/** Days that count at all. */
const days = 14;
/** Decay per day. */
const halfLifeDays = 2;
/** Older snapshots are deleted; readers inside them continue in the oldest one kept. */
const keptHours = 3;
/** A new snapshot is made when the last is older than this; sooner for a small gallery. */
const staleSeconds = 240;
const youngSeconds = 45;
const young = 40;

/**
 * Makes a trending snapshot: likes (3), remixes (5) and views (0.2) of the last two weeks, halved every
 * two days, and a small bonus for new pictures, so that a quiet gallery shows its newest. Of each cast only the best one
 * has a place. One worker makes it for all.
 * @returns whether a snapshot was made; false while the last one is fresh
 */
export async function makeTrendingSnapshot({ db }: Pick<Services, "db">): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    // A second process finds a fresh snapshot or leaves the work to the first.
    const held = await sql<{ held: boolean }>`
      select pg_try_advisory_xact_lock(hashtext('pictures:pulse')) as held`.execute(tx);
    if (!held.rows[0].held) return false;
    const fresh = await sql`
      select 1 from pulses where made_at > now() - make_interval(secs =>
        case when (select count(*) from pulse_places where pulse_id = pulses.id) < ${young}::integer
          then ${youngSeconds}::integer else ${staleSeconds}::integer end)
      limit 1`.execute(tx);
    if (fresh.rows.length > 0) return false;
    const { id } = await tx
      .insertInto("pulses")
      .defaultValues()
      .returning("id")
      .executeTakeFirstOrThrow();
    const placed = await sql`
      with came as (
        select picture_id, sum((3 * likes + 5 * remixes + 0.2 * views)
          * power(0.5, ((now() at time zone 'utc')::date - day)::float8 / ${halfLifeDays})) as heat
        from picture_days where day > (now() at time zone 'utc')::date - ${days}::integer
        group by picture_id),
      newest as (
        select id from pictures p where p.approved and p.is_public
        order by created_at desc, id desc limit ${places}),
      candidates as (select picture_id as id from came union select id from newest),
      scored as (
        select p.id, p.created_at, coalesce(p.generation_id, p.id) as cast_id, greatest(0, coalesce(came.heat, 0))
          + power(0.5, greatest(0, extract(epoch from now() - p.created_at)) / 86400.0) as score
        from candidates join pictures p on p.id = candidates.id
        left join came on came.picture_id = p.id
        where p.approved and p.is_public),
      best_of_cast as (
        select distinct on (cast_id) * from scored order by cast_id, score desc, created_at desc, id desc)
      insert into pulse_places (pulse_id, place, picture_id)
      select ${id}::bigint, row_number() over (order by score desc, created_at desc, id desc), id
      from best_of_cast order by 2 limit ${places}`.execute(tx);
    if (placed.numAffectedRows === 0n) {
      await tx.deleteFrom("pulses").where("id", "=", id).execute();
      return false;
    }
    await sql`delete from pulses where made_at < now() - make_interval(hours => ${keptHours}) and id <> ${id}`.execute(
      tx,
    );
    await sql`delete from picture_days where day < (now() at time zone 'utc')::date - ${days * 2}::integer`.execute(
      tx,
    );
    return true;
  });
}
