import type Stripe from "stripe";
import { emit } from "../events.ts";
import { invalidRequest } from "../errors.ts";
import { createDispute, movementOf } from "../objects/dispute.ts";
import { createRefund } from "../objects/refund.ts";
import { get, put, type Tx } from "../store.ts";

type Wanted = {
  amount?: number;
  reason?: "duplicate" | "fraudulent" | "requested_by_customer" | null;
  metadata?: Record<string, string>;
};

const money = (amount: number, currency: string) => `${(amount / 100).toFixed(2)} ${currency}`;

/**
 * Sends money of a charge back: the amount, or all that is left.
 * @throws ApiError when it was not paid, is disputed, or has less left
 */
export async function refund(
  tx: Tx,
  charge: Stripe.Charge,
  wanted: Wanted,
): Promise<Stripe.Refund> {
  if (charge.status !== "succeeded") {
    throw invalidRequest(`Charge ${charge.id} was not paid and cannot be refunded.`);
  }
  if (charge.disputed) {
    throw invalidRequest(
      `Charge ${charge.id} has been charged back; cannot issue a refund.`,
      "charge_disputed",
    );
  }
  const left = charge.amount - charge.amount_refunded;
  if (left === 0) {
    throw invalidRequest(
      `Charge ${charge.id} has already been refunded.`,
      "charge_already_refunded",
    );
  }
  const amount = wanted.amount ?? left;
  if (amount > left) {
    const message = `Refund amount (${money(amount, charge.currency)}) is greater than unrefunded amount on charge (${money(left, charge.currency)})`;
    throw invalidRequest(message, undefined, "amount");
  }
  const made = await createRefund(tx, charge, { ...wanted, amount });
  const refunded = charge.amount_refunded + amount;
  const changed = await put<Stripe.Charge>(tx, {
    ...charge,
    amount_refunded: refunded,
    refunded: refunded === charge.amount,
  });
  await emit(tx, "refund.created", made);
  await emit(tx, "charge.refunded", changed, { amount_refunded: charge.amount_refunded });
  const referenced = await put<Stripe.Refund>(tx, {
    ...made,
    destination_details: {
      card: {
        type: "refund",
        reference: made.id.slice(-12),
        reference_status: "available",
        reference_type: "acquirer_reference_number",
      },
      type: "card",
    },
  });
  await emit(tx, "refund.updated", referenced, { destination_details: made.destination_details });
  return referenced;
}

/** The buyer's bank disputes a charge: what is left of it is withdrawn. */
export async function openDispute(tx: Tx, charge: Stripe.Charge): Promise<Stripe.Dispute> {
  if (charge.status !== "succeeded") throw invalidRequest("Only what was paid can be disputed.");
  if (charge.disputed) throw invalidRequest("This payment is disputed already.");
  if (charge.amount_refunded === charge.amount) {
    throw invalidRequest("This payment was refunded: there is nothing left to dispute.");
  }
  const dispute = await createDispute(tx, charge);
  await put<Stripe.Charge>(tx, { ...charge, disputed: true });
  await emit(tx, "charge.dispute.created", dispute);
  await emit(tx, "charge.dispute.funds_withdrawn", dispute);
  return dispute;
}

/** The bank decides; what was withdrawn comes back when the seller wins. */
export async function closeDispute(
  tx: Tx,
  dispute: Stripe.Dispute,
  outcome: "won" | "lost",
): Promise<Stripe.Dispute> {
  if (dispute.status === "won" || dispute.status === "lost") {
    throw invalidRequest("This dispute is closed already.");
  }
  const movements = [...dispute.balance_transactions];
  if (outcome === "won") movements.push(movementOf(tx, dispute, "reinstated"));
  const closed = await put<Stripe.Dispute>(tx, {
    ...dispute,
    balance_transactions: movements,
    status: outcome,
  });
  const previous = { status: dispute.status };
  if (outcome === "won") await emit(tx, "charge.dispute.funds_reinstated", closed, previous);
  await emit(tx, "charge.dispute.closed", closed, previous);
  return closed;
}

/** The charge that paid a payment. */
export async function paidCharge(tx: Tx, intent: string, param: string): Promise<Stripe.Charge> {
  const { latest_charge, status } = await get(tx, "payment_intent", intent, param);
  if (status !== "succeeded" || latest_charge === null) {
    throw invalidRequest(
      `This PaymentIntent (${intent}) does not have a successful charge to refund.`,
      undefined,
      param,
    );
  }
  return get(tx, "charge", latest_charge as string, param);
}
