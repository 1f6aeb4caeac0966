import { openSandbox } from "@echoform/payment-sandbox";
import { Stripe } from "stripe";
import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testDatabase } from "#tests/harness/database.ts";
import { until } from "#tests/harness/patience.ts";
import { openLog } from "#app/lib/log.ts";
import { offerOf, type Offer, type OfferId } from "#app/rules/price-list.ts";
import { openStripe } from "./stripe.ts";

type Provider = {
  payments: ReturnType<typeof openStripe>;
  /** Pays a checkout; for Stripe, whose page only people can use, what the page would have made. */
  pay(bought: Bought): Promise<{ intent: string } | { subscription: string }>;
  /** Disputes a payment of a card that is made for it. */
  disputed(bought: Bought): Promise<string>;
  close(): Promise<void>;
};
type Bought = { checkoutId: string; customerId: string; offer: Offer; sessionId: string };

const site = "http://localhost:3000";

async function overSandbox(): Promise<Provider> {
  const { pool } = await testDatabase();
  const log = openLog("silent");
  const sandbox = await openSandbox({ pool, siteUrl: site, deliverTo: null, log });
  const { apiKey, ...server } = sandbox.client;
  const { webhookSecret } = sandbox;
  const payments = openStripe({
    apiKey,
    server,
    webhookSecret,
    currency: "usd",
    automaticTax: false,
  });
  const pay: Provider["pay"] = async ({ sessionId }) => {
    await sandbox.act(sessionId, "pay");
    const { paymentIntent, subscriptionId } = await payments.readSession(sessionId);
    if (paymentIntent !== null) return { intent: paymentIntent };
    return { subscription: subscriptionId ?? "" };
  };
  return {
    payments,
    pay,
    async disputed(bought) {
      const paid = await pay(bought);
      if (!("intent" in paid)) throw new Error("only packs are disputed here");
      await sandbox.control.openDispute(paid.intent);
      return paid.intent;
    },
    close: () => sandbox.close(),
  };
}

function overStripe(apiKey: string): Provider {
  const stripe = new Stripe(apiKey, { telemetry: false });
  const webhookSecret = "whsec_none";
  const payments = openStripe({
    apiKey,
    webhookSecret,
    server: null,
    currency: "usd",
    automaticTax: false,
  });
  async function charge(bought: Bought, card: string): Promise<string> {
    const { id } = await stripe.paymentIntents.create({
      amount: bought.offer.amount,
      currency: "usd",
      customer: bought.customerId,
      payment_method: card,
      confirm: true,
      automatic_payment_methods: { enabled: true, allow_redirects: "never" },
      metadata: { checkout: bought.checkoutId },
    });
    return id;
  }
  return {
    payments,
    async pay(bought) {
      const { offer, customerId, checkoutId } = bought;
      if (offer.kind === "pack") return { intent: await charge(bought, "pm_card_visa") };
      const card = await stripe.paymentMethods.attach("pm_card_visa", { customer: customerId });
      const product = await stripe.products.create({ name: offer.name });
      const { id } = await stripe.subscriptions.create({
        customer: customerId,
        default_payment_method: card.id,
        metadata: { checkout: checkoutId },
        items: [
          {
            price_data: {
              currency: "usd",
              unit_amount: offer.amount,
              recurring: { interval: "month" },
              product: product.id,
            },
          },
        ],
      });
      return { subscription: id };
    },
    disputed: (bought) => charge(bought, "pm_card_createDispute"),
    close: () => Promise.resolve(),
  };
}

const key = process.env.STRIPE_TEST_KEY;

describe.each([
  { name: "the sandbox", isThere: true, open: overSandbox },
  {
    name: "Stripe's test mode",
    isThere: key !== undefined,
    open: async () => overStripe(key ?? ""),
  },
])("payments over $name", ({ isThere, open }) => {
  let provider: Provider;
  beforeAll(async () => {
    if (isThere) provider = await open();
  });
  afterAll(() => provider?.close());

  async function order(id: OfferId): Promise<Bought & { url: string }> {
    const { payments } = provider;
    const offer = offerOf(id);
    if (offer === null) throw new Error(`${id} is not on sale`);
    const [checkoutId, userId] = [uuidv7(), uuidv7()];
    const email = `${userId}@example.org`;
    const customerId = await payments.createCustomer({ userId, email, name: "Ada", key: userId });
    const again = await payments.createCustomer({ userId, email, name: "Ada", key: userId });
    expect(again).toBe(customerId);
    const opened = await payments.openCheckout({
      checkoutId,
      offer,
      customerId,
      successUrl: `${site}/dashboard/billing?paid={CHECKOUT_SESSION_ID}`,
      cancelUrl: `${site}/dashboard/billing`,
    });
    return { checkoutId, customerId, offer, ...opened };
  }

  async function paidPack(id: OfferId) {
    const bought = await order(id);
    const paid = await provider.pay(bought);
    if (!("intent" in paid)) throw new Error("a pack is paid once");
    return { bought, intent: paid.intent };
  }

  async function paidPlan(id: OfferId) {
    const bought = await order(id);
    const paid = await provider.pay(bought);
    if (!("subscription" in paid)) throw new Error("a plan is paid each month");
    return { bought, subscription: paid.subscription };
  }

  test.runIf(isThere)(
    "CR-06 a checkout has a page, and nothing is paid by opening it",
    async () => {
      const { url, sessionId, offer } = await order("pack-200");
      expect(URL.canParse(url)).toBe(true);
      expect(await provider.payments.readSession(sessionId)).toEqual({
        id: sessionId,
        paymentIntent: null,
        subscriptionId: null,
        subtotal: offer.amount,
        total: offer.amount,
      });
    },
  );

  test.runIf(isThere)("CR-06 a paid pack names its checkout, customer and amount", async () => {
    const { bought, intent } = await paidPack("pack-50");
    expect(await provider.payments.readIntent(intent)).toMatchObject({
      id: intent,
      livemode: false,
      status: "paid",
      amount: 300,
      currency: "usd",
      customerId: bought.customerId,
      checkoutId: bought.checkoutId,
      invoiceId: null,
      refunded: 0,
      disputes: [],
    });
  });

  test.runIf(isThere)("CR-06 a refund is made once for its key, and a part is a part", async () => {
    const { payments } = provider;
    const { intent } = await paidPack("pack-50");
    const part = { paymentIntent: intent, amount: 100, key: uuidv7() };
    await payments.refund(part);
    await payments.refund(part);
    expect((await payments.readIntent(intent)).refunded).toBe(100);
    await payments.refund({ paymentIntent: intent, key: uuidv7() });
    expect((await payments.readIntent(intent)).refunded).toBe(300);
    const tooMuch = payments.refund({ paymentIntent: intent, amount: 1, key: uuidv7() });
    await expect(tooMuch).rejects.toMatchObject({ name: "PaymentRefused", reason: "refused" });
  });

  test.runIf(isThere)("CR-06 a dispute is read with its payment", async () => {
    const intent = await provider.disputed(await order("pack-50"));
    const read = await until(
      "the dispute",
      () => provider.payments.readIntent(intent),
      ({ disputes }) => disputes.length > 0,
    );
    expect(read.disputes).toMatchObject([{ amount: 300, currency: "usd", state: "open" }]);
  });

  test.runIf(isThere)(
    "CR-06 a plan's invoice is one line of its price, paid by a payment that names it",
    async () => {
      const { payments } = provider;
      const { bought, subscription } = await paidPlan("plan-pro");
      const read = await payments.readSubscription(subscription);
      expect(read).toMatchObject({
        status: "active",
        customerId: bought.customerId,
        checkoutId: bought.checkoutId,
        amount: 800,
        currency: "usd",
        cancelsAt: null,
      });
      const found = await until(
        "the event of the invoice",
        async () => {
          for await (const event of payments.eventsSince(new Date(Date.now() - 600_000))) {
            if (event.subject?.kind !== "invoice") continue;
            const invoice = await payments.readInvoice(event.subject.id);
            if (invoice.subscriptionId === subscription) return invoice;
          }
          return null;
        },
        (invoice) => invoice !== null,
      );
      expect(found).toMatchObject({
        status: "paid",
        failed: false,
        customerId: bought.customerId,
        checkoutId: bought.checkoutId,
        subtotal: 800,
        total: 800,
        paid: 800,
        lines: [{ amount: 800 }],
      });
      const intent = await payments.readIntent(found?.paymentIntent ?? "");
      expect(intent).toMatchObject({ status: "paid", invoiceId: found?.id, checkoutId: null });
    },
  );

  test.runIf(isThere)(
    "CR-04 a plan is cancelled at the end of its month, resumed, changed and ended",
    async () => {
      const { payments } = provider;
      const { subscription } = await paidPlan("plan-pro");
      await payments.cancelAtPeriodEnd(subscription, true);
      const cancelled = await payments.readSubscription(subscription);
      expect(cancelled.cancelsAt).toEqual(cancelled.periodEnd);
      await payments.cancelAtPeriodEnd(subscription, false);
      expect((await payments.readSubscription(subscription)).cancelsAt).toBeNull();
      const studio = offerOf("plan-studio");
      if (studio === null) throw new Error("Studio is not on sale");
      const checkoutId = uuidv7();
      const change = { subscriptionId: subscription, checkoutId, offer: studio, now: true };
      await payments.changePlan(change);
      expect(await payments.readSubscription(subscription)).toMatchObject({
        amount: 2900,
        checkoutId,
      });
      await payments.cancelNow(subscription);
      expect((await payments.readSubscription(subscription)).status).toBe("canceled");
    },
  );

  test.runIf(isThere)("CR-06 what is not there is told apart from what may pass", async () => {
    const missing = { name: "PaymentRefused", reason: "missing" };
    await expect(provider.payments.readIntent("pi_none")).rejects.toMatchObject(missing);
    await expect(provider.payments.readInvoice("in_none")).rejects.toMatchObject(missing);
    await expect(provider.payments.readSubscription("sub_none")).rejects.toMatchObject(missing);
  });
});

test("CR-06 a provider that cannot be reached is no refusal", async () => {
  const payments = openStripe({
    apiKey: "sk_test_none",
    webhookSecret: "whsec_none",
    // Nobody listens at the port of discard.
    server: { host: "127.0.0.1", port: 9, protocol: "http" },
    currency: "usd",
    automaticTax: false,
  });
  const reading = payments.readIntent("pi_1");
  await expect(reading).rejects.toThrow(/connection/i);
  await expect(reading).rejects.not.toMatchObject({ name: "PaymentRefused" });
});
