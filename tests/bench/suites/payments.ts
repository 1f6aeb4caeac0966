/**
 * 10,000 payment events in five copies, shuffled and sent eight at a time to processes that are killed ten times, with
 * refunds, disputes and casts among them. Passes when the ledger is equal to the sandbox's books.
 */
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { openEmbedded } from "#app/db/embedded.ts";
import { readEnv } from "#app/env.ts";
import { openLog } from "#app/lib/log.ts";
import { openServices } from "#app/open-services.ts";
import { paymentStorm } from "../../chaos/payment-storm.ts";

const size = {
  events: 10_000,
  copies: 5,
  atOnce: 8,
  kills: 10,
  members: 60,
  seed: 7919,
  progress: (state: object) => console.log(JSON.stringify(state)),
};

const folder = await mkdtemp(path.join(os.tmpdir(), "echoform-payments-"));
const log = openLog("silent");
const embedded = await openEmbedded(folder, log, { settings: { fsync: "off" } });
const env = readEnv({
  NODE_ENV: "test",
  DATABASE_URL: embedded.url,
  DATA_DIR: path.join(folder, "data"),
  DEMO_SEED: "off",
  HELPERS: "off",
});
const services = await openServices(env, { log, engines: new Map() });
try {
  const { kinds, ...report } = await paymentStorm(services, embedded.url, size);
  console.log(kinds);
  console.log(report);
  console.log(`${Math.round(report.sent / report.seconds)} events a second`);
  const isEqual =
    report.ledgerCredits === report.expectedCredits &&
    report.booked === report.facts &&
    report.sent === report.events * size.copies &&
    report.kills === size.kills &&
    report.wrongPayments.length + report.wrongMembers.length + report.differences.length === 0 &&
    Object.keys(report.invariants).length === 0;
  console.log(isEqual ? "difference 0" : "THE LEDGER DIFFERS");
  process.exitCode = isEqual ? 0 : 1;
} finally {
  await services.close();
  await embedded.stop();
  await rm(folder, { recursive: true, force: true });
}
