import { createHmac, randomBytes } from "node:crypto";
import { readEvent, verifiedEvent } from "#app/adapters/payments/stripe-events.ts";
import {
  PaymentRefused,
  type Payments,
  type ReadDispute,
  type ReadIntent,
  type ReadInvoice,
  type ReadSession,
  type ReadSubscription,
} from "#app/adapters/payments/port.ts";

const secret = "whsec_of_the_tests";

/** The value of the header Stripe-Signature. @param at seconds since 1970; now when left out */
export function signed(body: string, key = secret, at = Math.floor(Date.now() / 1000)): string {
  const digest = createHmac("sha256", key).update(`${at}.${body}`).digest("hex");
  return `t=${at},v1=${digest}`;
}

export const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString("hex")}`;

/** The body of an event, as Stripe writes it. */
export function eventBody(kind: string, object: object, more: object = {}): string {
  return JSON.stringify({
    id: newId("evt"),
    object: "event",
    api_version: "2026-10-28.endive",
    created: Math.floor(Date.now() / 1000),
    livemode: false,
    type: kind,
    data: { object },
    ...more,
  });
}

/**
 * A provider whose objects the test changes as it likes, also into what no true provider would say. Its events are
 * checked by the code that checks Stripe's.
 */
export function testProvider() {
  const intents = new Map<string, ReadIntent>();
  const invoices = new Map<string, ReadInvoice>();
  const sessions = new Map<string, ReadSession>();
  const subscriptions = new Map<string, ReadSubscription>();
  /** What was asked of it, in order. */
  const asked: { name: string; with: object }[] = [];
  /** Thrown by the next requests, e.g. as when it cannot be reached. */
  const failures: Error[] = [];

  /** Awaited between what a read finds and its answer. */
  const delays: Promise<void>[] = [];
  const counts = { reads: 0 };
  /** Requests whose customer is not known any more, by name; each once. */
  const lost = new Set<string>();

  function fail(): void {
    const failure = failures.shift();
    if (failure !== undefined) throw failure;
  }

  async function read<T>(from: Map<string, T>, id: string): Promise<T> {
    fail();
    counts.reads += 1;
    const found = from.get(id);
    if (found === undefined) throw new PaymentRefused("missing", `No such object: '${id}'`, null);
    // A copy: what was read does not change afterwards.
    const copy = structuredClone(found);
    await delays.shift();
    return copy;
  }

  const noted = (name: string, wanted: object) => {
    asked.push({ name, with: wanted });
    return Promise.resolve();
  };

  const payments: Payments = {
    mode: "sandbox",
    livemode: false,
    currency: "usd",
    sandbox: null,
    async createCustomer(member) {
      fail();
      await noted("customer", member);
      return newId("cus");
    },
    async openCheckout(checkout) {
      if (lost.delete("checkout")) throw new PaymentRefused("missing", "No such customer", null);
      await noted("checkout", checkout);
      const sessionId = newId("cs");
      return { sessionId, url: `https://pay.example.org/${sessionId}` };
    },
    async openPortal(portal) {
      await noted("portal", portal);
      return { url: "https://pay.example.org/portal" };
    },
    refund: (refund) => noted("refund", refund),
    cancelAtPeriodEnd: (id, cancel) => noted("cancel", { id, cancel }),
    cancelNow: (id) => noted("cancel-now", { id }),
    changePlan: (change) => noted("change", change),
    readIntent: (id) => read(intents, id),
    readInvoice: (id) => read(invoices, id),
    readSession: (id) => read(sessions, id),
    readSubscription: (id) => read(subscriptions, id),
    sessionOf: async (id) =>
      [...sessions.values()].find(({ paymentIntent }) => paymentIntent === id) ?? null,
    verifyEvent: (body, signature, now = new Date()) =>
      verifiedEvent({ body, signature, secret, now }),
    readEvent,
    async *eventsSince() {
      // None is missing.
    },
    close: () => Promise.resolve(),
  };
  return {
    payments,
    intents,
    invoices,
    sessions,
    subscriptions,
    asked,
    failures,
    delays,
    counts,
    lost,
  };
}

export type TestProvider = ReturnType<typeof testProvider>;

/** A paid payment of a pack; anything about it can be given otherwise. */
export function anIntent(
  offered: { checkoutId: string; customerId: string; amount: number },
  more: Partial<ReadIntent> = {},
): ReadIntent {
  return {
    id: newId("pi"),
    livemode: false,
    status: "paid",
    amount: offered.amount,
    currency: "usd",
    customerId: offered.customerId,
    checkoutId: offered.checkoutId,
    invoiceId: null,
    refunded: 0,
    disputes: [],
    receiptUrl: null,
    createdAt: new Date(),
    ...more,
  };
}

export const aDispute = (amount: number, more: Partial<ReadDispute> = {}): ReadDispute => ({
  id: newId("dp"),
  amount,
  currency: "usd",
  state: "open",
  status: "needs_response",
  reason: "fraudulent",
  createdAt: new Date(),
  ...more,
});
