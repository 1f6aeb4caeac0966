import type Stripe from "stripe";
import { orderedFaults } from "../events.ts";
import { idOf } from "../kinds.ts";
import { itemOf } from "../objects/subscription.ts";
import { allWith, find, newest, setting, type Tx } from "../store.ts";

/** What the page of controls shows: the newest of everything. */
export type ControlView = {
  /** Seconds since 1970 by the sandbox's clock, and how far it is ahead. */
  now: number;
  ahead: number;
  /** Faults that are ordered for events to come. */
  faults: { lose: number; double: number };
  payments: {
    id: string;
    email: string | null;
    /** Minor units. */
    amount: number;
    refunded: number;
    currency: string;
    status: string;
    /** The dispute about it; null where there is none. */
    dispute: { id: string; status: string } | null;
    createdAt: number;
  }[];
  subscriptions: {
    id: string;
    email: string | null;
    name: string;
    amount: number;
    currency: string;
    status: string;
    periodEnd: number;
    isCancelled: boolean;
  }[];
  events: {
    id: string;
    type: string;
    objectId: string;
    createdAt: number;
    deliveries: { state: string; attempts: number; error: string | null }[];
  }[];
};

const atMost = 25;

async function emailOf(tx: Tx, customer: string | null): Promise<string | null> {
  return customer === null ? null : ((await find(tx, "customer", customer))?.email ?? null);
}

async function paymentView(tx: Tx, intent: Stripe.PaymentIntent) {
  const charge = await find(tx, "charge", idOf(intent.latest_charge) ?? "");
  const [dispute] = charge?.disputed ? await allWith(tx, "dispute", "charge", charge.id) : [];
  return {
    id: intent.id,
    email: await emailOf(tx, idOf(intent.customer)),
    amount: intent.amount,
    refunded: charge?.amount_refunded ?? 0,
    currency: intent.currency,
    status: intent.status,
    dispute: dispute === undefined ? null : { id: dispute.id, status: dispute.status },
    createdAt: intent.created,
  };
}

async function subscriptionView(tx: Tx, subscription: Stripe.Subscription) {
  const item = itemOf(subscription);
  return {
    id: subscription.id,
    email: await emailOf(tx, idOf(subscription.customer)),
    name: (await find(tx, "product", idOf(item.price.product) ?? ""))?.name ?? "",
    amount: item.price.unit_amount ?? 0,
    currency: subscription.currency,
    status: subscription.status,
    periodEnd: item.current_period_end,
    isCancelled: subscription.cancel_at_period_end,
  };
}

async function eventViews(tx: Tx): Promise<ControlView["events"]> {
  const { rows } = await tx.client.query<ControlView["events"][number]>(
    `select id, type, object_id as "objectId", created::float8 as "createdAt",
       coalesce((select json_agg(json_build_object(
           'state', state, 'attempts', attempts, 'error', last_error) order by delivery.id)
         from payment_sandbox.deliveries as delivery where event_id = event.id), '[]') as deliveries
     from payment_sandbox.events as event order by seq desc limit ${atMost}`,
  );
  return rows;
}

/** The state of the sandbox for those who play bank, network and time. */
export async function controlView(tx: Tx): Promise<ControlView> {
  const payments: ControlView["payments"] = [];
  for (const intent of await newest(tx, "payment_intent", atMost)) {
    payments.push(await paymentView(tx, intent));
  }
  const subscriptions: ControlView["subscriptions"] = [];
  for (const subscription of await newest(tx, "subscription", atMost)) {
    subscriptions.push(await subscriptionView(tx, subscription));
  }
  return {
    now: tx.now,
    ahead: Number((await setting(tx, "clock-offset")) ?? 0),
    faults: { lose: await orderedFaults(tx, "lose"), double: await orderedFaults(tx, "double") },
    payments,
    subscriptions,
    events: await eventViews(tx),
  };
}
