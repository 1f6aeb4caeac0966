import { setTimeout as sleep } from "node:timers/promises";
import { sql, type Kysely } from "kysely";
import type { Database } from "#app/db/schema.ts";
import type { Generation } from "../commands/close.ts";

export type Claimant = { worker: string; leaseSeconds: number };

const tries = 5;
const waitMs = 15;

/**
 * The slot's row is locked with the claim, which makes the member's limit strict and turns go round;
 * whoever finds a row locked takes the next member instead of waiting.
 */
async function claimOnce(db: Kysely<Database>, claimant: Claimant): Promise<Generation | null> {
  const claimed = await sql<Generation>`
    with turn as (
      select user_id from member_slots
      where is_waiting and running < max_running
      order by last_claimed_at, user_id limit 1 for update skip locked),
    chosen as (
      select g.id, g.user_id from generations g join turn using (user_id)
      where g.state = 'queued'
      order by g.priority desc, g.created_at, g.id limit 1 for update of g skip locked),
    slot as (
      update member_slots s
      set running = s.running + 1, waiting = s.waiting - 1, last_claimed_at = clock_timestamp()
      from chosen where s.user_id = chosen.user_id)
    update generations g
    set state = 'running', attempt = g.attempt + 1, worker = ${claimant.worker},
        lease_until = now() + make_interval(secs => ${claimant.leaseSeconds}),
        started_at = coalesce(g.started_at, now())
    from chosen where g.id = chosen.id returning g.*`.execute(db);
  return claimed.rows[0] ?? null;
}

async function isWorkLeft(db: Kysely<Database>): Promise<boolean> {
  const found = await db
    .selectFrom("member_slots")
    .select("user_id")
    .where("is_waiting", "=", sql.lit(true))
    .whereRef("running", "<", "max_running")
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Takes the next generation under a lease, or null when there is none that may run. Two claims at the same moment
 * can make one of them see a queue that has moved on; it looks again.
 */
export async function claimGeneration(
  db: Kysely<Database>,
  claimant: Claimant,
): Promise<Generation | null> {
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const claimed = await claimOnce(db, claimant);
    if (claimed) return claimed;
    if (!(await isWorkLeft(db))) return null;
    await sleep(waitMs * (attempt + Math.random()));
  }
  return null;
}
