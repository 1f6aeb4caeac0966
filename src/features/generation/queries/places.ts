import { sql, type Kysely } from "kysely";
import type { Database } from "#app/db/schema.ts";
import { longestIdleWaitHours } from "#app/rules/when-idle.ts";
import { castLimits } from "#app/rules/cast-limits.ts";

/** Places that are told; a cast further back has none yet. */
const mostPlaces = 1_000;
/** So long one read of the queue answers everybody, in ms. */
const sharedMs = 1_000;

/** The places of waiting casts by their ids, 1 for the next. */
type QueuePlaces = ReadonlyMap<string, number>;
type Read = { at: number; places: Promise<QueuePlaces> };

/** The latest read of each database. */
const reads = new WeakMap<Kysely<Database>, Read>();

/**
 * The places of the first waiting casts; paused ones have none. Members take turns: a member's n-th waiting cast comes after everybody's
 * (n-1)-th, and among equals who was served longest ago comes first. Casts that wait for idle time come after all others. However long the queue is, only as many members are
 * looked at as there are places, and of each only as many casts as it takes to fill them.
 */
async function readQueue(db: Kysely<Database>): Promise<QueuePlaces> {
  const found = await sql<{ id: string; position: number }>`
    with turns as materialized (
      select user_id, last_claimed_at, waiting - paused as waiting from member_slots where is_waiting
      order by last_claimed_at, user_id limit ${mostPlaces}),
    rounds as (
      select min(round) as needed from generate_series(1, ${castLimits.waiting}::integer) round
      where (select sum(least(waiting, round)) from turns) >= ${mostPlaces}),
    casts as (
      select own.id, own.round, own.is_idle, t.last_claimed_at, t.user_id from turns t cross join lateral (
        select g.id,
          g.when_idle and g.attempt = 0 and g.created_at > now() - make_interval(hours => ${longestIdleWaitHours}) as is_idle,
          row_number() over (order by g.priority desc, g.created_at, g.id) as round
        from generations g where g.user_id = t.user_id and g.state = 'queued' and not g.is_paused
        order by g.priority desc, g.created_at, g.id
        limit (select coalesce(needed, ${castLimits.waiting}) from rounds)) own)
    select id, row_number() over (order by is_idle, round, last_claimed_at, user_id)::integer as position
    from casts order by position limit ${mostPlaces}`.execute(db);
  return new Map(found.rows.map((row) => [row.id, row.position]));
}

function readAgain(db: Kysely<Database>): Promise<QueuePlaces> {
  const own: Read = { at: performance.now(), places: readQueue(db) };
  reads.set(db, own);
  own.places.catch(() => {
    if (reads.get(db) === own) reads.delete(db);
  });
  return own.places;
}

/**
 * The places of waiting casts at most a second ago; polls and pages share a read of the queue.
 * @param ids of the casts that are asked for
 */
export async function placesOf(db: Kysely<Database>, ids: readonly string[]): Promise<QueuePlaces> {
  if (ids.length === 0) return new Map();
  const known = reads.get(db);
  if (known === undefined || performance.now() - known.at >= sharedMs) return readAgain(db);
  const places = await known.places;
  if (places.size >= mostPlaces || ids.every((id) => places.has(id))) return places;
  // One of them is younger than the read: read again, unless somebody has since.
  const latest = reads.get(db);
  return latest === undefined || latest === known ? readAgain(db) : latest.places;
}
