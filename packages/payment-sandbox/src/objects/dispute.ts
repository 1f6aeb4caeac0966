import type Stripe from "stripe";
import { newId } from "../ids.ts";
import { idOf } from "../kinds.ts";
import { put, type Tx } from "../store.ts";

const noEvidence: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
};

/** What Stripe keeps for each dispute, won or lost. */
const disputeFee = 1_500;

/** Money that moves for a dispute: withdrawn when it is opened, given back when it is won. */
export function movementOf(
  tx: Tx,
  dispute: Pick<Stripe.Dispute, "id" | "amount" | "currency">,
  direction: "withdrawn" | "reinstated",
): Stripe.BalanceTransaction {
  const amount = direction === "withdrawn" ? -dispute.amount : dispute.amount;
  const fee = direction === "withdrawn" ? disputeFee : 0;
  return {
    id: newId("txn"),
    object: "balance_transaction",
    amount,
    available_on: tx.now,
    balance_type: "payments",
    created: tx.now,
    currency: dispute.currency,
    description: `Chargeback ${direction} for ${dispute.id}`,
    exchange_rate: null,
    fee,
    fee_details:
      fee === 0
        ? []
        : [
            {
              amount: fee,
              application: null,
              currency: dispute.currency,
              description: "Dispute fee",
              type: "stripe_fee",
            },
          ],
    net: amount - fee,
    reporting_category: direction === "withdrawn" ? "dispute" : "dispute_reversal",
    source: dispute.id,
    status: "available",
    type: "adjustment",
  };
}

/** A buyer's bank takes a payment back until it is decided who is right. */
export function createDispute(tx: Tx, charge: Stripe.Charge): Promise<Stripe.Dispute> {
  const id = newId("du");
  const { currency } = charge;
  const amount = charge.amount - charge.amount_refunded;
  return put<Stripe.Dispute>(tx, {
    id,
    object: "dispute",
    amount,
    balance_transactions: [movementOf(tx, { id, amount, currency }, "withdrawn")],
    charge: charge.id,
    created: tx.now,
    currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence,
    evidence_details: {
      due_by: tx.now + 14 * 86_400,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: "not_submitted",
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: idOf(charge.payment_intent),
    payment_method_details: {
      card: {
        brand: "visa",
        case_type: "chargeback",
        network: "visa",
        network_reason_code: "10.4",
      },
      type: "card",
    },
    reason: "fraudulent",
    status: "needs_response",
  });
}
