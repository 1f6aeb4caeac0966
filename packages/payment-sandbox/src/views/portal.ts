import type Stripe from "stripe";
import type { CustomerState } from "../acts/invoices.ts";
import { openInvoices, subscriptionIdOf } from "../acts/invoices.ts";
import { idOf } from "../kinds.ts";
import { itemOf } from "../objects/subscription.ts";
import { allWith, find, get, innerState, type Tx } from "../store.ts";

export type PortalPlan = {
  price: string;
  name: string;
  amount: number;
  currency: string;
  every: string;
};

/** What the page of the customer portal shows. */
export type PortalView = {
  id: string;
  email: string | null;
  returnUrl: string | null;
  /** The link was opened too late; nothing can be done with it. */
  isExpired: boolean;
  cardFails: boolean;
  subscriptions: (PortalPlan & {
    id: string;
    status: string;
    /** Seconds since 1970. */
    periodEnd: number;
    isCancelled: boolean;
    hasOpenInvoice: boolean;
    /** Plans that it can be changed to. */
    others: PortalPlan[];
  })[];
  invoices: {
    id: string;
    number: string;
    description: string;
    /** Minor units. */
    amount: number;
    currency: string;
    status: string;
    createdAt: number;
    isSubscription: boolean;
  }[];
};

/** A portal's link works for an hour. */
const linkSeconds = 3_600;

/** The session of a portal's link, and whether it still works. */
export async function portalSession(tx: Tx, id: string) {
  const session = await find(tx, "billing_portal.session", id);
  if (session === null) return null;
  return { session, isExpired: session.created + linkSeconds < tx.now };
}

async function planOf(tx: Tx, price: Stripe.Price): Promise<PortalPlan> {
  const product = await get(tx, "product", idOf(price.product) ?? "");
  return {
    price: price.id,
    name: product.name,
    amount: price.unit_amount ?? 0,
    currency: price.currency,
    every: price.recurring?.interval ?? "",
  };
}

/** Recurring prices of the same currency and rhythm that were sold or offered, each name and amount once. */
async function plansBeside(tx: Tx, present: Stripe.Price): Promise<PortalPlan[]> {
  const { rows } = await tx.client.query<{ data: Stripe.Price }>(
    `select data from payment_sandbox.objects where kind = 'price'
       and data->>'currency' = $1 and data->'recurring'->>'interval' = $2
       and data->'recurring'->>'interval_count' = $3
     order by seq desc limit 100`,
    [present.currency, present.recurring?.interval, String(present.recurring?.interval_count)],
  );
  const own = await planOf(tx, present);
  const plans = new Map<string, PortalPlan>();
  for (const { data } of rows) {
    const plan = await planOf(tx, data);
    const key = `${plan.name}:${plan.amount}`;
    if (key !== `${own.name}:${own.amount}` && !plans.has(key)) plans.set(key, plan);
  }
  return [...plans.values()].toSorted((one, other) => one.amount - other.amount);
}

async function subscriptionView(
  tx: Tx,
  subscription: Stripe.Subscription,
): Promise<PortalView["subscriptions"][number]> {
  const item = itemOf(subscription);
  return {
    ...(await planOf(tx, item.price)),
    id: subscription.id,
    status: subscription.status,
    periodEnd: item.current_period_end,
    isCancelled: subscription.cancel_at_period_end,
    hasOpenInvoice: (await openInvoices(tx, subscription)).length > 0,
    others: await plansBeside(tx, item.price),
  };
}

/** @returns null where there is no such link */
export async function portalView(tx: Tx, id: string): Promise<PortalView | null> {
  const found = await portalSession(tx, id);
  if (found === null) return null;
  const { session, isExpired } = found;
  const customer = await get(tx, "customer", session.customer);
  const { cardFails = false } = await innerState<CustomerState>(tx, customer.id);
  const subscriptions = await allWith(tx, "subscription", "customer", customer.id);
  const invoices = await allWith(tx, "invoice", "customer", customer.id);
  const view: PortalView = {
    id,
    email: customer.email,
    returnUrl: session.return_url,
    isExpired,
    cardFails,
    subscriptions: [],
    invoices: invoices.map((invoice) => ({
      id: invoice.id,
      number: invoice.number ?? invoice.id,
      description: invoice.lines.data.map(({ description }) => description ?? "").join(", "),
      amount: invoice.total,
      currency: invoice.currency,
      status: invoice.status ?? "open",
      createdAt: invoice.created,
      isSubscription: subscriptionIdOf(invoice) !== null,
    })),
  };
  for (const subscription of subscriptions) {
    view.subscriptions.push(await subscriptionView(tx, subscription));
  }
  return view;
}
