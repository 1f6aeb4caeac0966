import type Stripe from "stripe";
import type { Offer } from "#app/rules/price-list.ts";
import { readEvent, verifiedEvent } from "./stripe-events.ts";
import {
  idOf,
  invoiceOf,
  intentOf,
  sessionOf,
  subscriptionOf,
  translated,
} from "./stripe-objects.ts";
import type { Payments } from "./port.ts";

export type StripeOptions = {
  /** Where the API is, for the sandbox; Stripe's own address without. */
  server: { host: string; port: number; protocol: "http" } | null;
  apiKey: string;
  webhookSecret: string;
  currency: string;
  automaticTax: boolean;
};

/** Milliseconds that one request may take. */
const timeout = 20_000;

async function openClient({ apiKey, server }: StripeOptions): Promise<Stripe> {
  // Loaded when it is first needed: most processes never talk to the provider.
  const { Stripe: Client } = await import("stripe");
  return new Client(apiKey, { ...server, timeout, maxNetworkRetries: 2, telemetry: false });
}

/** Payments over Stripe's official client: at Stripe itself, or at a server that speaks as it does. */
export function openStripe(
  options: StripeOptions,
): Omit<Payments, "mode" | "livemode" | "sandbox" | "close"> {
  const { currency, automaticTax, webhookSecret } = options;
  let opening: Promise<Stripe> | null = null;

  /** Calls the API, with refusals as errors of the port. */
  async function ask<T>(call: (stripe: Stripe) => Promise<T>): Promise<T> {
    opening ??= openClient(options);
    const stripe = await opening;
    try {
      return await call(stripe);
    } catch (error) {
      throw translated(error);
    }
  }

  const price = (offer: Offer) => ({
    currency,
    unit_amount: offer.amount,
    ...(automaticTax && { tax_behavior: "exclusive" as const }),
    ...(offer.kind === "plan" && { recurring: { interval: "month" as const } }),
  });

  const description = (offer: Offer) =>
    offer.kind === "plan" ? `${offer.credits} credits a month` : "They do not expire";

  async function disputesOf(stripe: Stripe, intent: Stripe.PaymentIntent) {
    const charge = intent.latest_charge;
    // Most payments are never disputed.
    if (charge === null || typeof charge === "string" || !charge.disputed) return [];
    const { data } = await stripe.disputes.list({ payment_intent: intent.id, limit: 100 });
    return data;
  }

  return {
    currency,
    createCustomer: ({ userId, email, name, key }) =>
      ask(async (stripe) => {
        const member = { email, name, metadata: { user: userId } };
        const customer = await stripe.customers.create(member, {
          idempotencyKey: key,
        });
        return customer.id;
      }),
    openCheckout: ({ checkoutId, offer, customerId, successUrl, cancelUrl }) =>
      ask(async (stripe) => {
        const metadata = { checkout: checkoutId };
        const product_data = { name: offer.name, description: description(offer) };
        const session = await stripe.checkout.sessions.create(
          {
            mode: offer.kind === "plan" ? "subscription" : "payment",
            customer: customerId,
            client_reference_id: checkoutId,
            line_items: [{ quantity: 1, price_data: { ...price(offer), product_data } }],
            success_url: successUrl,
            cancel_url: cancelUrl,
            metadata,
            ...(offer.kind === "plan"
              ? { subscription_data: { metadata } }
              : { payment_intent_data: { metadata } }),
            ...(automaticTax && {
              automatic_tax: { enabled: true },
              customer_update: { address: "auto" },
            }),
          },
          { idempotencyKey: `checkout:${checkoutId}` },
        );
        if (session.url === null) throw new Error(`The checkout ${session.id} has no page`);
        return { sessionId: session.id, url: session.url };
      }),
    openPortal: ({ customerId, returnUrl }) =>
      ask(async (stripe) => {
        const portal = { customer: customerId, return_url: returnUrl };
        const { url } = await stripe.billingPortal.sessions.create(portal);
        return { url };
      }),
    refund: ({ paymentIntent, amount, key }) =>
      ask(async (stripe) => {
        const refund = { payment_intent: paymentIntent, ...(amount !== undefined && { amount }) };
        await stripe.refunds.create(refund, { idempotencyKey: key });
      }),
    cancelAtPeriodEnd: (id, cancel) =>
      ask(async (stripe) => {
        await stripe.subscriptions.update(id, { cancel_at_period_end: cancel });
      }),
    cancelNow: (id) =>
      ask(async (stripe) => {
        await stripe.subscriptions.cancel(id);
      }),
    changePlan: ({ subscriptionId, checkoutId, offer, now }) =>
      ask(async (stripe) => {
        const { items } = await stripe.subscriptions.retrieve(subscriptionId);
        const named = { name: offer.name, description: description(offer) };
        const product = await stripe.products.create(named, {
          idempotencyKey: `product:${checkoutId}`,
        });
        const price_data = {
          currency,
          unit_amount: offer.amount,
          recurring: { interval: "month" as const },
          product: product.id,
          ...(automaticTax && { tax_behavior: "exclusive" as const }),
        };
        await stripe.subscriptions.update(
          subscriptionId,
          {
            items: [{ id: items.data[0].id, price_data }],
            metadata: { checkout: checkoutId },
            // The credits of the month that is paid stay, so nothing of its price goes back.
            proration_behavior: "none",
            ...(now && {
              billing_cycle_anchor: { type: "now" },
              payment_behavior: "error_if_incomplete",
            }),
          },
          { idempotencyKey: `change:${checkoutId}` },
        );
      }),
    readIntent: (id) =>
      ask(async (stripe) => {
        const intent = await stripe.paymentIntents.retrieve(id, { expand: ["latest_charge"] });
        const disputes = await disputesOf(stripe, intent);
        if (intent.metadata.checkout !== undefined) return intentOf(intent, disputes, null);
        const payment = { type: "payment_intent" as const, payment_intent: id };
        const { data } = await stripe.invoicePayments.list({ payment, limit: 1 });
        return intentOf(intent, disputes, data.length === 0 ? null : idOf(data[0].invoice));
      }),
    readSession: (id) =>
      ask(async (stripe) => sessionOf(await stripe.checkout.sessions.retrieve(id))),
    sessionOf: (paymentIntent) =>
      ask(async (stripe) => {
        const { data } = await stripe.checkout.sessions.list({ payment_intent: paymentIntent });
        return data.length === 0 ? null : sessionOf(data[0]);
      }),
    readInvoice: (id) =>
      ask(async (stripe) => {
        const invoice = await stripe.invoices.retrieve(id);
        const { data } = await stripe.invoicePayments.list({ invoice: id, limit: 100 });
        return invoiceOf(invoice, data);
      }),
    readSubscription: (id) =>
      ask(async (stripe) => subscriptionOf(await stripe.subscriptions.retrieve(id))),
    verifyEvent: (body, signature, now = new Date()) =>
      verifiedEvent({ body, signature, secret: webhookSecret, now }),
    readEvent,
    async *eventsSince(since) {
      opening ??= openClient(options);
      const stripe = await opening;
      const created = { gte: Math.floor(since.getTime() / 1000) };
      for await (const event of stripe.events.list({ created, limit: 100 })) {
        yield readEvent(event);
      }
    },
  };
}
