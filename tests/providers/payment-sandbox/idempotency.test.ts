import { afterAll, beforeAll, expect, test } from "vitest";
import { until } from "../../harness/patience.ts";
import { aPayment, aRig, type Rig } from "./rig.ts";

let rig: Rig;
beforeAll(async () => {
  rig = await aRig();
});
afterAll(() => rig.close());

const create = (email: string, idempotencyKey: string) =>
  rig.stripe.customers.create({ email }, { idempotencyKey });

test("the same key with the same body is answered again and done once", async () => {
  const first = await create("one@example.org", "key-same");
  expect(first.lastResponse.headers["idempotent-replayed"]).toBeUndefined();
  const again = await create("one@example.org", "key-same");
  expect(again).toEqual(first);
  expect(again.lastResponse.headers["idempotent-replayed"]).toBe("true");
  expect(again.lastResponse.headers["original-request"]).toBe(first.lastResponse.requestId);
  expect((await rig.stripe.customers.list({ email: "one@example.org" })).data).toHaveLength(1);
});

test("the same key with another body or address is refused", async () => {
  await create("two@example.org", "key-other");
  await expect(create("three@example.org", "key-other")).rejects.toMatchObject({
    type: "StripeIdempotencyError",
    statusCode: 400,
  });
  await expect(
    rig.stripe.products.create({ name: "Pro" }, { idempotencyKey: "key-other" }),
  ).rejects.toMatchObject({ type: "StripeIdempotencyError", statusCode: 400 });
});

test("while the first request runs, a second with its key is told so", async () => {
  const { pool } = rig.database;
  const holder = await pool.connect();
  try {
    await holder.query("begin");
    // What every change of the sandbox waits for.
    await holder.query("select pg_advisory_xact_lock(7301442020)");
    const first = create("slow@example.org", "key-running");
    await until(
      "the key to be claimed",
      async () =>
        (await pool.query("select from payment_sandbox.idempotency_keys where key = 'key-running'"))
          .rowCount,
      (found) => found === 1,
    );
    await expect(create("slow@example.org", "key-running")).rejects.toMatchObject({
      statusCode: 409,
      code: "idempotency_key_in_use",
    });
    await holder.query("commit");
    const made = await first;
    expect(await create("slow@example.org", "key-running")).toEqual(made);
  } finally {
    holder.release();
  }
});

test("twenty requests at once with one key make one customer", async () => {
  const all = await Promise.allSettled(
    Array.from({ length: 20 }, () => create("crowd@example.org", "key-crowd")),
  );
  const made = all.flatMap((one) => (one.status === "fulfilled" ? [one.value.id] : []));
  expect(new Set(made).size).toBe(1);
  const refused = all.flatMap((one) => (one.status === "rejected" ? [one.reason as object] : []));
  for (const reason of refused) expect(reason).toMatchObject({ statusCode: 409 });
  expect((await rig.stripe.customers.list({ email: "crowd@example.org" })).data).toHaveLength(1);
});

test("a refusal of what was tried is kept for the key; one of the request's form is not", async () => {
  const payment_intent = (await aPayment(rig)).id;
  const refund = (amount: number, idempotencyKey: string) =>
    rig.stripe.refunds.create({ payment_intent, amount }, { idempotencyKey });
  await expect(refund(901, "key-much")).rejects.toMatchObject({ param: "amount" });
  await expect(refund(901, "key-much")).rejects.toMatchObject({
    param: "amount",
    headers: { "idempotent-replayed": "true" },
  });
  await expect(
    rig.stripe.customers.create({ email: "no address" }, { idempotencyKey: "key-form" }),
  ).rejects.toMatchObject({ param: "email" });
  expect(await create("right@example.org", "key-form")).toMatchObject({ object: "customer" });
});
