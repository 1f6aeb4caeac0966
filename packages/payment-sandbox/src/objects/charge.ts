import type Stripe from "stripe";
import { newId } from "../ids.ts";
import { idOf } from "../kinds.ts";
import { put, type Tx } from "../store.ts";
import { noAddress } from "./customer.ts";

/** What happened at the bank. */
export type ChargeResult = {
  method: "card" | "sepa_debit";
  /** The card's holder was asked by the bank. */
  authenticated?: boolean;
  /** Why the bank refused; null where it paid. */
  declined: string | null;
  email: string | null;
};

/** Card numbers that Stripe's documentation uses, by what they do. */
const last4 = (result: ChargeResult) =>
  result.declined !== null ? "0002" : result.authenticated ? "3220" : "4242";

function cardOf(
  intent: Stripe.PaymentIntent,
  result: ChargeResult,
): Stripe.Charge.PaymentMethodDetails {
  const card = {
    amount_authorized: result.declined === null ? intent.amount : null,
    authorization_code: null,
    brand: "visa",
    checks: {
      address_line1_check: null,
      address_postal_code_check: null,
      cvc_check: "pass",
    },
    country: "US",
    electronic_commerce_indicator: null,
    exp_month: 8,
    exp_year: 2034,
    extended_authorization: { status: "disabled" },
    fingerprint: "AOB934RVNwzk6xtn",
    funding: "credit",
    incremental_authorization: { status: "unavailable" },
    installments: null,
    last4: last4(result),
    mandate: null,
    multicapture: { status: "unavailable" },
    network: "visa",
    network_token: { used: false },
    network_transaction_id: null,
    overcapture: { maximum_amount_capturable: intent.amount, status: "unavailable" },
    regulated_status: null,
    three_d_secure: result.authenticated
      ? {
          authentication_flow: "challenge",
          electronic_commerce_indicator: "05",
          exemption_indicator: null,
          result: "authenticated",
          result_reason: null,
          transaction_id: null,
          version: "2.2.0",
        }
      : null,
    transaction_link_id: null,
    wallet: null,
  } satisfies Stripe.Charge.PaymentMethodDetails.Card;
  return { card, type: "card" };
}

const debit: Stripe.Charge.PaymentMethodDetails = {
  sepa_debit: {
    bank_code: "37040044",
    branch_code: "",
    country: "DE",
    fingerprint: null,
    last4: "3000",
    mandate: null,
  },
  type: "sepa_debit",
};

const declineCodeMessages: Readonly<Record<string, string>> = {
  generic_decline: "Your card was declined.",
  authentication_required: "Your card was declined. This transaction requires authentication.",
};

/** The sentence that a buyer reads. */
export const declineMessage = (code: string) =>
  declineCodeMessages[code] ?? declineCodeMessages.generic_decline;

/** An attempt to take the money of a payment: it has its own record, whether the bank paid or refused. */
export function createCharge(
  tx: Tx,
  intent: Stripe.PaymentIntent,
  result: ChargeResult,
): Promise<Stripe.Charge> {
  const { declined } = result;
  const id = newId("ch");
  return put<Stripe.Charge>(tx, {
    id,
    object: "charge",
    amount: intent.amount,
    amount_captured: declined === null ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: declined === null ? newId("txn") : null,
    billing_details: {
      address: noAddress,
      email: result.email,
      name: null,
      phone: null,
      tax_id: null,
    },
    calculated_statement_descriptor: null,
    captured: declined === null,
    created: tx.now,
    currency: intent.currency,
    customer: idOf(intent.customer),
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: declined === null ? null : "card_declined",
    failure_message: declined === null ? null : declineMessage(declined),
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: {
      advice_code: declined === null ? null : "try_again_later",
      network_advice_code: null,
      network_decline_code: null,
      network_status: declined === null ? "approved_by_network" : "declined_by_network",
      reason: declined,
      risk_level: "normal",
      risk_score: 12,
      seller_message: declined === null ? "Payment complete." : "The bank declined the payment.",
      type: declined === null ? "authorized" : "issuer_declined",
    },
    paid: declined === null,
    payment_intent: intent.id,
    payment_method: idOf(intent.payment_method),
    payment_method_details: result.method === "card" ? cardOf(intent, result) : debit,
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: declined === null ? "succeeded" : "failed",
    transfer_data: null,
    transfer_group: null,
  });
}
