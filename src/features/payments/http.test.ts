import { afterAll, beforeAll, expect, test } from "vitest";
import { eventBody, newId, signed, testProvider } from "#tests/harness/payment-provider.ts";
import { testServer, type SignedUp, type TestServer } from "#tests/harness/server.ts";
import { testServices } from "#tests/harness/services.ts";
import type { OpenServices } from "#app/open-services.ts";

const provider = testProvider();
let services: OpenServices;
let server: TestServer;
let ada: SignedUp;
beforeAll(async () => {
  services = await testServices({ payments: provider.payments });
  // Without workers: events stay as they were kept.
  server = await testServer(services, { roles: ["web"] });
  ada = await server.signUp();
});
afterAll(async () => {
  await server.close();
  await services.close();
});

const send = (body: string, headers: Record<string, string> = {}) =>
  server.fetch("/api/webhooks/stripe", {
    method: "POST",
    headers: { "content-type": "application/json; charset=utf-8", ...headers },
    body,
  });
const sendSigned = (body: string, signature = signed(body)) =>
  send(body, { "stripe-signature": signature });

const kept = async () =>
  (await services.pool.query("select id, kind, object_id, state from payment_events")).rows;

test("CR-06 a signed event is kept once, however often it comes, and answered at once", async () => {
  const body = eventBody("payment_intent.succeeded", { object: "payment_intent", id: "pi_1" });
  const { id } = JSON.parse(body) as { id: string };
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => sendSigned(body)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(await answers[0].json()).toEqual({ received: true });
  expect((await kept()).filter((row) => row.id === id)).toEqual([
    { id, kind: "payment_intent.succeeded", object_id: "pi_1", state: "received" },
  ]);
});

test("CR-06 forged, stale, future-dated, re-signed and truncated events are refused and not kept", async () => {
  const before = await kept();
  const body = eventBody("payment_intent.succeeded", { object: "payment_intent", id: "pi_2" });
  const now = Math.floor(Date.now() / 1000);
  const refused = [
    await send(body),
    await sendSigned(body, signed(body, "whsec_forged")),
    await sendSigned(body, signed(body, undefined, now - 302)),
    await sendSigned(body, signed(body, undefined, now + 302)),
    await sendSigned(body.replace("pi_2", "pi_3"), signed(body)),
    await sendSigned(body.slice(0, -2), signed(body)),
    await sendSigned("", signed("")),
  ];
  expect(refused.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 400, 400]);
  expect(refused[1].headers.get("content-type")).toContain("application/problem+json");
  expect(await kept()).toEqual(before);
});

test("CR-06 an event of more than 1 MB is refused as too large, also in parts without a length", async () => {
  const before = await kept();
  const body = eventBody("payment_intent.succeeded", { id: "pi_4", text: "x".repeat(1_000_000) });
  expect((await sendSigned(body)).status).toBe(413);
  const parts = new ReadableStream({
    start(controller) {
      controller.enqueue(Buffer.from(body));
      controller.close();
    },
  });
  const answer = await server.fetch("/api/webhooks/stripe", {
    method: "POST",
    headers: { "content-type": "application/json", "stripe-signature": signed(body) },
    body: parts,
    duplex: "half",
  } as RequestInit);
  expect(answer.status).toBe(413);
  expect(await kept()).toEqual(before);
});

test("CR-06 a signed event with characters that the database cannot hold is kept", async () => {
  const body = eventBody("customer.updated", { object: "customer", id: "cus_1", name: "A\0B" });
  expect((await sendSigned(body)).status).toBe(200);
});

test("CR-06 guests are sent to sign in before they can pay", async () => {
  for (const path of ["checkout", "portal", "subscription"]) {
    const answer = await server.post(`/api/payments/${path}`, { offer: "pack-50" });
    expect(answer.status).toBe(401);
  }
});

const post = (path: string, body: object, by = ada) =>
  by.fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

test("CR-06 a checkout names what is offered and leads back to the billing page with next kept", async () => {
  const answer = await post("/api/payments/checkout", {
    offer: "pack-200",
    next: "/dashboard/studio/remix?draft=1",
  });
  expect(answer.status).toBe(200);
  const { url } = (await answer.json()) as { url: string };
  expect(url).toMatch(/^https:\/\/pay\.example\.org\/cs_/);
  const { with: asked } = provider.asked.findLast(({ name }) => name === "checkout") as {
    with: { checkoutId: string; customerId: string; successUrl: string; cancelUrl: string };
  };
  const back = `${services.env.SERVER_URL}/dashboard/billing?next=%2Fdashboard%2Fstudio%2Fremix%3Fdraft%3D1`;
  expect(asked).toMatchObject({
    offer: { id: "pack-200", credits: 200, amount: 1000 },
    successUrl: `${back}&paid={CHECKOUT_SESSION_ID}`,
    cancelUrl: back,
  });
  const row = await services.db
    .selectFrom("payment_checkouts")
    .selectAll()
    .where("id", "=", asked.checkoutId)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({
    user_id: ada.userId,
    offer: "pack-200",
    credits: 200,
    amount: 1000,
    currency: "usd",
    customer_id: asked.customerId,
    session_id: url.split("/").at(-1),
  });
});

test("CR-06 a member is one customer, also when two checkouts are opened at once", async () => {
  const eva = await server.signUp("Eva Lind");
  const order = () => post("/api/payments/checkout", { offer: "pack-50" }, eva);
  await Promise.all([order(), order()]);
  await order();
  const rows = await services.db
    .selectFrom("payment_checkouts")
    .select("customer_id")
    .where("user_id", "=", eva.userId)
    .execute();
  expect(rows).toHaveLength(3);
  expect(new Set(rows.map((row) => row.customer_id)).size).toBe(1);
});

test.each([
  [{ offer: "pack-51" }, 400],
  [{ offer: "pack-50", amount: 1 }, 400],
  [{}, 400],
])("CR-06 a checkout of %j is refused", async (wanted, status) => {
  expect((await post("/api/payments/checkout", wanted)).status).toBe(status);
});

test("CR-06 an address of another site is not kept for after the payment", async () => {
  await post("/api/payments/checkout", { offer: "pack-50", next: "https://evil.example/" });
  const { with: asked } = provider.asked.findLast(({ name }) => name === "checkout") as {
    with: { successUrl: string };
  };
  expect(new URL(asked.successUrl).searchParams.get("next")).toBe("/dashboard");
});

async function subscribe(member: SignedUp, more: { state?: string; offer?: string } = {}) {
  const id = newId("sub");
  await services.db
    .insertInto("subscriptions")
    .values({
      id,
      user_id: member.userId,
      mode: "sandbox",
      offer: more.offer ?? "plan-pro",
      state: more.state ?? "active",
      created_at: new Date(),
    })
    .execute();
  return id;
}

test("CR-04 a second plan is refused while there is one, and a pack is not", async () => {
  const eva = await server.signUp("Eva Lind");
  await subscribe(eva);
  expect((await post("/api/payments/checkout", { offer: "plan-studio" }, eva)).status).toBe(409);
  expect((await post("/api/payments/checkout", { offer: "pack-50" }, eva)).status).toBe(200);
});

test("CR-04 without a plan there is nothing to cancel, and without a purchase no portal", async () => {
  const eva = await server.signUp("Eva Lind");
  const cancel = await post("/api/payments/subscription", { action: "cancel" }, eva);
  expect(cancel.status).toBe(409);
  expect((await post("/api/payments/portal", {}, eva)).status).toBe(404);
  await post("/api/payments/checkout", { offer: "pack-50" }, eva);
  const portal = await post("/api/payments/portal", {}, eva);
  expect(await portal.json()).toEqual({ url: "https://pay.example.org/portal" });
});

test("CR-06 a provider that cannot be reached is told as such, and nothing is lost", async () => {
  const eva = await server.signUp("Eva Lind");
  provider.failures.push(new Error("connection refused"));
  const answer = await post("/api/payments/checkout", { offer: "pack-50" }, eva);
  expect(answer.status).toBe(503);
  expect(await answer.json()).toMatchObject({
    detail: "Payments do not work right now. Nothing was paid.",
  });
  expect((await post("/api/payments/checkout", { offer: "pack-50" }, eva)).status).toBe(200);
});

test("CR-06 a customer that the provider does not know any more is made anew", async () => {
  const eva = await server.signUp("Eva Lind");
  await post("/api/payments/checkout", { offer: "pack-50" }, eva);
  provider.lost.add("checkout");
  expect((await post("/api/payments/checkout", { offer: "pack-50" }, eva)).status).toBe(200);
  const rows = await services.db
    .selectFrom("payment_checkouts")
    .select("customer_id")
    .where("user_id", "=", eva.userId)
    .orderBy("id")
    .execute();
  const [first, refused, second] = rows.map((row) => row.customer_id);
  expect(refused).toBe(first);
  expect(second).not.toBe(first);
});
