/**
 * Movements of a member's credits other than those of holds. Each writes one transaction that sums to zero, and the
 * balances with it.
 */
import { sql, type Transaction } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { notify } from "#app/db/live.ts";
import type { Database } from "#app/db/schema.ts";

type Tx = Transaction<Database>;

/** @throws RangeError */
export function assertCredits(amount: number, least: number): void {
  if (!Number.isSafeInteger(amount) || amount < least) {
    throw new RangeError(`${amount} is no number of credits of at least ${least}`);
  }
}

export type LockedAccount = { id: string; available: number; frozen: number; debt: number };

/** Later statements of the transaction see whatever was committed before this lock was given. */
export async function lockAccount(tx: Tx, userId: string): Promise<LockedAccount | undefined> {
  return tx
    .selectFrom("ledger_accounts")
    .select(["id", "available", "frozen", "debt"])
    .where("user_id", "=", userId)
    .forUpdate()
    .executeTakeFirst();
}

export type Posting = {
  kind: "grant" | "purchase" | "adjust" | "refund" | "freeze" | "release";
  house: "promotion" | "purchase" | "adjustment";
  reason: string;
  idempotencyKey: string;
  /** Of the kinds that follow from a payment. */
  paymentId?: string;
  /** How the buckets of the member's account change; the house's account changes by the opposite sum. */
  available: number;
  frozen?: number;
  debt?: number;
};

/**
 * Writes a transaction and the balances that result. The account is locked by the caller.
 * @returns false, with nothing changed, when there is a transaction with this key already
 */
export async function post(
  tx: Tx,
  account: LockedAccount & { userId: string },
  posting: Posting,
): Promise<boolean> {
  const { kind, house, reason, idempotencyKey, paymentId = null, available } = posting;
  const { frozen = 0, debt = 0 } = posting;
  const written = await sql<{ id: string }>`
    insert into ledger_transactions (id, kind, idempotency_key, reason, payment_id)
    values (${uuidv7()}, ${kind}, ${idempotencyKey}, ${reason}, ${paymentId})
    on conflict (idempotency_key) do nothing returning id`.execute(tx);
  const transaction = written.rows.at(0);
  if (transaction === undefined) return false;
  if (available === 0 && frozen === 0 && debt === 0) return true;
  await sql`
    with account as (
      update ledger_accounts
      set available = available + ${available}, frozen = frozen + ${frozen}, debt = debt + ${debt}
      where id = ${account.id} returning id)
    insert into ledger_entries (transaction_id, account_id, bucket, amount)
    select ${transaction.id}::uuid, side.account_id, side.bucket, side.amount
    from account, lateral (values
      (account.id, 'available', ${available}::bigint),
      (account.id, 'frozen', ${frozen}::bigint),
      (account.id, 'debt', -${debt}::bigint),
      ((select id from ledger_accounts where kind = ${house}), 'available', -${available + frozen - debt}::bigint)
    ) side (account_id, bucket, amount)
    where side.amount <> 0`.execute(tx);
  await notify(tx, "events", account.userId);
  return true;
}

/** How credits that come in are shared out: the debt first. */
export function payDebtFirst(debt: number, credits: number): { available: number; debt: number } {
  const paid = Math.min(debt, credits);
  return { available: credits - paid, debt: -paid };
}

type Movement = {
  userId: string;
  /** Positive adds, negative removes, at most down to 0. */
  change: number;
  kind: "grant" | "adjust";
  house: "promotion" | "adjustment";
  reason: string;
  idempotencyKey: string;
};

/**
 * Gives credits, of which a debt is paid first, or takes them, at most what is available.
 * @returns the credits actually moved, by this call or by the first one with its key
 */
export async function moveCredits(tx: Tx, movement: Movement): Promise<number> {
  const { userId, kind, house, reason, idempotencyKey } = movement;
  const account = await lockAccount(tx, userId);
  if (!account) throw new RangeError(`Member ${userId} has no ledger account`);
  const change = Math.max(movement.change, 0 - account.available);
  const shares = change > 0 ? payDebtFirst(account.debt, change) : { available: change };
  const posting = { kind, house, reason, idempotencyKey, ...shares };
  if (await post(tx, { ...account, userId }, posting)) return change;
  const first = await sql<{ change: number }>`
    select coalesce(sum(e.amount), 0)::bigint as change
    from ledger_transactions t join ledger_entries e on e.transaction_id = t.id and e.account_id = ${account.id}
    where t.idempotency_key = ${idempotencyKey}`.execute(tx);
  return first.rows[0].change;
}
