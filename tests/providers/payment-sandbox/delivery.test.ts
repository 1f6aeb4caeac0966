import { openSandbox } from "@echoform/payment-sandbox";
import { Stripe } from "stripe";
import { afterEach, expect, test } from "vitest";
import { openLog } from "#app/lib/log.ts";
import { until } from "../../harness/patience.ts";
import { aPayment, aReceiver, aRig, clientOf, type Rig } from "./rig.ts";

const open: { close: () => Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one.close();
});

async function rigged(): Promise<Rig> {
  const rig = await aRig();
  open.push(rig);
  return rig;
}

const completed = "checkout.session.completed";

test("events are signed so that the official client takes them, and are those of the list", async () => {
  const { receiver, sandbox, stripe, ...rest } = await rigged();
  await aPayment({ receiver, sandbox, stripe, ...rest });
  await receiver.untilTypes(completed, "payment_intent.succeeded");
  const [{ body, headers }] = receiver.got;
  const signature = headers["stripe-signature"] as string;
  const event = stripe.webhooks.constructEvent(body, signature, sandbox.webhookSecret);
  expect(event.api_version).toBe(Stripe.API_VERSION);
  expect(() =>
    stripe.webhooks.constructEvent(`${body} `, signature, sandbox.webhookSecret),
  ).toThrow(/signature/i);
  const listed = await stripe.events.list({ type: event.type });
  expect(listed.data.map(({ id }) => id)).toEqual([event.id]);
  const pending = () =>
    stripe.events.retrieve(event.id).then(({ pending_webhooks }) => pending_webhooks);
  await expect.poll(pending).toBe(0);
  expect(await stripe.events.retrieve(event.id)).toEqual({ ...event, pending_webhooks: 0 });
});

test("an event is sent again until it is taken", async () => {
  const rig = await rigged();
  rig.receiver.answerWith(500, 302, 404);
  await aPayment(rig);
  const ids = () => rig.receiver.got.map(({ event }) => event.id);
  await until("five requests", ids, ({ length }) => length === 5);
  expect(new Set(ids()).size).toBe(2);
  await until(
    "both to be delivered",
    async () => (await rig.sandbox.control.view()).events.flatMap(({ deliveries }) => deliveries),
    (deliveries) => deliveries.every(({ state }) => state === "delivered"),
  );
});

test("what was not delivered is delivered after a restart, by the same keys", async () => {
  const rig = await aRig();
  await rig.receiver.close();
  await aPayment(rig);
  const { client, webhookSecret, accountId } = rig.sandbox;
  await rig.sandbox.close();
  const again = await aRig(rig.database);
  open.push(again);
  await again.receiver.untilTypes(completed, "payment_intent.succeeded");
  expect(again.sandbox.client.apiKey).toBe(client.apiKey);
  expect(again.sandbox).toMatchObject({ webhookSecret, accountId });
});

test("a lost event comes only when it is sent again; a doubled one comes twice", async () => {
  const rig = await rigged();
  await rig.sandbox.control.loseNextEvent();
  await aPayment(rig);
  await rig.receiver.untilTypes(completed);
  const lost = (await rig.sandbox.control.view()).events.find(
    ({ deliveries }) => deliveries[0].state === "lost",
  );
  expect(lost?.type).toBe("payment_intent.succeeded");
  expect(rig.receiver.types()).toEqual([completed]);
  await rig.sandbox.control.resend(lost?.id ?? "");
  await rig.receiver.untilTypes("payment_intent.succeeded");
  await rig.sandbox.control.doubleNextEvent();
  await aPayment(rig);
  await rig.receiver.untilTypes(
    completed,
    completed,
    ...Array<string>(3).fill("payment_intent.succeeded"),
  );
  const ids = rig.receiver.got.map(({ event }) => event.id);
  expect(ids.length - new Set(ids).size).toBe(1);
  expect((await rig.sandbox.control.view()).faults).toEqual({ lose: 0, double: 0 });
});

test("two processes over one database share the state, and send each event once", async () => {
  const rig = await rigged();
  const second = await openSandbox({
    pool: rig.database.pool,
    siteUrl: "http://localhost:3000",
    deliverTo: rig.receiver.url,
    log: openLog("silent"),
  });
  open.push(second);
  for (let count = 0; count < 5; count += 1) await aPayment({ ...rig, stripe: clientOf(second) });
  await until(
    "ten events",
    () => rig.receiver.got.map(({ event }) => event.id),
    (ids) => ids.length >= 10,
  );
  expect(new Set(rig.receiver.got.map(({ event }) => event.id)).size).toBe(10);
  expect((await second.books()).payments).toEqual((await rig.sandbox.books()).payments);
});

test("before anybody listens events wait, and go where they are sent to then", async () => {
  const rig = await rigged();
  rig.sandbox.aim({ deliverTo: null });
  await aPayment(rig);
  const late = await aReceiver();
  open.push(late);
  rig.sandbox.aim({ deliverTo: late.url, siteUrl: "https://trial.example" });
  await late.untilTypes(completed);
  expect(rig.receiver.got).toEqual([]);
  const customer = (await rig.stripe.customers.create({})).id;
  const { url } = await rig.stripe.billingPortal.sessions.create({ customer });
  expect(url).toMatch(/^https:\/\/trial\.example\/sandbox\/portal\/bps_/);
});
