/**
 * What a payment does to the ledger: it buys credits, and when its money goes back the credits are taken back too. A
 * payment has three figures: the credits that it bought, those taken back, and those frozen by open disputes. The
 * caller holds the lock of the payment's row, keeps these figures there and gives each movement a key of its own.
 */
import type { Transaction } from "kysely";
import type { Database } from "#app/db/schema.ts";
import { openAccount } from "./accounts.ts";
import { lockAccount, payDebtFirst, post, type LockedAccount } from "./movements.ts";

type Tx = Transaction<Database>;

/** The figures of a payment in the ledger. */
export type Booked = { credits: number; taken: number; frozen: number };

type PaymentOf = { paymentId: string; userId: string };

/** The account of somebody who paid; opened now when their sign-up broke off before it was. */
async function payersAccount(tx: Tx, userId: string): Promise<LockedAccount & { userId: string }> {
  const account = await lockAccount(tx, userId);
  if (account !== undefined) return { ...account, userId };
  await openAccount(tx, userId);
  return payersAccount(tx, userId);
}

/** Books what a payment bought; a debt is paid first. Once for each key. */
export async function bookPurchase(
  tx: Tx,
  purchase: PaymentOf & { credits: number; reason: string; idempotencyKey: string },
): Promise<void> {
  const { paymentId, userId, credits, reason, idempotencyKey } = purchase;
  const account = await payersAccount(tx, userId);
  const shares = payDebtFirst(account.debt, credits);
  const about = { kind: "purchase", house: "purchase", reason, idempotencyKey, paymentId } as const;
  await post(tx, account, { ...about, ...shares });
}

/**
 * Takes credits of a payment back, or gives back what was taken when a refund failed or a lost dispute was won after
 * all. Frozen credits of the payment go first, then what is available; what is missing becomes a debt. Credits held for a
 * cast stay with it: the debt is paid when they come back.
 * @param taken how many are to be taken back in all
 */
export async function takeBack(
  tx: Tx,
  payment: PaymentOf & { booked: Booked; taken: number; reason: string; idempotencyKey: string },
): Promise<Booked> {
  const { paymentId, userId, booked, taken, reason, idempotencyKey } = payment;
  const change = taken - booked.taken;
  if (change === 0) return booked;
  const account = await payersAccount(tx, userId);
  const about = { kind: "refund", house: "purchase", reason, idempotencyKey, paymentId } as const;
  if (change < 0) {
    await post(tx, account, { ...about, ...payDebtFirst(account.debt, -change) });
    return { ...booked, taken };
  }
  const frozen = Math.min(booked.frozen, change);
  const available = Math.min(account.available, change - frozen);
  const debt = change - frozen - available;
  await post(tx, account, {
    ...about,
    available: -available,
    frozen: -frozen,
    debt,
  });
  return { ...booked, taken, frozen: booked.frozen - frozen };
}

/**
 * Freezes credits of a payment while it is disputed, at most what is available, or releases what is frozen, of which a
 * debt is paid first.
 * @param frozen how many are to be frozen in all
 */
export async function freeze(
  tx: Tx,
  payment: PaymentOf & { booked: Booked; frozen: number; reason: string; idempotencyKey: string },
): Promise<Booked> {
  const { paymentId, userId, booked, reason, idempotencyKey } = payment;
  const wanted = payment.frozen - booked.frozen;
  if (wanted === 0) return booked;
  const account = await payersAccount(tx, userId);
  const about = { house: "purchase", reason, idempotencyKey, paymentId } as const;
  if (wanted < 0) {
    const shares = payDebtFirst(account.debt, -wanted);
    await post(tx, account, { kind: "release", ...about, ...shares, frozen: wanted });
    return { ...booked, frozen: payment.frozen };
  }
  const moved = Math.min(account.available, wanted);
  if (moved > 0) {
    await post(tx, account, { kind: "freeze", ...about, available: -moved, frozen: moved });
  }
  return { ...booked, frozen: booked.frozen + moved };
}
