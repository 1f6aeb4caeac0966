import type { Kysely } from "kysely";
import type { PaymentMode } from "#app/adapters/payments/port.ts";
import type { Database } from "#app/db/schema.ts";

/** What a member was offered, and the customer of the provider's that is to pay it. */
export type Offered = {
  checkoutId: string;
  userId: string;
  offer: string;
  credits: number;
  amount: number;
  currency: string;
  customerId: string;
};

/** Something that is not ours: of another site over the same account, or of another product. */
export class NotOurs extends Error {
  constructor(message: string) {
    super(message);
    this.name = "NotOurs";
  }
}

/** What was paid is not what was offered. Nothing is booked; the event says why. */
export class PaymentMismatch extends Error {
  constructor(message: string) {
    super(message);
    this.name = "PaymentMismatch";
  }
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The offer that a payment or a subscription names.
 * @throws NotOurs
 */
export async function offeredBy(
  db: Kysely<Database>,
  mode: PaymentMode,
  thing: { id: string; checkoutId: string | null },
): Promise<Offered> {
  const { id, checkoutId } = thing;
  if (checkoutId === null || !uuid.test(checkoutId)) {
    throw new NotOurs(`${id} belongs to no checkout of this site`);
  }
  const row = await db
    .selectFrom("payment_checkouts")
    .select(["user_id", "offer", "credits", "amount", "currency", "customer_id"])
    .where("id", "=", checkoutId)
    .where("mode", "=", mode)
    .executeTakeFirst();
  if (row === undefined) throw new NotOurs(`${id} belongs to no checkout of this site`);
  return {
    checkoutId,
    userId: row.user_id,
    offer: row.offer,
    credits: row.credits,
    amount: row.amount,
    currency: row.currency,
    customerId: row.customer_id,
  };
}

/** @throws PaymentMismatch */
export function assertSame<T>(what: string, id: string, found: T, expected: T): void {
  if (found === expected) return;
  throw new PaymentMismatch(
    `${id} has the ${what} ${String(found)}, and ${String(expected)} was offered`,
  );
}

/**
 * Checks that something was paid by the member it was offered to, in the currency and at the provider in use.
 * @throws PaymentMismatch
 */
export function assertPayer(
  thing: { id: string; livemode: boolean; customerId: string | null; currency: string },
  offered: Offered,
  mode: PaymentMode,
): void {
  const { id } = thing;
  assertSame("mode", id, thing.livemode ? "live" : "test", mode === "live" ? "live" : "test");
  assertSame<string | null>("customer", id, thing.customerId, offered.customerId);
  assertSame("currency", id, thing.currency, offered.currency);
}
