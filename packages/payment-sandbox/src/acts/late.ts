import type Stripe from "stripe";
import { emit } from "../events.ts";
import { invalidRequest } from "../errors.ts";
import { idOf } from "../kinds.ts";
import type { ChargeResult } from "../objects/charge.ts";
import { allWith, get, put, type Tx } from "../store.ts";
import { markFailed, markPaid } from "./invoices.ts";
import { attempt } from "./payments.ts";

async function invoicePaymentOf(tx: Tx, intent: string): Promise<Stripe.InvoicePayment | null> {
  const { rows } = await tx.client.query<{ data: Stripe.InvoicePayment }>(
    `select data from payment_sandbox.objects
     where kind = 'invoice_payment' and data->'payment'->>'payment_intent' = $1`,
    [intent],
  );
  return rows.at(0)?.data ?? null;
}

/** A transfer arrives, or the buyer's bank refuses it. */
export async function settleTransfer(tx: Tx, id: string, isPaid: boolean): Promise<void> {
  const intent = await get(tx, "payment_intent", id);
  if (intent.status !== "processing") throw invalidRequest("No money is on its way.");
  const customer = idOf(intent.customer);
  const email = customer === null ? null : (await get(tx, "customer", customer)).email;
  const result: ChargeResult = {
    method: "sepa_debit",
    declined: isPaid ? null : "generic_decline",
    email,
  };
  await attempt(tx, intent, result);
  const payment = await invoicePaymentOf(tx, id);
  let sessions = await allWith(tx, "checkout.session", "payment_intent", id);
  if (payment !== null) {
    const invoice = await get(tx, "invoice", idOf(payment.invoice) ?? "");
    if (isPaid) await markPaid(tx, invoice, payment);
    else await markFailed(tx, invoice);
    sessions = await allWith(tx, "checkout.session", "invoice", invoice.id);
  }
  for (const session of sessions) {
    const settled = await put<Stripe.Checkout.Session>(tx, {
      ...session,
      payment_status: isPaid ? "paid" : "unpaid",
    });
    const event = isPaid ? "succeeded" : "failed";
    await emit(tx, `checkout.session.async_payment_${event}`, settled);
  }
}
