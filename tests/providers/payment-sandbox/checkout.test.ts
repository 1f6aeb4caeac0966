import { afterAll, beforeAll, expect, test } from "vitest";
import { aCheckout, aRig, type Rig } from "./rig.ts";

let rig: Rig;
beforeAll(async () => {
  rig = await aRig();
});
afterAll(() => rig.close());

const retrieve = (id: string) =>
  rig.stripe.checkout.sessions.retrieve(id, {
    expand: ["payment_intent.latest_charge", "line_items", "customer"],
  });

test("a pack is opened as an unpaid session with its page, its lines and its price", async () => {
  const session = await aCheckout(rig);
  expect(session).toMatchObject({
    status: "open",
    payment_status: "unpaid",
    amount_total: 900,
    payment_intent: null,
    client_reference_id: "c1",
    url: `http://localhost:3000/sandbox/checkout/${session.id}`,
  });
  expect(await rig.sandbox.checkout(session.id)).toMatchObject({
    state: "open",
    total: 900,
    tax: 0,
    currency: "usd",
    email: "mira@example.org",
    lines: [{ name: "200 credits", quantity: 1, amount: 900, every: null }],
    isChallenged: false,
    lastError: null,
  });
  expect(await rig.sandbox.checkout("cs_test_none")).toBeNull();
  expect(await rig.sandbox.act("cs_test_none", "pay")).toBeNull();
});

test("paying completes the session and leads to the success page with its id", async () => {
  const { id } = await aCheckout(rig);
  expect(await rig.sandbox.act(id, "pay")).toEqual({
    url: `http://localhost:3000/dashboard/billing?paid=${id}`,
  });
  const paid = await retrieve(id);
  expect(paid).toMatchObject({
    status: "complete",
    payment_status: "paid",
    url: null,
    payment_intent: {
      status: "succeeded",
      amount_received: 900,
      metadata: { checkout: "c1" },
      latest_charge: { paid: true, amount: 900, payment_method_details: { type: "card" } },
    },
    line_items: { data: [{ amount_total: 900 }] },
  });
  // Pressed twice, it is paid once.
  expect(await rig.sandbox.act(id, "pay")).toHaveProperty("url");
  const { payments } = await rig.sandbox.books();
  const intent = (paid.payment_intent as { id: string }).id;
  expect(payments.filter(({ paymentIntent }) => paymentIntent === intent)).toHaveLength(1);
});

test("a declined card leaves the session open for another try", async () => {
  const { id } = await aCheckout(rig, { amount: 1901 });
  expect(await rig.sandbox.act(id, "decline")).toEqual({ refused: "Your card was declined." });
  expect(await retrieve(id)).toMatchObject({
    status: "open",
    payment_intent: {
      status: "requires_payment_method",
      last_payment_error: { code: "card_declined", decline_code: "generic_decline" },
      latest_charge: { status: "failed", paid: false },
    },
  });
  expect(await rig.sandbox.checkout(id)).toMatchObject({ lastError: "Your card was declined." });
  await rig.sandbox.act(id, "pay");
  expect(await retrieve(id)).toMatchObject({
    status: "complete",
    payment_intent: { status: "succeeded", last_payment_error: null },
  });
  await expect
    .poll(() =>
      rig.receiver.got
        .filter(({ event }) => "amount" in event.data.object && event.data.object.amount === 1901)
        .map(({ event }) => event.type)
        .toSorted(),
    )
    .toEqual(["payment_intent.payment_failed", "payment_intent.succeeded"]);
});

test("3-D Secure asks first; failed it charges nothing, passed it pays", async () => {
  const { id } = await aCheckout(rig);
  expect(await rig.sandbox.act(id, "authenticate")).toEqual({
    refused: "The bank has not asked anything.",
  });
  await rig.sandbox.act(id, "challenge");
  expect(await rig.sandbox.checkout(id)).toMatchObject({ isChallenged: true });
  expect(await rig.sandbox.act(id, "fail-authentication")).toHaveProperty("refused");
  expect(await retrieve(id)).toMatchObject({
    status: "open",
    payment_intent: {
      latest_charge: null,
      last_payment_error: { code: "payment_intent_authentication_failure" },
    },
  });
  await rig.sandbox.act(id, "challenge");
  await rig.sandbox.act(id, "authenticate");
  expect(await retrieve(id)).toMatchObject({
    payment_status: "paid",
    payment_intent: {
      latest_charge: {
        payment_method_details: { card: { three_d_secure: { result: "authenticated" } } },
      },
    },
  });
});

test("a late payment completes unpaid, and arrives, fails, or arrives by itself after three days", async () => {
  const outcomes = ["paid", "failed", "by itself"] as const;
  for (const outcome of outcomes) {
    const { id } = await aCheckout(rig);
    await rig.sandbox.act(id, "pay-late");
    const waiting = await retrieve(id);
    expect(waiting).toMatchObject({
      status: "complete",
      payment_status: "unpaid",
      payment_intent: { status: "processing", latest_charge: null },
    });
    const intent = (waiting.payment_intent as { id: string }).id;
    if (outcome === "by itself") await rig.sandbox.control.moveClock(3 * 86_400 + 1);
    else await rig.sandbox.control.settleLate(intent, outcome);
    const isPaid = outcome !== "failed";
    expect(await retrieve(id)).toMatchObject({
      payment_status: isPaid ? "paid" : "unpaid",
      payment_intent: { status: isPaid ? "succeeded" : "requires_payment_method" },
    });
    expect(await rig.sandbox.control.settleLate(intent, "paid")).toEqual({
      refused: "No money is on its way.",
    });
  }
  await rig.receiver.untilTypes(
    "checkout.session.async_payment_succeeded",
    "checkout.session.async_payment_succeeded",
    "checkout.session.async_payment_failed",
  );
});

test("cancel leads back and leaves the session open; after a day it expires", async () => {
  const { id } = await aCheckout(rig);
  expect(await rig.sandbox.act(id, "cancel")).toEqual({
    url: "http://localhost:3000/dashboard/billing",
  });
  expect(await retrieve(id)).toMatchObject({ status: "open" });
  await rig.sandbox.control.moveClock(86_401);
  expect(await retrieve(id)).toMatchObject({ status: "expired" });
  expect(await rig.sandbox.act(id, "pay")).toEqual({ refused: "This checkout has expired." });
  await rig.receiver.untilTypes("checkout.session.expired");
});

test("automatic tax adds a fifth to a price without tax, and needs to know where the buyer is", async () => {
  const customer = (await rig.stripe.customers.create({ email: "tax@example.org" })).id;
  const taxed = (behavior: "exclusive" | "inclusive", update: object) =>
    rig.stripe.checkout.sessions.create({
      mode: "payment",
      customer,
      automatic_tax: { enabled: true },
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency: "usd",
            unit_amount: 1200,
            tax_behavior: behavior,
            product_data: { name: "Pack" },
          },
        },
      ],
      success_url: "http://localhost:3000/",
      ...update,
    });
  await expect(taxed("exclusive", {})).rejects.toMatchObject({
    code: "customer_tax_location_invalid",
  });
  const known = { customer_update: { address: "auto" } };
  expect(await taxed("exclusive", known)).toMatchObject({
    amount_subtotal: 1200,
    amount_total: 1440,
    total_details: { amount_tax: 240 },
  });
  const inclusive = await taxed("inclusive", known);
  expect(inclusive).toMatchObject({ amount_total: 1200, total_details: { amount_tax: 200 } });
  await rig.sandbox.act(inclusive.id, "pay");
  expect(await retrieve(inclusive.id)).toMatchObject({
    automatic_tax: { status: "complete" },
    payment_intent: { amount_received: 1200 },
  });
});
