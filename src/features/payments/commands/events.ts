import { sql, type Kysely } from "kysely";
import { isPaymentRefused, type PaymentEvent } from "#app/adapters/payments/port.ts";
import { notify } from "#app/db/live.ts";
import type { Database, Json } from "#app/db/schema.ts";
import type { Services } from "#app/services.ts";
import { NotOurs, PaymentMismatch } from "./checks.ts";
import { converge } from "./converge.ts";

type Needs = Pick<Services, "db" | "payments">;

/** The channel on which new events are announced. */
export const eventChannel = "payment_events";

/** Tries of an event before it is given up. */
const most = 12;
/** Seconds that one try may take: after that it counts as broken off. */
const leaseSeconds = 90;

export type EventState = "received" | "done" | "ignored" | "failed";
export type Outcome = { state: EventState; lastError: string | null };

/** A payload as the database can keep it. */
const storable = (payload: object) =>
  JSON.stringify(payload, (_key, value: unknown) =>
    typeof value === "string" ? value.replaceAll("\0", "\uFFFD") : value,
  );

/** Keeps an event for the workers, once for each id. @returns whether it is new */
export async function keepEvent({ db, payments }: Needs, event: PaymentEvent): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const kept = await tx
      .insertInto("payment_events")
      .values({
        id: event.id,
        kind: event.kind,
        object_id: event.objectId,
        mode: payments.mode,
        livemode: event.livemode,
        payload: sql<Json>`${storable(event.payload)}::jsonb`,
      })
      .onConflict((conflict) => conflict.column("id").doNothing())
      .returning("id")
      .executeTakeFirst();
    if (kept === undefined) return false;
    await notify(tx, eventChannel, event.id);
    return true;
  });
}

export type ClaimedEvent = { id: string; payload: unknown; attempts: number };

/**
 * Takes the event that has waited longest; whoever dies over it leaves it to the next one. The column has milliseconds, to
 * which the time of a new event is rounded, up or down: the present is rounded as well, or an event would not be due for
 * up to half a millisecond after it was announced.
 */
export async function claimEvent(db: Kysely<Database>): Promise<ClaimedEvent | null> {
  const { rows } = await sql<ClaimedEvent>`
    update payment_events
    set attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => ${leaseSeconds})
    where id = (
      select id from payment_events where state = 'received' and next_attempt_at <= now()::timestamptz(3)
      order by next_attempt_at limit 1 for update skip locked)
    returning id, payload, attempts`.execute(db);
  return rows.at(0) ?? null;
}

/** What an event came to, and why another try would be of no use; throws what may pass by itself. */
async function outcomeOf(needs: Needs, payload: unknown): Promise<Outcome> {
  const { payments } = needs;
  const event = payments.readEvent(payload);
  const failed = (lastError: string): Outcome => ({ state: "failed", lastError });
  if (event.account !== null) return failed(`It is about the account ${event.account}, not ours`);
  if (event.livemode !== payments.livemode) {
    return failed(`It is of the ${event.livemode ? "live" : "test"} mode, which is not in use`);
  }
  if (event.subject === null) return { state: "ignored", lastError: null };
  try {
    await converge(needs, event.subject);
    return { state: "done", lastError: null };
  } catch (error) {
    if (error instanceof NotOurs) return { state: "ignored", lastError: error.message };
    if (error instanceof PaymentMismatch) return failed(error.message);
    if (isPaymentRefused(error)) return failed(error.message);
    throw error;
  }
}

/**
 * Keeps what came of an event. What it says of a payer whose account is erased by now is emptied, as the erasure did with
 * the events before it (erase.ts): from here on nobody works on it again.
 */
async function finish(
  { db }: Pick<Services, "db">,
  id: string,
  { state, lastError }: Outcome,
): Promise<void> {
  await sql`
    update payment_events e
    set state = ${state}, done_at = now(),
      last_error = case when g.is_erased then null else ${lastError} end,
      payload = case when g.is_erased then '{}' else e.payload end
    from (
      select exists (
        select from (
          select customer_id, user_id from payment_customers
          union all select customer_id, user_id from payment_checkouts) c
        join users u on u.id = c.user_id and u.erased_at is not null
        where strpos(own.payload::text, to_json(c.customer_id)::text) > 0) as is_erased
      from payment_events own where own.id = ${id}) g
    where e.id = ${id}`.execute(db);
}

/** Another try after 2 s, 4 s, 8 s …, at most an hour later; given up after the last one. */
async function postpone(
  needs: Needs,
  { id, attempts }: ClaimedEvent,
  error: unknown,
): Promise<Outcome> {
  const lastError = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  if (attempts >= most) {
    await finish(needs, id, { state: "failed", lastError });
    return { state: "failed", lastError };
  }
  const seconds = Math.min(3600, 2 ** attempts);
  await needs.db
    .updateTable("payment_events")
    .set({
      last_error: lastError,
      next_attempt_at: sql<Date>`now() + make_interval(secs => ${seconds})`,
    })
    .where("id", "=", id)
    .where("state", "=", "received")
    .execute();
  return { state: "received", lastError };
}

/** Works on a claimed event and keeps what came of it. */
export async function processEvent(needs: Needs, event: ClaimedEvent): Promise<Outcome> {
  try {
    const outcome = await outcomeOf(needs, event.payload);
    await finish(needs, event.id, outcome);
    return outcome;
  } catch (error) {
    return postpone(needs, event, error);
  }
}

/**
 * Works on an event once more, whatever came of it before, by the same path.
 * @returns null when there is no such event
 */
export async function replayEvent(needs: Needs, id: string): Promise<Outcome | null> {
  const { rows } = await sql<ClaimedEvent>`
    update payment_events
    set state = 'received', done_at = null, attempts = attempts + 1,
        next_attempt_at = now() + make_interval(secs => ${leaseSeconds})
    where id = ${id} returning id, payload, attempts`.execute(needs.db);
  const event = rows.at(0);
  return event === undefined ? null : processEvent(needs, event);
}
