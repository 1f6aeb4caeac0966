import type { Sandbox } from "@echoform/payment-sandbox";
import type { Offer } from "#app/rules/price-list.ts";

export type { CheckoutView, ControlView, PortalView, Sandbox } from "@echoform/payment-sandbox";

/** Whose ids and money these are: the built-in sandbox's, those of Stripe's test mode, or real ones. */
export type PaymentMode = "sandbox" | "test" | "live";

/** What an event is a reason to read anew. */
export type EventSubject = { kind: "intent" | "invoice" | "session" | "subscription"; id: string };

/** An event as the provider made it. Only ids are taken from it: everything else is read anew. */
export type PaymentEvent = {
  id: string;
  kind: string;
  livemode: boolean;
  /** The connected account that it is about; null for the account itself. */
  account: string | null;
  objectId: string | null;
  /** Null when it changes nothing here. */
  subject: EventSubject | null;
  payload: object;
};

export type ReadDispute = {
  id: string;
  amount: number;
  currency: string;
  /** "lost" once the money is gone for good, "won" when it is back or was never taken. */
  state: "open" | "won" | "lost";
  status: string;
  reason: string;
  createdAt: Date;
};

/** A payment intent with what became of its money. */
export type ReadIntent = {
  id: string;
  livemode: boolean;
  status: "paid" | "open" | "failed";
  /** Minor units that were received, with tax. */
  amount: number;
  currency: string;
  customerId: string | null;
  /** The checkout that it was opened for; null for those of invoices. */
  checkoutId: string | null;
  /** The invoice that it pays; null for those of packs. */
  invoiceId: string | null;
  refunded: number;
  disputes: ReadDispute[];
  receiptUrl: string | null;
  createdAt: Date;
};

export type ReadSession = {
  id: string;
  paymentIntent: string | null;
  subscriptionId: string | null;
  /** Minor units, before and with tax. */
  subtotal: number;
  total: number;
};

export type ReadInvoice = {
  id: string;
  livemode: boolean;
  status: "draft" | "open" | "paid" | "void";
  /** A payment was tried and failed. */
  failed: boolean;
  customerId: string | null;
  subscriptionId: string | null;
  /** The checkout that the subscription was opened or last changed by. */
  checkoutId: string | null;
  /** Minor units: without tax, and all that was paid. */
  subtotal: number;
  total: number;
  paid: number;
  currency: string;
  lines: { id: string; amount: number; from: Date; to: Date }[];
  /** Null when nothing had to be paid, or it was paid elsewhere. */
  paymentIntent: string | null;
  number: string | null;
  url: string | null;
  createdAt: Date;
};

export type ReadSubscription = {
  id: string;
  livemode: boolean;
  /** Stripe's word: active, past_due, incomplete, canceled … */
  status: string;
  customerId: string;
  checkoutId: string | null;
  amount: number | null;
  currency: string;
  periodEnd: Date;
  cancelsAt: Date | null;
  createdAt: Date;
};

export type NewCheckout = {
  /** Kept as metadata of all that comes of it. */
  checkoutId: string;
  offer: Offer;
  customerId: string;
  /** Where the browser goes after paying; `{CHECKOUT_SESSION_ID}` in it is replaced. */
  successUrl: string;
  cancelUrl: string;
};

/** What moves money. Requests with a key may be repeated: they are carried out once. */
export type Payments = {
  mode: PaymentMode;
  livemode: boolean;
  /** ISO 4217, lower case. */
  currency: string;
  /** The built-in sandbox; null with a key of Stripe. */
  sandbox: Sandbox | null;
  createCustomer(member: {
    userId: string;
    email: string;
    name: string;
    /** The same request has the same key. */
    key: string;
  }): Promise<string>;
  openCheckout(checkout: NewCheckout): Promise<{ sessionId: string; url: string }>;
  openPortal(portal: { customerId: string; returnUrl: string }): Promise<{ url: string }>;
  /** Sends money back: the amount, or all that is left. */
  refund(refund: { paymentIntent: string; amount?: number; key: string }): Promise<void>;
  /** Ends a subscription at the end of what is paid, or takes that back. */
  cancelAtPeriodEnd(subscriptionId: string, cancel: boolean): Promise<void>;
  cancelNow(subscriptionId: string): Promise<void>;
  /**
   * Changes the plan. `now` starts a new month that is paid at once, and changes nothing when that fails; otherwise
   * the new price is first paid when the month ends.
   */
  changePlan(change: {
    subscriptionId: string;
    checkoutId: string;
    offer: Offer;
    now: boolean;
  }): Promise<void>;
  readIntent(id: string): Promise<ReadIntent>;
  readSession(id: string): Promise<ReadSession>;
  /** The checkout session that a pack's payment came from. */
  sessionOf(paymentIntent: string): Promise<ReadSession | null>;
  readInvoice(id: string): Promise<ReadInvoice>;
  readSubscription(id: string): Promise<ReadSubscription>;
  /**
   * The event in a request's body, once its signature and its time are checked.
   * @throws EventRefused
   */
  verifyEvent(body: Uint8Array, signature: string | null, now?: Date): Promise<PaymentEvent>;
  /** A verified event that was kept. @throws EventRefused when it is none */
  readEvent(payload: unknown): PaymentEvent;
  /** Events that the provider made since then, the newest first, for those that never arrived. */
  eventsSince(since: Date): AsyncIterable<PaymentEvent>;
  close(): Promise<void>;
};

/** A request that is not a true event: forged, changed on its way, or sent at another time. */
export class EventRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = "EventRefused";
  }
}

/** The provider refused and would refuse again: trying once more is of no use. */
export class PaymentRefused extends Error {
  /** "declined": the card; "missing": there is no such object; "refused": anything else. */
  readonly reason: "declined" | "missing" | "refused";

  constructor(reason: PaymentRefused["reason"], message: string, cause: unknown) {
    super(message, { cause });
    this.name = "PaymentRefused";
    this.reason = reason;
  }
}

/** Works on errors of another bundle of the same program too. */
export function isPaymentRefused(error: unknown): error is PaymentRefused {
  return error instanceof Error && error.name === "PaymentRefused" && "reason" in error;
}

/** Seconds by which the stamp of an event may be off, in both directions. */
export const stampTolerance = 300;
