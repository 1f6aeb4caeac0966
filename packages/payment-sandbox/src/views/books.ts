import type Stripe from "stripe";
import { idOf, type Kind, type Kinds } from "../kinds.ts";
import type { Tx } from "../store.ts";

/** All money that moved, as Stripe would report it. Amounts are minor units. */
export type Books = {
  payments: {
    paymentIntent: string;
    customer: string | null;
    /** The invoice that it paid; null for what a checkout sold once. */
    invoice: string | null;
    status: string;
    /** What was received. */
    amount: number;
    refunded: number;
    disputed: boolean;
    currency: string;
    metadata: Record<string, string>;
    created: number;
  }[];
  refunds: { id: string; paymentIntent: string | null; amount: number; created: number }[];
  disputes: {
    id: string;
    paymentIntent: string | null;
    amount: number;
    status: string;
    created: number;
  }[];
};

async function all<K extends Kind>(tx: Tx, kind: K): Promise<Kinds[K][]> {
  const { rows } = await tx.client.query<{ data: Kinds[K] }>(
    "select data from payment_sandbox.objects where kind = $1 order by seq",
    [kind],
  );
  return rows.map(({ data }) => data);
}

/** Every payment, refund and dispute. */
export async function readBooks(tx: Tx): Promise<Books> {
  const charges = new Map<string, Stripe.Charge>();
  for (const charge of await all(tx, "charge")) charges.set(charge.id, charge);
  const invoices = new Map<string | null, string | null>();
  for (const { payment, invoice } of await all(tx, "invoice_payment")) {
    invoices.set(idOf(payment.payment_intent), idOf(invoice));
  }
  const intents = await all(tx, "payment_intent");
  return {
    payments: intents.map((intent) => {
      const charge = charges.get(idOf(intent.latest_charge) ?? "");
      return {
        paymentIntent: intent.id,
        customer: idOf(intent.customer),
        invoice: invoices.get(intent.id) ?? null,
        status: intent.status,
        amount: intent.amount_received,
        refunded: charge?.amount_refunded ?? 0,
        disputed: charge?.disputed ?? false,
        currency: intent.currency,
        metadata: intent.metadata,
        created: intent.created,
      };
    }),
    refunds: (await all(tx, "refund")).map(({ id, payment_intent, amount, created }) => ({
      id,
      paymentIntent: idOf(payment_intent),
      amount,
      created,
    })),
    disputes: (await all(tx, "dispute")).map(({ id, payment_intent, amount, status, created }) => ({
      id,
      paymentIntent: idOf(payment_intent),
      amount,
      status,
      created,
    })),
  };
}
