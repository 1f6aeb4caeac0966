import { sql, type Kysely } from "kysely";
import type { Database } from "#app/db/schema.ts";

/** The places of waiting casts by their ids, 1 for the next. */
type QueuePlaces = ReadonlyMap<string, number>;

/**
 * The place of every waiting cast. Members take turns: a member's n-th waiting cast comes after everybody's (n-1)-th, and
 * among equals who was served longest ago comes first.
 */
async function readQueue(db: Kysely<Database>): Promise<QueuePlaces> {
  const found = await sql<{ id: string; position: number }>`
    with rounds as (
      select g.id, g.user_id, s.last_claimed_at,
             row_number() over (partition by g.user_id order by g.priority desc, g.created_at, g.id) as round
      from generations g join member_slots s using (user_id) where g.state = 'queued')
    select id, row_number() over (order by round, last_claimed_at, user_id) as position
    from rounds`.execute(db);
  return new Map(found.rows.map((row) => [row.id, row.position]));
}

/** Places of waiting casts, cached per process, so that polls share a read of the queue. */
export type PlaceReader = {
  /** The places, at most a second old. @param ids the casts to look up */
  read(ids: readonly string[]): Promise<QueuePlaces>;
};

/** How long one read of the queue is shared, in ms. */
const sharedMs = 1_000;

export function createPlaceReader(db: Kysely<Database>): PlaceReader {
  let latest: { at: number; places: Promise<QueuePlaces> } | null = null;

  function readAgain(): Promise<QueuePlaces> {
    const own = { at: performance.now(), places: readQueue(db) };
    latest = own;
    own.places.catch(() => {
      if (latest === own) latest = null;
    });
    return own.places;
  }

  return {
    async read(ids) {
      if (ids.length === 0) return new Map();
      const known = latest;
      if (known === null || performance.now() - known.at >= sharedMs) return readAgain();
      const places = await known.places;
      if (ids.every((id) => places.has(id))) return places;
      // One of them is newer than the read: read again, unless another call already has.
      return latest === known || latest === null ? readAgain() : latest.places;
    },
  };
}
