import { afterAll, beforeAll, expect, test } from "vitest";
import { aCheckout, aPayment, aRig, clientOf, type Rig } from "./rig.ts";

let rig: Rig;
beforeAll(async () => {
  rig = await aRig();
});
afterAll(() => rig.close());

const ask = (path: string, init: RequestInit = {}) => {
  const { apiKey, host, port } = rig.sandbox.client;
  const headers = new Headers(init.headers);
  if (!headers.has("authorization")) headers.set("authorization", `Bearer ${apiKey}`);
  if (!headers.has("stripe-version")) headers.set("stripe-version", "2026-10-28.endive");
  return fetch(`http://${host}:${port}${path}`, { ...init, headers });
};

const form = (body: string, headers: Record<string, string> = {}): RequestInit => ({
  method: "POST",
  body,
  headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
});

type Refusal = { error: { type: string; code?: string; message: string; param?: string } };
const refusal = async (answer: Response) => ({
  status: answer.status,
  ...((await answer.json()) as Refusal).error,
});

test("a request without a key, with a wrong one or in another version is refused", async () => {
  expect(
    await refusal(await ask("/v1/customers", { headers: { authorization: "" } })),
  ).toMatchObject({
    status: 401,
    type: "invalid_request_error",
  });
  await expect(
    clientOf({
      ...rig.sandbox,
      client: { ...rig.sandbox.client, apiKey: "sk_test_other" },
    }).customers.list(),
  ).rejects.toMatchObject({ type: "StripeAuthenticationError", statusCode: 401 });
  const old = await ask("/v1/customers", { headers: { "stripe-version": "2020-08-27" } });
  expect(await refusal(old)).toMatchObject({ status: 400 });
});

test.each([
  ["GET", "/v1/nothing"],
  ["GET", "/v1/customers/"],
  ["PUT", "/v1/customers"],
  ["POST", "/v2/customers"],
  ["DELETE", "/v1/charges/ch_1"],
])("the address %s %s does not exist", async (method, path) => {
  expect(await refusal(await ask(path, { method }))).toMatchObject({
    status: 404,
    type: "invalid_request_error",
    message: expect.stringContaining("Unrecognized request URL") as string,
  });
});

const line = "line_items[0][price_data]";
const pack = `mode=payment&success_url=http://x.test/&line_items[0][quantity]=1&${line}[currency]=usd&${line}[unit_amount]=900&${line}[product_data][name]=Pack`;

test.each([
  [
    "an unknown parameter",
    "/v1/customers",
    "email=a@b.test&colour=red",
    "parameter_unknown",
    "colour",
  ],
  [
    "an unknown parameter below",
    "/v1/checkout/sessions",
    `${pack}&${line}[size]=1`,
    "parameter_unknown",
    `${line}[size]`,
  ],
  [
    "a missing parameter",
    "/v1/checkout/sessions",
    "mode=payment&success_url=http://x.test/",
    "parameter_missing",
    "line_items",
  ],
  [
    "no number",
    "/v1/refunds",
    "payment_intent=pi_1&amount=ten",
    "parameter_invalid_integer",
    "amount",
  ],
  [
    "an amount of nothing",
    "/v1/refunds",
    "payment_intent=pi_1&amount=0",
    "parameter_invalid_integer",
    "amount",
  ],
  [
    "an empty text",
    "/v1/billing_portal/sessions",
    "customer=",
    "parameter_invalid_empty",
    "customer",
  ],
  [
    "no address",
    "/v1/checkout/sessions",
    pack.replace("http://x.test/", "x"),
    "url_invalid",
    "success_url",
  ],
  [
    "no currency",
    "/v1/checkout/sessions",
    pack.replace("usd", "xxy"),
    "currency_invalid",
    `${line}[currency]`,
  ],
  [
    "another mode",
    "/v1/checkout/sessions",
    pack.replace("mode=payment", "mode=setup"),
    "parameter_invalid_enum",
    "mode",
  ],
  [
    "an unknown customer",
    "/v1/checkout/sessions",
    `${pack}&customer=cus_none`,
    "resource_missing",
    "customer",
  ],
  [
    "an unknown payment",
    "/v1/refunds",
    "payment_intent=pi_none",
    "resource_missing",
    "payment_intent",
  ],
  [
    "too little money",
    "/v1/checkout/sessions",
    pack.replace("=900", "=49"),
    "amount_too_small",
    "line_items",
  ],
  [
    "a parameter twice",
    "/v1/customers",
    "email=a@b.test&email=c@d.test",
    "parameter_invalid",
    "email",
  ],
])("%s is refused with Stripe's error", async (_, path, body, code, param) => {
  expect(await refusal(await ask(path, form(body)))).toMatchObject({
    status: 400,
    type: "invalid_request_error",
    code,
    param,
  });
});

test.each([
  ["a recurring price in a payment", `${pack}&${line}[recurring][interval]=month`, "line_items"],
  [
    "a subscription without a recurring price",
    pack.replace("mode=payment", "mode=subscription"),
    "line_items",
  ],
  [
    "what is for subscriptions in a payment",
    `${pack}&subscription_data[description]=x`,
    "subscription_data",
  ],
  ["a customer and an address", `${pack}&customer=cus_1&customer_email=a@b.test`, "customer"],
  ["a price and what makes one", `${pack}&line_items[0][price]=price_1`, "line_items[0]"],
  ["an early end", `${pack}&expires_at=1700000000`, "expires_at"],
])("%s do not go together", async (_, body, param) => {
  expect(await refusal(await ask("/v1/checkout/sessions", form(body)))).toMatchObject({
    status: 400,
    param,
  });
});

test("an id that names nothing is a 404 in the address; one of another kind too", async () => {
  const { id } = await rig.stripe.customers.create({ email: "a@example.org" });
  for (const path of ["/v1/customers/cus_none", `/v1/charges/${id}`, "/v1/events/evt_none"]) {
    expect(await refusal(await ask(path))).toMatchObject({
      status: 404,
      code: "resource_missing",
      param: "id",
    });
  }
});

test("JSON, broken names and endless forms are refused", async () => {
  const json = { method: "POST", body: "{}", headers: { "content-type": "application/json" } };
  expect((await ask("/v1/customers", json)).status).toBe(400);
  expect((await ask("/v1/customers", form("a[b=1"))).status).toBe(400);
  expect((await ask("/v1/customers", form("a[b][c][d][e][f][g]=1"))).status).toBe(400);
  expect((await ask("/v1/customers", form(`name=${"x".repeat(70_000)}`))).status).toBe(413);
  const polluting = await ask("/v1/customers", form("metadata[__proto__]=1&metadata[a]=2"));
  expect(polluting.status).toBe(200);
  expect(({} as Record<string, unknown>)["1"]).toBeUndefined();
});

test("expand puts objects for ids, and refuses what has none", async () => {
  const { id } = await aPayment(rig);
  const intent = await rig.stripe.paymentIntents.retrieve(id, {
    expand: ["customer", "latest_charge.refunds"],
  });
  expect(intent).toMatchObject({
    customer: { object: "customer", email: "mira@example.org" },
    latest_charge: { object: "charge", refunds: { object: "list", data: [] } },
  });
  await expect(
    rig.stripe.paymentIntents.retrieve(id, { expand: ["amount"] }),
  ).rejects.toMatchObject({ message: "This property cannot be expanded (amount)." });
  const list = await rig.stripe.charges.list({ payment_intent: id, expand: ["data.customer"] });
  expect(list.data[0].customer).toMatchObject({ object: "customer" });
});

test("lists turn their pages in both directions, the newest first", async () => {
  const email = "many@example.org";
  const made: string[] = [];
  for (let count = 0; count < 5; count += 1) {
    made.unshift((await rig.stripe.customers.create({ email })).id);
  }
  const ids = async (params: object) => {
    const page = await rig.stripe.customers.list({ email, limit: 2, ...params });
    return { ids: page.data.map(({ id }) => id), more: page.has_more };
  };
  expect(await ids({})).toEqual({ ids: made.slice(0, 2), more: true });
  expect(await ids({ starting_after: made[3] })).toEqual({ ids: made.slice(4), more: false });
  expect(await ids({ ending_before: made[2] })).toEqual({ ids: made.slice(0, 2), more: false });
  const walked: string[] = [];
  for await (const { id } of rig.stripe.customers.list({ email, limit: 2 })) walked.push(id);
  expect(walked).toEqual(made);
  await expect(ids({ limit: 101 })).rejects.toMatchObject({ param: "limit" });
});

test("a session is found by its payment, and can be expired once", async () => {
  const { id } = await aPayment(rig);
  const { data } = await rig.stripe.checkout.sessions.list({ payment_intent: id });
  expect(data).toMatchObject([{ payment_intent: id, status: "complete" }]);
  const open = await aCheckout(rig);
  expect(await rig.stripe.checkout.sessions.expire(open.id)).toMatchObject({ status: "expired" });
  await expect(rig.stripe.checkout.sessions.expire(open.id)).rejects.toMatchObject({
    statusCode: 400,
  });
});

test("the account answers with an id that stays", async () => {
  const { id } = await rig.stripe.accounts.retrieveCurrent();
  expect(id).toBe(rig.sandbox.accountId);
});
