import type Stripe from "stripe";
import { newId } from "./ids.ts";
import { apiVersion, type StoredObject } from "./kinds.ts";
import { setSetting, setting, type Tx } from "./store.ts";

/** The events that the sandbox sends; at Stripe an endpoint chooses them. */
export type EventType = Extract<
  Stripe.Event.Type,
  | "charge.dispute.closed"
  | "charge.dispute.created"
  | "charge.dispute.funds_reinstated"
  | "charge.dispute.funds_withdrawn"
  | "charge.refunded"
  | "checkout.session.async_payment_failed"
  | "checkout.session.async_payment_succeeded"
  | "checkout.session.completed"
  | "checkout.session.expired"
  | "customer.subscription.created"
  | "customer.subscription.deleted"
  | "customer.subscription.updated"
  | "invoice.finalized"
  | "invoice.paid"
  | "invoice.payment_failed"
  | "payment_intent.payment_failed"
  | "payment_intent.succeeded"
  | "refund.created"
  | "refund.updated"
>;

/** A fault of the network that an admin has ordered for the next event. */
export type Fault = "lose" | "double";

/** Orders a fault for one more event. */
export async function orderFault(tx: Tx, fault: Fault): Promise<void> {
  const ordered = Number((await setting(tx, `${fault}-next`)) ?? 0);
  await setSetting(tx, `${fault}-next`, String(ordered + 1));
}

/** How many events to come will suffer a fault. */
export const orderedFaults = async (tx: Tx, fault: Fault) =>
  Number((await setting(tx, `${fault}-next`)) ?? 0);

async function isStruck(tx: Tx, fault: Fault): Promise<boolean> {
  const ordered = await orderedFaults(tx, fault);
  if (ordered === 0) return false;
  await setSetting(tx, `${fault}-next`, String(ordered - 1));
  return true;
}

/** Queues an event for sending once more. */
export async function queueDelivery(
  tx: Tx,
  eventId: string,
  state: "pending" | "lost" = "pending",
): Promise<void> {
  await tx.client.query(
    "insert into payment_sandbox.deliveries (event_id, state) values ($1, $2)",
    [eventId, state],
  );
}

/** Records an event with the object as it is now, and queues it in the same transaction. */
export async function emit(
  tx: Tx,
  type: EventType,
  object: StoredObject,
  previous?: object,
): Promise<void> {
  const event = {
    id: newId("evt"),
    object: "event",
    api_version: apiVersion,
    created: tx.now,
    data: { object, ...(previous && { previous_attributes: previous }) },
    livemode: false,
    pending_webhooks: 1,
    request: { id: tx.request?.id ?? null, idempotency_key: tx.request?.key ?? null },
    type,
  } satisfies Stripe.EventBase;
  await tx.client.query(
    `insert into payment_sandbox.events (id, type, object_id, created, data) values ($1, $2, $3, $4, $5)`,
    [event.id, type, object.id, event.created, JSON.stringify(event)],
  );
  if (await isStruck(tx, "lose")) {
    await queueDelivery(tx, event.id, "lost");
    return;
  }
  await queueDelivery(tx, event.id);
  if (await isStruck(tx, "double")) await queueDelivery(tx, event.id);
}
