import { afterAll, beforeAll, expect, test } from "vitest";
import { aMember, type TestMember } from "#tests/harness/factories.ts";
import { until } from "#tests/harness/patience.ts";
import { eventBody } from "#tests/harness/payment-provider.ts";
import { testServer, type SignedUp, type TestServer } from "#tests/harness/server.ts";
import { expectBroken, testDatabase } from "#tests/harness/database.ts";
import { testServices } from "#tests/harness/services.ts";
import { revenueByMonth } from "#app/features/payments/queries.ts";
import type { OpenServices } from "#app/open-services.ts";

let services: OpenServices;
let server: TestServer;
let admin: SignedUp;
let payer: TestMember;
beforeAll(async () => {
  const database = await testDatabase();
  // Payments without their ledger are written below, so that there are differences to list.
  expectBroken(database);
  services = await testServices({ databaseUrl: database.url });
  server = await testServer(services);
  admin = await server.signUp("Ada Admin");
  payer = await aMember(services, { name: "Pia Payer" });
  const users = services.db.updateTable("users").set({ role: "admin" });
  await users.where("id", "=", admin.userId).execute();
});
afterAll(async () => {
  await server.close();
  await services.close();
});

type Kept = { id: string; kind?: string; state?: string; minutes?: number; objectId?: string };

/** Keeps an event as the receiver does, in any state. */
async function keep({ id, kind = "customer.created", state = "failed", ...more }: Kept) {
  const { minutes = 0, objectId = null } = more;
  const at = new Date(Date.now() - minutes * 60_000);
  const payload = JSON.stringify({
    ...(JSON.parse(eventBody(kind, { id: objectId ?? "cus_1", object: "customer" })) as object),
    id,
  });
  await services.db
    .insertInto("payment_events")
    .values({
      id,
      kind,
      object_id: objectId,
      mode: services.payments.mode,
      livemode: false,
      payload,
      state,
      attempts: 12,
      last_error: state === "failed" ? "=cmd|' /C calc'!A0" : null,
      received_at: at,
      done_at: state === "received" ? null : at,
    })
    .execute();
}

const get = async (address: string) => {
  const answer = await admin.fetch(address);
  expect(answer.status).toBe(200);
  return (await answer.json()) as { items: Record<string, unknown>[]; next: string | null };
};
const idsOf = async (query: string) =>
  (await get(`/api/admin/webhook-events?${query}`)).items.map(({ id }) => id);
const replay = (ids: readonly string[]) =>
  admin.fetch("/api/admin/webhook-events/replay", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ids }),
  });
const eventOf = (id: string) =>
  services.db
    .selectFrom("payment_events")
    .select(["state", "attempts", "last_error"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

test("AD-08 events are listed newest first, by state, kind, id and object, in pages", async () => {
  await keep({ id: "evt_old", minutes: 30, state: "done", kind: "invoice.paid", objectId: "in_7" });
  await keep({ id: "evt_mid", minutes: 20 });
  await keep({ id: "evt_new", minutes: 10, state: "ignored" });
  expect(await idsOf("")).toEqual(["evt_new", "evt_mid", "evt_old"]);
  expect(await idsOf("state=failed")).toEqual(["evt_mid"]);
  expect(await idsOf("q=invoice.paid")).toEqual(["evt_old"]);
  expect(await idsOf("q=evt_mid")).toEqual(["evt_mid"]);
  expect(await idsOf("q=in_7")).toEqual(["evt_old"]);
  expect(await idsOf("q=in_7&state=failed")).toEqual([]);
  const first = await get("/api/admin/webhook-events?limit=2");
  expect(first.items.map(({ id }) => id)).toEqual(["evt_new", "evt_mid"]);
  expect(await idsOf(`limit=2&cursor=${first.next}`)).toEqual(["evt_old"]);
  expect((await admin.fetch("/api/admin/webhook-events?cursor=%25")).status).toBe(400);
  expect((await admin.fetch("/api/admin/webhook-events?state=lost")).status).toBe(400);
});

test("AD-08 an event is shown with its payload, attempts and last error", async () => {
  await keep({ id: "evt_shown" });
  const answer = await admin.fetch("/api/admin/webhook-events/evt_shown");
  expect(await answer.json()).toMatchObject({
    id: "evt_shown",
    kind: "customer.created",
    state: "failed",
    attempts: 12,
    lastError: "=cmd|' /C calc'!A0",
    payload: { id: "evt_shown", type: "customer.created", data: { object: { id: "cus_1" } } },
  });
  expect((await admin.fetch("/api/admin/webhook-events/evt_none")).status).toBe(404);
});

test("AD-08 replayed events go through the workers again, each with its audit entry", async () => {
  const ids = ["evt_again_1", "evt_again_2"];
  for (const id of ids) await keep({ id });
  const answer = await replay(ids);
  expect(answer.status).toBe(202);
  expect(await answer.json()).toEqual({ queued: 2 });
  for (const id of ids) {
    const seen = await until(
      "the worker",
      () => eventOf(id),
      ({ state }) => state !== "received",
    );
    // A kind that changes nothing here.
    expect(seen).toEqual({ state: "ignored", attempts: 1, last_error: null });
    const audit = services.db.selectFrom("admin_audit").select(["action", "admin_id", "before"]);
    expect(await audit.where("target_id", "=", id).execute()).toEqual([
      {
        action: "payment-event.replay",
        admin_id: admin.userId,
        before: { state: "failed" },
      },
    ]);
  }
});

test("AD-08 a replay with an unknown, repeated or malformed id changes nothing", async () => {
  await keep({ id: "evt_kept" });
  expect((await replay(["evt_kept", "evt_none"])).status).toBe(404);
  expect((await replay(["evt_kept", "evt_kept"])).status).toBe(400);
  expect((await replay(["'; drop"])).status).toBe(400);
  expect((await replay([])).status).toBe(400);
  expect(await eventOf("evt_kept")).toMatchObject({ state: "failed", attempts: 12 });
});

test("AD-08 events come as CSV with their filter, and an error that is a formula as text", async () => {
  const answer = await admin.fetch("/api/admin/webhook-events.csv?q=evt_kept");
  const lines = (await answer.text()).trimEnd().split("\r\n");
  expect(lines[0]).toBe("Id,Kind,Object,Mode,State,Attempts,Last error,Received,Done");
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(`evt_kept,customer.created,,sandbox,failed,12,"'=cmd|' /C calc'!A0"`);
});

type Paid = { id: string; granted?: boolean; state?: string; refunded?: number };

/** A payment that the ledger knows nothing of. */
async function pay({ id, granted = true, state = "paid", refunded = 0 }: Paid) {
  const checkout = crypto.randomUUID();
  const about = {
    user_id: payer.id,
    mode: services.payments.mode,
    offer: "pack-50",
    currency: "usd",
  };
  await services.db
    .insertInto("payment_checkouts")
    .values({ id: checkout, ...about, credits: 50, amount: 300, customer_id: "cus_1" })
    .execute();
  await services.db
    .insertInto("payments")
    .values({
      id,
      ...about,
      checkout_id: checkout,
      credits: 50,
      amount: 330,
      tax: 30,
      refunded,
      state,
      payment_intent: id,
      created_at: new Date(),
      granted_at: granted ? new Date() : null,
    })
    .execute();
}

test("AD-10 payments are listed by state, id and member, and come as CSV", async () => {
  await pay({ id: "pi_one" });
  await pay({ id: "pi_two", granted: false, state: "failed" });
  const listed = async (query: string) =>
    (await get(`/api/admin/payments?${query}`)).items.map(({ id }) => id);
  expect(new Set(await listed(""))).toEqual(new Set(["pi_one", "pi_two"]));
  expect(await listed("state=failed")).toEqual(["pi_two"]);
  expect(await listed("q=pi_one")).toEqual(["pi_one"]);
  expect(new Set(await listed(`q=@${payer.username}`))).toEqual(new Set(["pi_one", "pi_two"]));
  expect(await listed("q=@nobody")).toEqual([]);
  const csv = await (await admin.fetch("/api/admin/payments.csv?state=paid")).text();
  expect(csv).toContain(
    `pi_one,${payer.username},${payer.email},pack-50,50,0,330,0,usd,paid,sandbox,`,
  );
  expect(csv).not.toContain("pi_two");
});

test("AD-10 revenue is what was paid, less refunds and lost disputes, by month and offer", async () => {
  const lines = () => revenueByMonth(services.db, services.payments.mode);
  const [line, ...others] = await lines();
  expect(others).toEqual([]);
  expect(line).toEqual({
    month: new Date().toISOString().slice(0, 7),
    offer: "pack-50",
    currency: "usd",
    payments: 1,
    credits: 50,
    paid: 330,
    tax: 30,
    refunded: 0,
    lost: 0,
  });
  const dispute = {
    payment_id: "pi_one",
    amount: 330,
    currency: "usd",
    status: "lost",
    reason: "x",
  };
  await services.db
    .insertInto("payment_disputes")
    .values({
      id: "dp_1",
      ...dispute,
      state: "lost",
      created_at: new Date(),
      closed_at: new Date(),
    })
    .execute();
  expect(await lines()).toEqual([{ ...line, lost: 330 }]);
  await services.db.deleteFrom("payment_disputes").where("id", "=", "dp_1").execute();
});

test("AD-10 every payment whose credits the ledger lacks is a difference", async () => {
  await pay({ id: "pi_three", refunded: 330, state: "refunded" });
  const csv = await (await admin.fetch("/api/admin/payment-differences.csv")).text();
  expect(csv.trimEnd().split("\r\n").slice(1)).toEqual([`pi_one,${payer.email},50,0`]);
});
