import { sql, type Kysely, type Selectable, type Transaction } from "kysely";
import type { Database, Generations } from "#app/db/schema.ts";

type Db = Kysely<Database>;

/** A running cast as its worker knows it: every write is fenced by the attempt. */
type Attempt = Pick<Selectable<Generations>, "id" | "attempt" | "user_id" | "engine">;

/** Creates the rows of services with a limit; claims take slots from them. */
export async function openEngineSlots(db: Db, engines: readonly string[]): Promise<void> {
  if (engines.length === 0) return;
  await db
    .insertInto("engine_slots")
    .values(engines.map((engine) => ({ engine })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Releases the slots of a locked cast that stops running; the caller sets its own count to 0. */
export async function leaveEngine(
  tx: Transaction<Database>,
  row: Pick<Selectable<Generations>, "engine" | "requests">,
): Promise<void> {
  if (row.requests === 0) return;
  await tx
    .updateTable("engine_slots")
    .set((eb) => ({ requests: eb("requests", "-", row.requests) }))
    .where("engine", "=", row.engine)
    .execute();
}

/**
 * Takes a slot for one more request of a running cast at its service. Members share a service evenly: none is given when
 * another member's cast waits for it at the usual price, or when this member has an equal share already.
 * @param limit requests that the service may have at once
 */
export async function takeRequest(db: Db, row: Attempt, limit: number): Promise<boolean> {
  const taken = await sql`
    with mine as (
      select id, engine, user_id from generations
      where id = ${row.id} and attempt = ${row.attempt} and state = 'running' for no key update),
    casts as (
      select g.user_id, sum(g.requests) as requests from generations g join mine using (engine)
      where g.state = 'running' group by g.user_id),
    slot as (
      update engine_slots s set requests = s.requests + 1 from mine
      where s.engine = mine.engine and s.requests < ${limit}
        and not exists (
          select from generations w join member_slots m using (user_id)
          where w.engine = mine.engine and w.state = 'queued' and w.user_id <> mine.user_id
            and not w.is_paused and not w.when_idle and m.running < m.max_running)
        and (select requests from casts where user_id = mine.user_id)
          < ceil(${limit}::numeric / (select count(*) from casts))
      returning s.engine)
    update generations g set requests = g.requests + 1 from mine, slot where g.id = mine.id
    returning g.id`.execute(db);
  return taken.rows.length === 1;
}

/** Releases a slot that takeRequest took; the cast keeps its first slot to its end. */
export async function returnRequest(db: Db, row: Attempt): Promise<void> {
  await sql`
    with mine as (
      select id, engine from generations
      where id = ${row.id} and attempt = ${row.attempt} and state = 'running' and requests > 1
      for no key update),
    slot as (
      update engine_slots s set requests = s.requests - 1 from mine where s.engine = mine.engine
      returning s.engine)
    update generations g set requests = g.requests - 1 from mine, slot where g.id = mine.id`.execute(
    db,
  );
}
