/**
 * Brings what is kept here to what the provider says now. Each of these reads the object anew, so that the order of
 * events, and how often they come, make no difference.
 */
import type { EventSubject, ReadIntent, ReadInvoice } from "#app/adapters/payments/port.ts";
import type { Services } from "#app/services.ts";
import { applyPayment, Outdated, versionOf, type PaymentFact } from "./book.ts";
import { assertPayer, assertSame, NotOurs, offeredBy, PaymentMismatch } from "./checks.ts";
import { convergeSubscription } from "./subscriptions.ts";

type Needs = Pick<Services, "db" | "payments">;

/** Workers that read the same object at the same time take turns; more than a few turns do not come up. */
const tries = 8;

/** Repeats what was overtaken by another worker. @throws Outdated if that goes on */
async function untilCurrent(work: () => Promise<void>): Promise<void> {
  for (let left = tries; ; left -= 1) {
    try {
      await work();
      return;
    } catch (error) {
      if (!(error instanceof Outdated) || left <= 1) throw error;
    }
  }
}

/** The tax in what was paid for a pack. @throws PaymentMismatch for any other amount than the one that was offered */
async function taxOf({ payments }: Needs, intent: ReadIntent, offered: number): Promise<number> {
  if (intent.amount === offered) return 0;
  // With tax more is paid, and the checkout knows how much of it is tax.
  const session = await payments.sessionOf(intent.id);
  if (session === null || session.total !== intent.amount) {
    throw new PaymentMismatch(`${intent.id} has the amount ${intent.amount}, not ${offered}`);
  }
  assertSame("amount", intent.id, session.subtotal, offered);
  return session.total - session.subtotal;
}

async function packFact(needs: Needs, intent: ReadIntent): Promise<PaymentFact> {
  const { mode } = needs.payments;
  const offered = await offeredBy(needs.db, mode, intent);
  assertPayer(intent, offered, mode);
  const isPaid = intent.status === "paid";
  return {
    id: intent.id,
    key: `payment:${intent.id}`,
    offered,
    mode,
    status: intent.status,
    amount: isPaid ? intent.amount : offered.amount,
    tax: isPaid ? await taxOf(needs, intent, offered.amount) : 0,
    refunded: intent.refunded,
    disputes: intent.disputes,
    paymentIntent: intent.id,
    subscriptionId: null,
    number: null,
    url: intent.receiptUrl,
    period: null,
    createdAt: intent.createdAt,
  };
}

/** The one line of an invoice that is a month of a plan. @throws PaymentMismatch when there are others */
function monthOf({ id, lines }: ReadInvoice): ReadInvoice["lines"][number] {
  const paid = lines.filter(({ amount }) => amount !== 0);
  if (paid.length !== 1) throw new PaymentMismatch(`${id} has ${paid.length} lines in place of 1`);
  return paid[0];
}

async function invoiceFact(
  needs: Needs,
  invoice: ReadInvoice,
  intent: ReadIntent | null,
): Promise<PaymentFact> {
  const { mode } = needs.payments;
  if (invoice.subscriptionId === null) throw new NotOurs(`${invoice.id} is of no subscription`);
  const offered = await offeredBy(needs.db, mode, invoice);
  assertPayer(invoice, offered, mode);
  const line = monthOf(invoice);
  const isPaid = invoice.status === "paid";
  if (isPaid) {
    assertSame("amount", invoice.id, invoice.subtotal, offered.amount);
    assertSame("payment", invoice.id, invoice.paid, invoice.total);
  }
  return {
    id: invoice.id,
    key: `invoice:${invoice.id}:${line.id}`,
    offered,
    mode,
    status: isPaid ? "paid" : invoice.failed ? "failed" : "open",
    amount: invoice.total,
    tax: Math.max(0, invoice.total - invoice.subtotal),
    refunded: intent?.refunded ?? 0,
    disputes: intent?.disputes ?? [],
    paymentIntent: invoice.paymentIntent,
    subscriptionId: invoice.subscriptionId,
    number: invoice.number,
    url: invoice.url,
    period: { from: line.from, to: line.to },
    createdAt: invoice.createdAt,
  };
}

async function convergeInvoice(needs: Needs, id: string): Promise<void> {
  const { db, payments } = needs;
  await untilCurrent(async () => {
    const version = await versionOf(db, "payments", id);
    const invoice = await payments.readInvoice(id);
    // What is not final yet may still change in every way.
    if (invoice.status === "draft") return;
    const intent =
      invoice.paymentIntent === null ? null : await payments.readIntent(invoice.paymentIntent);
    const fact = await invoiceFact(needs, invoice, intent);
    await db.transaction().execute((tx) => applyPayment(tx, fact, version));
  });
}

async function convergeIntent(needs: Needs, id: string): Promise<void> {
  const { db, payments } = needs;
  await untilCurrent(async () => {
    const version = await versionOf(db, "payments", id);
    const intent = await payments.readIntent(id);
    if (intent.checkoutId === null && intent.invoiceId !== null) {
      await convergeInvoice(needs, intent.invoiceId);
      return;
    }
    const fact = await packFact(needs, intent);
    await db.transaction().execute((tx) => applyPayment(tx, fact, version));
  });
}

async function convergeSession(needs: Needs, id: string): Promise<void> {
  const { paymentIntent, subscriptionId } = await needs.payments.readSession(id);
  if (paymentIntent !== null) await convergeIntent(needs, paymentIntent);
  if (subscriptionId !== null) {
    await untilCurrent(() => convergeSubscription(needs, subscriptionId));
  }
}

/**
 * Reads the subject of an event anew and brings everything here to what it says.
 * @throws NotOurs, PaymentMismatch, PaymentRefused: nothing was booked, and another try would not either
 */
export async function converge(needs: Needs, { kind, id }: EventSubject): Promise<void> {
  if (kind === "intent") await convergeIntent(needs, id);
  if (kind === "invoice") await convergeInvoice(needs, id);
  if (kind === "session") await convergeSession(needs, id);
  if (kind === "subscription") await untilCurrent(() => convergeSubscription(needs, id));
}
