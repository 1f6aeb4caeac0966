import type Stripe from "stripe";
import { newId } from "../ids.ts";
import { idOf } from "../kinds.ts";
import { put, type Tx } from "../store.ts";

type NewRefund = {
  amount: number;
  reason?: "duplicate" | "fraudulent" | "requested_by_customer" | null;
  metadata?: Record<string, string>;
};

export function createRefund(
  tx: Tx,
  charge: Stripe.Charge,
  given: NewRefund,
): Promise<Stripe.Refund> {
  return put<Stripe.Refund>(tx, {
    id: newId("re"),
    object: "refund",
    amount: given.amount,
    balance_transaction: newId("txn"),
    charge: charge.id,
    created: tx.now,
    currency: charge.currency,
    customer: idOf(charge.customer),
    customer_account: null,
    destination_details: {
      card: {
        type: "refund",
        reference_status: "pending",
        reference_type: "acquirer_reference_number",
      },
      type: "card",
    },
    metadata: given.metadata ?? {},
    payment_intent: idOf(charge.payment_intent),
    payment_method: charge.payment_method,
    reason: given.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: "succeeded",
    transfer_reversal: null,
  });
}
