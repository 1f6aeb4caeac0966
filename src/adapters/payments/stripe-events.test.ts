import { expect, test } from "vitest";
import { eventBody, signed } from "#tests/harness/payment-provider.ts";
import { EventRefused } from "./port.ts";
import { readEvent, verifiedEvent } from "./stripe-events.ts";

const secret = "whsec_one";
const now = new Date("2026-11-23T12:00:00Z");
const seconds = now.getTime() / 1000;
const body = eventBody("payment_intent.succeeded", { id: "pi_1", object: "payment_intent" });

const verify = (text: string, signature: string | null) =>
  verifiedEvent({ body: Buffer.from(text), signature, secret, now });

test.each([-300, -1, 0, 1, 300])("CR-06 an event signed %i s from now is taken", async (off) => {
  const event = await verify(body, signed(body, secret, seconds + off));
  expect(event).toMatchObject({
    kind: "payment_intent.succeeded",
    livemode: false,
    account: null,
    objectId: "pi_1",
    subject: { kind: "intent", id: "pi_1" },
  });
});

test.each([
  ["too old", signed(body, secret, seconds - 301)],
  ["of the future", signed(body, secret, seconds + 301)],
  ["of the far future", signed(body, secret, 99_999_999_999)],
  ["signed by another key", signed(body, "whsec_two", seconds)],
  ["signed for another body", signed(`${body} `, secret, seconds)],
  ["stamped anew", signed(body, secret, seconds - 400).replace(/^t=\d+/, `t=${seconds}`)],
  ["with a second stamp", `t=${seconds},${signed(body, secret, seconds - 400)}`],
  ["without a stamp", signed(body, secret, seconds).replace(/^t=\d+,/, "")],
  ["with a stamp that is no number", signed(body, secret, seconds).replace(/^t=\d+/, "t=soon")],
  ["of another scheme", signed(body, secret, seconds).replace("v1=", "v0=")],
  ["without a signature", `t=${seconds}`],
  ["empty", ""],
  ["missing", null],
])("CR-06 an event with a signature that is %s is refused", async (_what, signature) => {
  await expect(verify(body, signature)).rejects.toThrow(EventRefused);
});

test("CR-06 an event of two signatures is taken when one of them fits, as when a key is rolled", async () => {
  const other = signed(body, "whsec_two", seconds).split(",")[1];
  expect(await verify(body, `${signed(body, secret, seconds)},${other}`)).toBeDefined();
});

test.each([
  ["truncated", body.slice(0, -10)],
  ["empty", ""],
  ["no event", "{}"],
  ["a list", "[]"],
  ["of a name that is too long", JSON.stringify({ ...JSON.parse(body), id: "e".repeat(256) })],
])("CR-06 a body that is %s is refused although it is signed", async (_what, text) => {
  await expect(verify(text, signed(text, secret, seconds))).rejects.toThrow(EventRefused);
});

test.each([
  ["checkout.session.completed", { object: "checkout.session", id: "cs_1" }, "session", "cs_1"],
  ["charge.refunded", { object: "charge", id: "ch_1", payment_intent: "pi_1" }, "intent", "pi_1"],
  ["refund.failed", { object: "refund", id: "re_1", payment_intent: "pi_1" }, "intent", "pi_1"],
  [
    "charge.dispute.closed",
    { object: "dispute", id: "dp_1", payment_intent: "pi_1" },
    "intent",
    "pi_1",
  ],
  ["invoice.paid", { object: "invoice", id: "in_1" }, "invoice", "in_1"],
  [
    "customer.subscription.deleted",
    { object: "subscription", id: "sub_1" },
    "subscription",
    "sub_1",
  ],
])("CR-06 %s is a reason to read its object anew", (kind, object, subject, id) => {
  const event = readEvent(JSON.parse(eventBody(kind, object)));
  expect(event.subject).toEqual({ kind: subject, id });
});

test.each([
  ["customer.created", { object: "customer", id: "cus_1" }],
  ["invoice.upcoming", { object: "invoice" }],
  ["charge.refunded", { object: "charge", id: "ch_1", payment_intent: null }],
  ["balance.available", {}],
])("CR-06 %s of %j changes nothing here", (kind, object) => {
  expect(readEvent(JSON.parse(eventBody(kind, object))).subject).toBeNull();
});
