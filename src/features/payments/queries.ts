import { sql, type Kysely } from "kysely";
import type { PaymentMode } from "#app/adapters/payments/port.ts";
import type { Database } from "#app/db/schema.ts";
import { offerOf } from "#app/rules/price-list.ts";

export { invoicesOf } from "./queries/invoices.ts";
export { paymentDifferences, type PaymentDifference } from "./queries/differences.ts";
export { eventStates, paymentEvent, paymentEvents, type ListedEvent } from "./queries/events.ts";
export {
  allPayments,
  paymentStates,
  paymentTotals,
  revenueByMonth,
  type ListedPayment,
  type RevenueLine,
} from "./queries/overview.ts";

/** States of a subscription in which its plan is the member's; past_due is one until the provider gives up. */
export const liveStates = ["active", "trialing", "past_due"] as const;
/** States in which the last payment failed. */
const unpaidStates: readonly string[] = ["past_due", "unpaid", "incomplete"];

export type MemberPayments = {
  /** The live or unpaid subscription. */
  subscription: {
    id: string;
    offer: string;
    /** Pro, Studio; the id of a plan that is not on the list any more. */
    plan: string;
    state: string;
    renewsAt: string | null;
    cancelsAt: string | null;
    lastPaymentFailed: boolean;
  } | null;
  /** Credits that were spent before their payment went back. */
  debt: number;
  /** Credits that cannot be spent while a payment is disputed. */
  frozen: number;
  /** Whether there is a portal to open. */
  hasCustomer: boolean;
};

/** A member's subscription, debt and frozen credits. */
export async function paymentsOf(
  db: Kysely<Database>,
  userId: string,
  mode: PaymentMode,
): Promise<MemberPayments> {
  const [subscription, account, customer] = await Promise.all([
    db
      .selectFrom("subscriptions")
      .select(["id", "offer", "state", "renews_at", "cancels_at", "last_payment_failed"])
      .where("user_id", "=", userId)
      .where("mode", "=", mode)
      .where("state", "in", [...liveStates, ...unpaidStates])
      .orderBy(sql`state in (${sql.join(liveStates)})`, "desc")
      .orderBy("created_at", "desc")
      .limit(1)
      .executeTakeFirst(),
    db
      .selectFrom("ledger_accounts")
      .select(["debt", "frozen"])
      .where("user_id", "=", userId)
      .executeTakeFirst(),
    db
      .selectFrom("payment_customers")
      .select("customer_id")
      .where("user_id", "=", userId)
      .where("mode", "=", mode)
      .executeTakeFirst(),
  ]);
  return {
    subscription: subscription
      ? {
          id: subscription.id,
          offer: subscription.offer,
          plan: offerOf(subscription.offer)?.name ?? subscription.offer,
          state: subscription.state,
          renewsAt: subscription.renews_at?.toISOString() ?? null,
          cancelsAt: subscription.cancels_at?.toISOString() ?? null,
          lastPaymentFailed: subscription.last_payment_failed,
        }
      : null,
    debt: account?.debt ?? 0,
    frozen: account?.frozen ?? 0,
    hasCustomer: customer !== undefined,
  };
}

/** Whether a plan is the member's now. */
export async function hasPlan(
  db: Kysely<Database>,
  userId: string,
  mode: PaymentMode,
): Promise<boolean> {
  const row = await db
    .selectFrom("subscriptions")
    .select("id")
    .where("user_id", "=", userId)
    .where("mode", "=", mode)
    .where("state", "in", liveStates)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
