import { afterAll, beforeAll, expect, test } from "vitest";
import { runCommand as run } from "#tests/harness/admin-command.ts";
import { expectBroken, testDatabase } from "#tests/harness/database.ts";
import { aMember } from "#tests/harness/factories.ts";
import { payingMembers } from "#tests/harness/paid.ts";
import { testProvider } from "#tests/harness/payment-provider.ts";
import { testServices } from "#tests/harness/services.ts";
import type { OpenServices } from "#app/open-services.ts";
import { command as check } from "./check.ts";
import { command as payments } from "./payments.ts";

const provider = testProvider();
let services: OpenServices;
beforeAll(async () => {
  const database = await testDatabase();
  // The last test books what nobody paid.
  expectBroken(database);
  services = await testServices({ payments: provider.payments, databaseUrl: database.url });
});
afterAll(() => services.close());

test("payments repeats an event by the path that all events take, and says what came of it", async () => {
  const paying = payingMembers(services, provider);
  const { id } = await aMember(services);
  const intent = await paying.buy(id, "pack-50");
  const event = await paying.aboutIntent("payment_intent.succeeded", intent.id);
  expect(await run(payments, services, { replay: event })).toEqual({
    status: 0,
    output: `${event} done`,
  });
  provider.intents.set(intent.id, { ...intent, currency: "eur" });
  const failed = await run(payments, services, { replay: event });
  expect(failed.status).toBe(1);
  expect(failed.output).toContain(`${event} failed: ${intent.id} has the currency eur`);
  const unknown = run(payments, services, { replay: "evt_unknown" });
  await expect(unknown).rejects.toThrow("There is no event evt_unknown.");
  expect(await paying.accountOf(id)).toMatchObject({ available: 55 });
});

test("payments and check list a payment whose credits in the ledger are others", async () => {
  const { id, email } = await aMember(services);
  const intent = await payingMembers(services, provider).buy(id, "pack-200");
  expect(await run(payments, services, {})).toEqual({
    status: 0,
    output: "the ledger and the payments agree",
  });
  expect((await run(check, services, {})).status).toBe(0);
  await services.pool.query("update payments set taken = 10, refunded = 500 where id = $1", [
    intent.id,
  ]);
  expect(await run(payments, services, {})).toEqual({
    status: 1,
    output: `${intent.id} of ${email}: the ledger has 200 credits, the payment stands for 100\n1 payment differs`,
  });
  const checked = await run(check, services, {});
  expect(checked.status).toBe(1);
  expect(checked.output).toContain("invariant_i12_payments: 1 broken");
});
