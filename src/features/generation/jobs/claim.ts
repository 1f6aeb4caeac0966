import { setTimeout as sleep } from "node:timers/promises";
import { sql, type Kysely, type RawBuilder } from "kysely";
import type { Database } from "#app/db/schema.ts";
import { longestIdleWaitHours } from "#app/rules/when-idle.ts";
import type { Generation } from "../commands/close.ts";

export type Claimant = { worker: string; leaseSeconds: number };

/** A worker's free capacity. */
export type Room = {
  /** Whether this machine may draw one more cast. */
  local: boolean;
  /** Services that have a limit, and how many requests each may have at once, from all workers together. */
  limits: ReadonlyMap<string, number>;
};

const tries = 5;
const waitMs = 15;

/** The services with their limits, and those with room for one more request. */
function candidates({ limits }: Room): RawBuilder<unknown> {
  return sql`
    services as (
      select engine, most from unnest(${[...limits.keys()]}::text[], ${[...limits.values()]}::int[]) as t (engine, most)),
    open as (
      select services.engine from services join engine_slots s using (engine) where s.requests < services.most)`;
}

/**
 * Whether a cast may be drawn as far as idle time goes: one that waits for it has its turn when nobody's cast waits for
 * the engine at the usual price, when it was begun before, or when it has waited long enough.
 */
const mayRun = sql`
  (not g.when_idle or g.attempt > 0 or g.created_at <= now() - make_interval(hours => ${longestIdleWaitHours})
    or not exists (
      select from generations usual
      where usual.engine = g.engine and usual.state = 'queued' and not usual.when_idle and not usual.is_paused))`;

/** A member's first waiting cast that is not paused and whose engine has a free slot; others do not block it. */
function firstOf(member: RawBuilder<unknown>, { local }: Room): RawBuilder<unknown> {
  return sql`
    select g.id, g.version from generations g
    where g.user_id = ${member} and g.state = 'queued' and not g.is_paused and ${mayRun}
      and case when g.engine = any (array(select engine from services))
          then g.engine = any (array(select engine from open)) else ${local}::boolean end
    order by g.priority desc, g.created_at, g.id limit 1`;
}

/**
 * The slot's row is locked with the claim, which makes the member's limit strict and turns fair;
 * a claim that finds a row locked takes the next member instead of waiting. A service's limit is strict by its own row,
 * which is counted up with the claim: a claim that waited for it looks at the count again. A member who changes the cast
 * locks the same row of slots: a claim that saw it before the change has seen another version, and takes nothing.
 */
async function claimOnce(
  db: Kysely<Database>,
  claimant: Claimant,
  room: Room,
): Promise<Generation | null> {
  const claimed = await sql<Generation>`
    with ${candidates(room)},
    turn as (
      select m.user_id, first.id, first.version from member_slots m
      cross join lateral (${firstOf(sql`m.user_id`, room)}) first
      where m.is_waiting and m.running < m.max_running
      order by m.last_claimed_at, m.user_id limit 1 for update of m skip locked),
    chosen as (
      select g.id, g.user_id, g.engine, g.grid_cell from generations g join turn using (id)
      where g.state = 'queued' and g.version = turn.version for update of g skip locked),
    request as (
      update engine_slots s set requests = s.requests + 1
      from chosen join services using (engine)
      where s.engine = chosen.engine and s.requests < services.most returning s.engine),
    taken as (
      select chosen.id, chosen.user_id, chosen.grid_cell, request.engine is not null as is_limited
      from chosen left join services using (engine) left join request using (engine)
      where services.engine is null or request.engine is not null),
    slot as (
      update member_slots s
      set running = s.running + 1, waiting = s.waiting - 1,
          grid_waiting = s.grid_waiting - case when taken.grid_cell is null then 0 else 1 end, last_claimed_at = clock_timestamp()
      from taken where s.user_id = taken.user_id)
    update generations g
    set state = 'running', attempt = g.attempt + 1, worker = ${claimant.worker},
        lease_until = now() + make_interval(secs => ${claimant.leaseSeconds}),
        requests = case when taken.is_limited then 1 else 0 end,
        started_at = coalesce(g.started_at, now())
    from taken where g.id = taken.id returning g.*`.execute(db);
  return claimed.rows[0] ?? null;
}

async function isWorkLeft(db: Kysely<Database>, room: Room): Promise<boolean> {
  const found = await sql`
    with ${candidates(room)}
    select from member_slots m cross join lateral (${firstOf(sql`m.user_id`, room)}) first
    where m.is_waiting and m.running < m.max_running limit 1`.execute(db);
  return found.rows.length > 0;
}

/**
 * Takes the next generation under a lease, or null when there is none that may run: members take turns, each with the
 * first of their casts whose engine has a free slot. Of two concurrent claims one may see a queue that has
 * changed; it retries.
 */
export async function claimGeneration(
  db: Kysely<Database>,
  claimant: Claimant,
  room: Room,
): Promise<Generation | null> {
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const claimed = await claimOnce(db, claimant, room);
    if (claimed) return claimed;
    if (!(await isWorkLeft(db, room))) return null;
    await sleep(waitMs * (attempt + Math.random()));
  }
  return null;
}
