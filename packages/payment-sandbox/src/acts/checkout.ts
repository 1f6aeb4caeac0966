import type Stripe from "stripe";
import { emit } from "../events.ts";
import { idOf } from "../kinds.ts";
import { declineMessage, type ChargeResult } from "../objects/charge.ts";
import type { SessionState } from "../objects/checkout-session.ts";
import { createCustomer } from "../objects/customer.ts";
import { createIntent } from "../objects/payment-intent.ts";
import { createInvoice, createInvoicePayment } from "../objects/invoice.ts";
import { createSubscription } from "../objects/subscription.ts";
import { find, get, innerState, put, setInnerState, type Tx } from "../store.ts";
import { billPeriod, markPaid, payInvoice, transferInvoice } from "./invoices.ts";
import { attempt, beginTransfer, challenge, failChallenge, notAuthenticated } from "./payments.ts";

/** What a buyer can do on the page of a checkout. */
export const checkoutActs = [
  "pay",
  "decline",
  "challenge",
  "authenticate",
  "fail-authentication",
  "pay-late",
  "cancel",
] as const;
export type CheckoutAct = (typeof checkoutActs)[number];

/** Where the browser goes on to, or why nothing was done. */
export type ActAnswer = { url: string } | { refused: string };

type State = SessionState & {
  /** The payment that was begun on the page. */
  intent?: string;
};

type Open = { session: Stripe.Checkout.Session; state: State; intent: Stripe.PaymentIntent | null };

/** The payment that a session was begun with; null before the first try. */
export async function begunIntent(
  tx: Tx,
  session: Stripe.Checkout.Session,
): Promise<Stripe.PaymentIntent | null> {
  const { intent } = await innerState<State>(tx, session.id);
  return intent === undefined ? null : find(tx, "payment_intent", intent);
}

/** Begins the payment of a session, once. */
async function beginIntent(
  tx: Tx,
  { session, state, intent }: Open,
): Promise<Stripe.PaymentIntent> {
  if (intent !== null) return intent;
  const isPayment = session.mode === "payment";
  const begun = await createIntent(tx, {
    amount: session.amount_total ?? 0,
    currency: session.currency ?? "",
    customer: idOf(session.customer),
    description: isPayment ? state.payment.description : "Subscription creation",
    metadata: isPayment ? state.payment.metadata : {},
  });
  await setInnerState(tx, session.id, { intent: begun.id });
  if (isPayment) await put<Stripe.Checkout.Session>(tx, { ...session, payment_intent: begun.id });
  return begun;
}

/** The buyer: the customer that was given, or a new one where the session asks for one. */
async function buyerOf(tx: Tx, session: Stripe.Checkout.Session): Promise<Stripe.Customer | null> {
  const id = idOf(session.customer);
  if (id !== null) return get(tx, "customer", id);
  if (session.mode === "payment" && session.customer_creation !== "always") return null;
  return createCustomer(tx, { email: session.customer_email ?? "buyer@example.org" });
}

async function complete(
  tx: Tx,
  session: Stripe.Checkout.Session,
  change: Partial<Stripe.Checkout.Session>,
  buyer: Stripe.Customer | null,
): Promise<void> {
  const completed = await put<Stripe.Checkout.Session>(tx, {
    ...session,
    automatic_tax: {
      ...session.automatic_tax,
      status: session.automatic_tax.enabled ? "complete" : null,
    },
    customer: buyer?.id ?? null,
    customer_details: {
      address: null,
      business_name: null,
      email: buyer?.email ?? session.customer_email ?? "buyer@example.org",
      individual_name: null,
      name: buyer?.name ?? null,
      phone: null,
      tax_exempt: "none",
      tax_ids: [],
    },
    status: "complete",
    url: null,
    ...change,
  });
  await emit(tx, "checkout.session.completed", completed);
}

/** The paid invoice of a pack, where the session asks for one. */
async function invoiceForPack(
  tx: Tx,
  { session, state }: Open,
  buyer: Stripe.Customer,
  intent: Stripe.PaymentIntent,
): Promise<string> {
  const now = { start: tx.now, end: tx.now };
  const invoice = await createInvoice(tx, {
    customer: buyer.id,
    reason: "manual",
    subscription: null,
    lines: state.lineItems.map(({ price, description, quantity }) => ({
      price: price as Stripe.Price,
      name: description ?? "",
      quantity: quantity ?? 1,
      period: now,
    })),
    period: now,
    automaticTax: session.automatic_tax.enabled,
    metadata: state.invoice?.metadata ?? {},
    description: state.invoice?.description ?? null,
  });
  await emit(tx, "invoice.finalized", invoice);
  const payment = await createInvoicePayment(tx, invoice, intent.id);
  if (intent.status === "succeeded") await markPaid(tx, invoice, payment);
  return invoice.id;
}

async function buyPack(tx: Tx, open: Open, result: ChargeResult | null): Promise<void> {
  const buyer = await buyerOf(tx, open.session);
  const begun = { ...(await beginIntent(tx, open)), customer: buyer?.id ?? null };
  const email = buyer?.email ?? open.session.customer_email;
  const intent =
    result === null
      ? await beginTransfer(tx, begun)
      : await attempt(tx, begun, { ...result, email });
  const wantsInvoice = open.state.invoice !== null && buyer !== null;
  const change = {
    payment_intent: intent.id,
    payment_status: result === null ? "unpaid" : "paid",
    invoice: wantsInvoice ? await invoiceForPack(tx, open, buyer, intent) : null,
  };
  await complete(tx, open.session, change, buyer);
}

async function buyPlan(tx: Tx, open: Open, result: ChargeResult | null): Promise<void> {
  const { session, state, intent } = open;
  const buyer = (await buyerOf(tx, session)) as Stripe.Customer;
  const [{ price, quantity }] = state.lineItems;
  const subscription = await createSubscription(tx, {
    customer: buyer.id,
    price: price as Stripe.Price,
    quantity: quantity ?? 1,
    metadata: state.subscription.metadata,
    description: state.subscription.description,
    automaticTax: session.automatic_tax.enabled,
  });
  const now = { start: tx.now, end: tx.now };
  const invoice = await billPeriod(tx, subscription, "subscription_create", now);
  // What was begun on the page goes on with this payment.
  if (intent !== null) {
    await put<Stripe.PaymentIntent>(tx, { ...intent, customer: buyer.id });
    await createInvoicePayment(tx, invoice, intent.id);
  }
  await emit(tx, "customer.subscription.created", await get(tx, "subscription", subscription.id));
  if (result === null) await transferInvoice(tx, invoice);
  else await payInvoice(tx, invoice, { ...result, email: buyer.email });
  const change = {
    invoice: invoice.id,
    payment_status: result === null ? "unpaid" : "paid",
    subscription: subscription.id,
  };
  await complete(tx, session, change, buyer);
}

/** The page that the site wants the buyer to see after paying. */
export const successUrl = (session: Stripe.Checkout.Session) =>
  (session.success_url ?? "").replaceAll("{CHECKOUT_SESSION_ID}", session.id);

const card: ChargeResult = { method: "card", declined: null, email: null };

async function actOn(tx: Tx, open: Open, act: CheckoutAct): Promise<ActAnswer> {
  const { session, intent } = open;
  const isChallenged = intent?.status === "requires_action";
  const buy = async (result: ChargeResult | null) => {
    await (session.mode === "payment" ? buyPack : buyPlan)(tx, open, result);
    return { url: successUrl(session) };
  };
  switch (act) {
    case "pay":
      return buy(card);
    case "pay-late":
      return buy(null);
    case "decline": {
      const begun = await beginIntent(tx, open);
      await attempt(tx, begun, { ...card, declined: "generic_decline" });
      return { refused: declineMessage("generic_decline") };
    }
    case "challenge":
      await challenge(tx, await beginIntent(tx, open));
      return { url: session.url ?? "" };
    case "authenticate":
      if (!isChallenged) return { refused: "The bank has not asked anything." };
      return buy({ ...card, authenticated: true });
    case "fail-authentication":
      if (!isChallenged) return { refused: "The bank has not asked anything." };
      await failChallenge(tx, intent);
      return { refused: notAuthenticated };
    case "cancel":
    default:
      return { url: session.cancel_url ?? "" };
  }
}

/** Does what a buyer pressed on the page of a checkout; null where there is no such checkout. */
export async function actInCheckout(
  tx: Tx,
  id: string,
  act: CheckoutAct,
): Promise<ActAnswer | null> {
  const session = await find(tx, "checkout.session", id);
  if (session === null) return null;
  if (session.status === "complete") {
    return act === "cancel" ? { url: session.cancel_url ?? "" } : { url: successUrl(session) };
  }
  if (act !== "cancel" && session.status === "expired") {
    return { refused: "This checkout has expired." };
  }
  const state = (await innerState<State>(tx, id)) as State;
  return actOn(tx, { session, state, intent: await begunIntent(tx, session) }, act);
}
