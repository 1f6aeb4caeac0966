import { afterAll, beforeAll, expect, test } from "vitest";
import { aMember } from "#tests/harness/factories.ts";
import { payingMembers } from "#tests/harness/paid.ts";
import { eventBody, newId, testProvider } from "#tests/harness/payment-provider.ts";
import { testServices } from "#tests/harness/services.ts";
import { readEvent } from "#app/adapters/payments/stripe-events.ts";
import type { OpenServices } from "#app/open-services.ts";
import { eraseFromLedger } from "#app/features/billing/commands.ts";
import { insertNameless } from "#app/features/identity/commands.ts";
import { keepEvent } from "../commands.ts";
import { workOnEvent } from "../jobs.ts";
import { eraseFromPayments } from "./erase.ts";

const provider = testProvider();
let services: OpenServices;
let paying: ReturnType<typeof payingMembers>;
beforeAll(async () => {
  services = await testServices({ payments: provider.payments });
  paying = payingMembers(services, provider);
});
afterAll(() => services.close());

const eventOf = (id: string) =>
  services.db
    .selectFrom("payment_events")
    .select(["state", "payload", "last_error"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

/** A member who bought a pack, and what an event of the provider says of them. */
async function aPayer(name: string) {
  const { id, email } = await aMember(services);
  const intent = await paying.buy(id, "pack-50");
  const { customer_id: customer } = await services.db
    .selectFrom("payment_customers")
    .select("customer_id")
    .where("user_id", "=", id)
    .executeTakeFirstOrThrow();
  const charge = {
    object: "charge",
    id: newId("ch"),
    customer,
    payment_intent: intent.id,
    billing_details: { name, address: { line1: "1 Quiet Lane" } },
  };
  return { id, email, customer, charge };
}

const erase = ({ id, email }: { id: string; email: string }) =>
  services.db.transaction().execute(async (tx) => {
    const nameless = await insertNameless(tx, id);
    await eraseFromLedger(tx, id, nameless);
    await eraseFromPayments(tx, id, nameless, email);
    await tx.deleteFrom("users").where("id", "=", id).execute();
  });

test("CO-06 what the provider's events say of an erased payer is emptied: those before, those that waited and those to come", async () => {
  const [gone, stays] = [await aPayer("Ada Erased"), await aPayer("Bob Stays")];
  const before = await paying.tell("charge.updated", gone.charge);
  const waiting = readEvent(JSON.parse(eventBody("charge.updated", gone.charge)));
  await keepEvent(services, waiting);
  await erase(gone);
  expect(await eventOf(before)).toMatchObject({ payload: {} });
  expect(JSON.stringify(await eventOf(waiting.id))).toContain("Ada Erased");
  while (await workOnEvent(services));
  const after = await paying.tell("charge.updated", gone.charge);
  const failed = await paying.tell("charge.updated", gone.charge, { account: "acct_other" });
  expect(await eventOf(waiting.id)).toEqual({ state: "done", payload: {}, last_error: null });
  expect(await eventOf(after)).toEqual({ state: "done", payload: {}, last_error: null });
  expect(await eventOf(failed)).toEqual({ state: "failed", payload: {}, last_error: null });
  const others = await paying.tell("charge.updated", stays.charge);
  expect(await eventOf(others)).toMatchObject({
    state: "done",
    payload: { data: { object: { customer: stays.customer } } },
  });
  const { rows } = await services.pool.query(
    "select id from payment_events where payload::text like '%Ada Erased%' or payload::text like '%' || $1 || '%'",
    [gone.customer],
  );
  expect(rows).toEqual([]);
});
