import { afterAll, beforeAll, expect, test } from "vitest";
import { aPayment, aRig, type Rig } from "./rig.ts";

let rig: Rig;
beforeAll(async () => {
  rig = await aRig();
});
afterAll(() => rig.close());

const chargeOf = async (id: string) =>
  (await rig.stripe.paymentIntents.retrieve(id, { expand: ["latest_charge"] })).latest_charge;
const disputeOf = async (payment_intent: string) =>
  (await rig.stripe.disputes.list({ payment_intent })).data[0];
const booked = async (id: string) =>
  (await rig.sandbox.books()).payments.find(({ paymentIntent }) => paymentIntent === id);

test("refunds take parts until nothing is left", async () => {
  const { id } = await aPayment(rig);
  const part = await rig.stripe.refunds.create({
    payment_intent: id,
    amount: 300,
    reason: "requested_by_customer",
  });
  expect(part).toMatchObject({ amount: 300, status: "succeeded", payment_intent: id });
  expect(await chargeOf(id)).toMatchObject({ amount_refunded: 300, refunded: false });
  await expect(
    rig.stripe.refunds.create({ payment_intent: id, amount: 601 }),
  ).rejects.toMatchObject({ param: "amount", statusCode: 400 });
  expect(await rig.sandbox.control.refund(id)).toEqual({ done: true });
  expect(await chargeOf(id)).toMatchObject({ amount_refunded: 900, refunded: true });
  await expect(rig.stripe.refunds.create({ payment_intent: id })).rejects.toMatchObject({
    code: "charge_already_refunded",
  });
  expect(await booked(id)).toMatchObject({ amount: 900, refunded: 900 });
  const { data } = await rig.stripe.refunds.list({ payment_intent: id });
  expect(data.map(({ amount }) => amount)).toEqual([600, 300]);
  await rig.receiver.untilTypes(
    "charge.refunded",
    "charge.refunded",
    "refund.created",
    "refund.created",
    "refund.updated",
    "refund.updated",
  );
});

test("two refunds at once never send back more than was paid", async () => {
  const { id } = await aPayment(rig);
  const both = await Promise.allSettled(
    [600, 600].map((amount) => rig.stripe.refunds.create({ payment_intent: id, amount })),
  );
  expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(await booked(id)).toMatchObject({ refunded: 600 });
});

test("a dispute withdraws what is left; won, it comes back", async () => {
  const { id } = await aPayment(rig);
  await rig.sandbox.control.refund(id, 200);
  expect(await rig.sandbox.control.openDispute(id)).toEqual({ done: true });
  expect(await disputeOf(id)).toMatchObject({
    amount: 700,
    status: "needs_response",
    balance_transactions: [{ amount: -700 }],
  });
  await expect(rig.stripe.refunds.create({ payment_intent: id })).rejects.toMatchObject({
    code: "charge_disputed",
  });
  expect(await rig.sandbox.control.openDispute(id)).toHaveProperty("refused");
  await rig.sandbox.control.closeDispute(id, "won");
  expect(await disputeOf(id)).toMatchObject({
    status: "won",
    balance_transactions: [{ amount: -700 }, { amount: 700 }],
  });
  expect(await rig.sandbox.control.closeDispute(id, "lost")).toHaveProperty("refused");
  await rig.receiver.untilTypes(
    "charge.dispute.created",
    "charge.dispute.funds_withdrawn",
    "charge.dispute.funds_reinstated",
    "charge.dispute.closed",
  );
});

test("a lost dispute keeps the money away", async () => {
  const { id } = await aPayment(rig);
  await rig.sandbox.control.openDispute(id);
  await rig.sandbox.control.closeDispute(id, "lost");
  const dispute = await disputeOf(id);
  expect(dispute).toMatchObject({ status: "lost", balance_transactions: [{ amount: -900 }] });
  expect(await chargeOf(id)).toMatchObject({ disputed: true });
  expect(await booked(id)).toMatchObject({ disputed: true });
  const { disputes } = await rig.sandbox.books();
  expect(disputes.find(({ paymentIntent }) => paymentIntent === id)).toMatchObject({
    amount: 900,
    status: "lost",
  });
});

test("what is unknown or was not paid can be neither refunded nor disputed", async () => {
  for (const refused of [
    await rig.sandbox.control.refund("pi_none"),
    await rig.sandbox.control.openDispute("pi_none"),
    await rig.sandbox.control.closeDispute("pi_none", "won"),
    await rig.sandbox.control.renew("sub_none"),
    await rig.sandbox.control.resend("evt_none"),
    await rig.sandbox.control.moveClock(-1),
  ]) {
    expect(refused).toHaveProperty("refused");
  }
});
