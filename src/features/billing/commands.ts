/**
 * The ledger's transactions. Each is one or two statements inside the caller's transaction, has an idempotency key
 * of its own, and returns the first result on a replay. Each change of a balance is also an event, by trigger;
 * whoever places or closes a hold notifies channel "events" when it suits.
 *
 * Order of row locks, the same everywhere so that no two transactions wait for each other:
 * member_slots, engines, pictures, generations, engine_slots, holds, grant_codes, payments, subscriptions, ledger_accounts, users,
 * event_counters.
 */
import { sql, type Transaction } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { t } from "#app/language/message.ts";
import { notify } from "#app/db/live.ts";
import type { Database } from "#app/db/schema.ts";
import { AppError } from "#app/lib/errors.ts";
import type { Services } from "#app/services.ts";
import { openAccount } from "./commands/accounts.ts";
import { assertCredits, lockAccount, moveCredits } from "./commands/movements.ts";

export { eraseFromLedger } from "./commands/erase.ts";
export { openAccount, signUpCredits } from "./commands/accounts.ts";
export { bookPurchase, freeze, takeBack, type Booked } from "./commands/purchases.ts";

type Tx = Transaction<Database>;

/** How a hold was closed. */
export type ClosedHold = { state: "settled" | "voided" | "expired"; settled: number };

type Closing = { kind: "settle" | "void" | "expire"; state: ClosedHold["state"]; settled: number };

async function closeHold(tx: Tx, holdId: string, closing: Closing): Promise<ClosedHold> {
  const closed = await sql<{ id: string }>`
    with hold as (
      update holds set state = ${closing.state}, settled = ${closing.settled}, closed_at = now()
      where id = ${holdId} and state = 'open' and amount >= ${closing.settled}
        and (${closing.kind} <> 'expire' or expires_at <= now())
      returning id, account_id, amount),
    account as (
      update ledger_accounts a
      set held = a.held - hold.amount,
          debt = a.debt - least(a.debt, hold.amount - ${closing.settled}),
          available = a.available + hold.amount - ${closing.settled} - least(a.debt, hold.amount - ${closing.settled})
      from hold where a.id = hold.account_id
      -- Nothing is available while there is debt, so what did not arrive there has paid the debt.
      returning a.id, greatest(0, hold.amount - ${closing.settled} - a.available) as paid),
    movement as (
      insert into ledger_transactions (id, kind, hold_id, idempotency_key, reason)
      select ${uuidv7()}::uuid, ${closing.kind}, opened.hold_id, ${closing.kind} || ':' || opened.hold_id, opened.reason
      from hold join ledger_transactions opened on opened.hold_id = hold.id and opened.kind = 'hold'
      returning id)
    insert into ledger_entries (transaction_id, account_id, bucket, amount)
    select movement.id, side.account_id, side.bucket, side.amount
    from movement, hold, account, lateral (values
      (account.id, 'held', -hold.amount),
      (account.id, 'available', hold.amount - ${closing.settled} - account.paid),
      (account.id, 'debt', account.paid),
      ((select id from ledger_accounts where kind = 'revenue'), 'available', ${closing.settled}::bigint)
    ) side (account_id, bucket, amount)
    where side.amount <> 0
    returning id`.execute(tx);
  if (closed.rows.length > 0) return { state: closing.state, settled: closing.settled };
  const first = await tx
    .selectFrom("holds")
    .select(["state", "settled", "amount"])
    .where("id", "=", holdId)
    .executeTakeFirst();
  if (!first || first.state === "open") {
    throw new RangeError(
      `Hold ${holdId} of ${first?.amount ?? 0} cannot be closed as ${closing.state} of ${closing.settled}`,
    );
  }
  return { state: first.state as ClosedHold["state"], settled: first.settled };
}

/**
 * Closes a hold once: `amount` is charged, the rest refunded; 0 refunds all of it.
 * @returns how the hold was closed; on a replay, how it was closed first.
 * @throws RangeError when the amount is more than was held, or there is no such hold
 */
export async function settleHold(tx: Tx, holdId: string, amount: number): Promise<ClosedHold> {
  assertCredits(amount, 0);
  if (amount === 0) return voidHold(tx, holdId);
  return closeHold(tx, holdId, { kind: "settle", state: "settled", settled: amount });
}

/** Closes a hold once with a full refund. Returns the same as settleHold. */
export async function voidHold(tx: Tx, holdId: string): Promise<ClosedHold> {
  return closeHold(tx, holdId, { kind: "void", state: "voided", settled: 0 });
}

/**
 * Refunds every hold that has expired, each in its own transaction.
 * @returns how many were found.
 */
export async function expireHolds(services: Pick<Services, "db">): Promise<number> {
  const due = await services.db
    .selectFrom("holds")
    .innerJoin("ledger_accounts", "ledger_accounts.id", "holds.account_id")
    .select(["holds.id", "user_id"])
    .where("state", "=", sql.lit("open"))
    .where("expires_at", "<=", sql<Date>`now()`)
    .orderBy("expires_at")
    .limit(500)
    .execute();
  for (const { id, user_id } of due) {
    await services.db.transaction().execute(async (tx) => {
      await closeHold(tx, id, { kind: "expire", state: "expired", settled: 0 });
      await notify(tx, "events", user_id ?? "");
    });
  }
  return due.length;
}

export type Grant = { userId: string; amount: number; reason: string; idempotencyKey: string };

/** Gives credits to a member inside the caller's transaction, once per key. @returns the resulting balance. */
export async function giveCredits(tx: Tx, grant: Grant): Promise<number> {
  assertCredits(grant.amount, 1);
  await moveCredits(tx, { ...grant, change: grant.amount, kind: "grant", house: "promotion" });
  const account = await lockAccount(tx, grant.userId);
  return account?.available ?? 0;
}

/** Gives credits to a member, once per key. @returns the resulting balance. */
export async function grantCredits(
  services: Pick<Services, "db">,
  grant: Grant,
): Promise<{ current: number }> {
  return services.db
    .transaction()
    .execute(async (tx) => ({ current: await giveCredits(tx, grant) }));
}

/**
 * An operator's correction of a balance, inside the caller's transaction: a positive amount gives, a negative one
 * takes at most what is available.
 * @returns the credits actually moved, by this call or by the first one with its key
 * @throws AppError not-found when there is no such account
 */
export async function adjustCredits(tx: Tx, adjustment: Grant): Promise<number> {
  assertCredits(Math.abs(adjustment.amount), 1);
  if ((await lockAccount(tx, adjustment.userId)) === undefined) {
    const member = await tx
      .selectFrom("users")
      .select("id")
      .where("id", "=", adjustment.userId)
      .executeTakeFirst();
    if (member === undefined) {
      throw new AppError("not-found", { detail: t`There is no such account` });
    }
    await openAccount(tx, adjustment.userId);
  }
  const gives = adjustment.amount > 0;
  return moveCredits(tx, {
    ...adjustment,
    change: adjustment.amount,
    kind: gives ? "grant" : "adjust",
    house: gives ? "promotion" : "adjustment",
  });
}
