import { expect, test } from "vitest";
import { testDatabase } from "../harness/database.ts";
import { testServices } from "../harness/services.ts";
import { paymentStorm } from "./payment-storm.ts";

/** CHAOS_SEED repeats one run; the whole size is `npm run bench -- payments`. */
const seed = Number(process.env.CHAOS_SEED ?? 7919);

test(`CR-06 events in five copies, shuffled and eight at a time, under kills: every fact is booked once, seed ${seed}`, async () => {
  const database = await testDatabase();
  const services = await testServices({ databaseUrl: database.url });
  try {
    const size = { events: 200, copies: 5, atOnce: 8, kills: 2, members: 6, seed };
    const report = await paymentStorm(services, database.url, size);
    expect(report).toMatchObject({
      kills: 2,
      invariants: {},
      differences: [],
      wrongPayments: [],
      wrongMembers: [],
      sent: report.events * 5,
    });
    expect(report.facts).toBeGreaterThan(10);
    expect(report.booked).toBe(report.facts);
    expect(report.refunds).toBeGreaterThan(0);
    expect(report.disputes).toBeGreaterThan(0);
    expect(report.ledgerCredits).toBe(report.expectedCredits);
    expect(report.states.failed ?? 0).toBe(0);
  } finally {
    await services.close();
  }
});
