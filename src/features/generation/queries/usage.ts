import { sql, type Kysely } from "kysely";
import type { Database } from "#app/db/schema.ts";

export type SpendingDay = {
  /** e.g. 2026-11-21, UTC. */
  day: string;
  /** Credits for pictures from words. */
  create: number;
  /** Credits for pictures from pictures, enlarged ones included. */
  remix: number;
};

/** Days that spending goes back, today included. */
const shownDays = 30;

/** A member's spending on each of the last 30 days: credits charged, not held. */
export async function spending(db: Kysely<Database>, userId: string): Promise<SpendingDay[]> {
  const found = await sql<SpendingDay>`
    with since as (select (now() at time zone 'utc')::date - ${shownDays - 1}::integer as day),
    charged as (
      select (h.closed_at at time zone 'utc')::date as day, g.kind, h.settled
      from generations g join holds h on h.id = g.hold_id
      where g.user_id = ${userId} and h.state = 'settled'
        and h.closed_at >= (select day from since)::timestamp at time zone 'utc')
    select to_char(d.day, 'YYYY-MM-DD') as day,
      coalesce(sum(c.settled) filter (where c.kind = 'create'), 0)::bigint as create,
      coalesce(sum(c.settled) filter (where c.kind <> 'create'), 0)::bigint as remix
    from generate_series((select day from since), (now() at time zone 'utc')::date, '1 day') as d(day)
    left join charged c on c.day = d.day::date
    group by d.day order by d.day`.execute(db);
  return found.rows;
}

/** The casts behind a member's holds, by hold: for the lines of the ledger. */
export async function castsOfHolds(
  db: Kysely<Database>,
  userId: string,
  holdIds: readonly string[],
): Promise<
  Map<string, { id: string; kind: string; count: number; aspect: string; quality: string }>
> {
  if (holdIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("generations")
    .select(["id", "hold_id", "kind", "count", "aspect", "quality"])
    .where("user_id", "=", userId)
    .where("hold_id", "in", holdIds)
    .execute();
  return new Map(
    rows.map(({ id, hold_id, kind, count, aspect, quality }) => [
      hold_id,
      { id, kind, count, aspect, quality },
    ]),
  );
}
