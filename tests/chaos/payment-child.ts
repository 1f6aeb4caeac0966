/**
 * The program's web and worker in a process of its own, which the test kills. It talks to the sandbox of the test by HTTP;
 * its own would send events too. Argument: the sandbox's `client` and `webhookSecret` as JSON. Prints its port.
 */
import { writeSync } from "node:fs";
import { openStripe } from "#app/adapters/payments/stripe.ts";
import { readEnv } from "#app/env.ts";
import { openLog } from "#app/lib/log.ts";
import { openServices } from "#app/open-services.ts";
import { startServer } from "#app/roles/server.ts";

export type SandboxAddress = {
  client: { apiKey: string; host: string; port: number; protocol: "http" };
  webhookSecret: string;
};

const { client, webhookSecret } = JSON.parse(process.argv[2] ?? "") as SandboxAddress;
const { apiKey, ...server } = client;
const services = await openServices(readEnv(process.env), {
  log: openLog("silent"),
  engines: new Map(),
  payments: {
    ...openStripe({ apiKey, server, webhookSecret, currency: "usd", automaticTax: false }),
    mode: "sandbox",
    livemode: false,
    sandbox: null,
    close: () => Promise.resolve(),
  },
});
const { port } = await startServer(services, {
  roles: ["web", "worker"],
  port: 0,
  host: "127.0.0.1",
  pages: null,
});
writeSync(1, `${port}\n`);
