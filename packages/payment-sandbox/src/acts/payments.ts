import type Stripe from "stripe";
import { emit } from "../events.ts";
import { createCharge, declineMessage, type ChargeResult } from "../objects/charge.ts";
import { newId } from "../ids.ts";
import { put, type Tx } from "../store.ts";

/** Tries to take the money of a payment. */
export async function attempt(
  tx: Tx,
  intent: Stripe.PaymentIntent,
  result: ChargeResult,
): Promise<Stripe.PaymentIntent> {
  const payment_method = newId("pm");
  const charge = await createCharge(tx, { ...intent, payment_method }, result);
  const tried = { ...intent, latest_charge: charge.id, next_action: null, processing: null };
  if (result.declined === null) {
    const paid = await put<Stripe.PaymentIntent>(tx, {
      ...tried,
      amount_received: intent.amount,
      last_payment_error: null,
      payment_method,
      status: "succeeded",
    });
    await emit(tx, "payment_intent.succeeded", paid);
    return paid;
  }
  const failed = await put<Stripe.PaymentIntent>(tx, {
    ...tried,
    last_payment_error: {
      charge: charge.id,
      code: "card_declined",
      decline_code: result.declined,
      message: declineMessage(result.declined),
      type: "card_error",
    },
    payment_method: null,
    status: "requires_payment_method",
  });
  await emit(tx, "payment_intent.payment_failed", failed);
  return failed;
}

/** The buyer's bank wants to ask the buyer. */
export function challenge(tx: Tx, intent: Stripe.PaymentIntent): Promise<Stripe.PaymentIntent> {
  return put<Stripe.PaymentIntent>(tx, {
    ...intent,
    last_payment_error: null,
    next_action: { type: "use_stripe_sdk" },
    payment_method: newId("pm"),
    status: "requires_action",
  });
}

/** What a buyer reads who did not pass. */
export const notAuthenticated =
  "We are unable to authenticate your payment method. Please choose a different payment method and try again.";

/** The buyer did not pass the bank's question; no charge was tried. */
export async function failChallenge(
  tx: Tx,
  intent: Stripe.PaymentIntent,
): Promise<Stripe.PaymentIntent> {
  const failed = await put<Stripe.PaymentIntent>(tx, {
    ...intent,
    last_payment_error: {
      code: "payment_intent_authentication_failure",
      message: notAuthenticated,
      type: "invalid_request_error",
    },
    next_action: null,
    payment_method: null,
    status: "requires_payment_method",
  });
  await emit(tx, "payment_intent.payment_failed", failed);
  return failed;
}

/** A transfer was ordered: the money is on its way for some days. */
export function beginTransfer(tx: Tx, intent: Stripe.PaymentIntent): Promise<Stripe.PaymentIntent> {
  return put<Stripe.PaymentIntent>(tx, {
    ...intent,
    // The transfer's days are counted from here.
    created: tx.now,
    last_payment_error: null,
    next_action: null,
    payment_method: newId("pm"),
    payment_method_types: ["sepa_debit"],
    status: "processing",
  });
}
