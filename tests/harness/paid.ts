import type { ReadIntent, ReadInvoice, ReadSubscription } from "#app/adapters/payments/port.ts";
import { readEvent } from "#app/adapters/payments/stripe-events.ts";
import { keepEvent, openCheckout } from "#app/features/payments/commands.ts";
import { workOnEvent } from "#app/features/payments/jobs.ts";
import type { OfferId } from "#app/rules/price-list.ts";
import type { Services } from "#app/services.ts";
import { anIntent, eventBody, newId, type TestProvider } from "./payment-provider.ts";

export type Offered = { checkoutId: string; customerId: string; amount: number; credits: number };

const day = 86_400_000;

/** What members do with a provider of tests, and what comes of its events. */
export function payingMembers(services: Services, provider: TestProvider) {
  const { intents, invoices, subscriptions, asked } = provider;

  async function checkout(userId: string, offer: OfferId): Promise<Offered> {
    await openCheckout(services, { role: "member", userId }, { offer });
    const { with: wanted } = asked.findLast(({ name }) => name === "checkout") as {
      with: { checkoutId: string; customerId: string; offer: { amount: number; credits: number } };
    };
    const { amount, credits } = wanted.offer;
    return { checkoutId: wanted.checkoutId, customerId: wanted.customerId, amount, credits };
  }

  /** Sends events as the receiver keeps them, and works on all that are due. @returns their ids */
  async function tell(kind: string, object: object, more: object = {}): Promise<string> {
    const event = readEvent(JSON.parse(eventBody(kind, object, more)));
    await keepEvent(services, event);
    while (await workOnEvent(services));
    return event.id;
  }

  const aboutIntent = (kind: string, id: string) => tell(kind, { object: "payment_intent", id });

  /** A paid pack; told unless it is to be kept quiet. */
  async function buy(
    userId: string,
    offer: OfferId,
    more: Partial<ReadIntent> = {},
  ): Promise<ReadIntent> {
    const intent = anIntent(await checkout(userId, offer), more);
    intents.set(intent.id, intent);
    await aboutIntent("payment_intent.succeeded", intent.id);
    return intent;
  }

  /** Changes an intent and tells of it. */
  async function change(intent: ReadIntent, changes: Partial<ReadIntent>): Promise<ReadIntent> {
    const changed = { ...(intents.get(intent.id) ?? intent), ...changes };
    intents.set(intent.id, changed);
    await tell("charge.updated", { object: "charge", id: newId("ch"), payment_intent: intent.id });
    return changed;
  }

  /** A subscription with its first invoice, paid. */
  async function subscribe(userId: string, offer: OfferId) {
    const offered = await checkout(userId, offer);
    const subscription: ReadSubscription = {
      id: newId("sub"),
      livemode: false,
      status: "active",
      customerId: offered.customerId,
      checkoutId: offered.checkoutId,
      amount: offered.amount,
      currency: "usd",
      periodEnd: new Date(Date.now() + 30 * day),
      cancelsAt: null,
      createdAt: new Date(),
    };
    subscriptions.set(subscription.id, subscription);
    const invoice = addInvoice(subscription);
    await tell("customer.subscription.created", { object: "subscription", id: subscription.id });
    await tell("invoice.paid", { object: "invoice", id: invoice.id });
    return { subscription, invoice };
  }

  /** A paid invoice of a subscription with its payment; nobody is told. */
  function addInvoice(of: ReadSubscription, more: Partial<ReadInvoice> = {}): ReadInvoice {
    const amount = of.amount ?? 0;
    const invoice: ReadInvoice = {
      id: newId("in"),
      livemode: false,
      status: "paid",
      failed: false,
      customerId: of.customerId,
      subscriptionId: of.id,
      checkoutId: of.checkoutId,
      subtotal: amount,
      total: amount,
      paid: amount,
      currency: "usd",
      lines: [{ id: newId("il"), amount, from: new Date(), to: of.periodEnd }],
      paymentIntent: newId("pi"),
      number: "E-0001",
      url: "https://pay.example.org/invoice",
      createdAt: new Date(),
      ...more,
    };
    invoices.set(invoice.id, invoice);
    if (invoice.paymentIntent !== null) {
      const { customerId } = of;
      const intent = anIntent({ checkoutId: "", customerId, amount: invoice.paid });
      const { paymentIntent: id } = invoice;
      intents.set(id, { ...intent, id, checkoutId: null, invoiceId: invoice.id });
    }
    return invoice;
  }

  const outcomeOf = (id: string) =>
    services.db
      .selectFrom("payment_events")
      .select(["state", "last_error", "attempts"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();

  const accountOf = (userId: string) =>
    services.db
      .selectFrom("ledger_accounts")
      .select(["available", "held", "frozen", "debt"])
      .where("user_id", "=", userId)
      .executeTakeFirstOrThrow();

  return {
    checkout,
    tell,
    aboutIntent,
    buy,
    change,
    subscribe,
    addInvoice,
    outcomeOf,
    accountOf,
  };
}
