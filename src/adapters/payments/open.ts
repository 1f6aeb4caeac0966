import type { Pool } from "pg";
import type { Env } from "#app/env.ts";
import type { Logger } from "#app/lib/log.ts";
import type { Payments } from "./port.ts";
import { openStripe } from "./stripe.ts";

/** Stripe with a key, else the built-in sandbox. */
export async function openPayments(
  env: Env,
  { pool, log }: { pool: Pool; log: Logger },
): Promise<Payments> {
  const { STRIPE_SECRET_KEY: apiKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = env;
  const common = { currency: env.STRIPE_CURRENCY, automaticTax: env.STRIPE_AUTOMATIC_TAX };
  if (apiKey !== undefined && webhookSecret !== undefined) {
    const livemode = /^[sr]k_live_/.test(apiKey);
    return {
      ...openStripe({ ...common, apiKey, webhookSecret, server: null }),
      mode: livemode ? "live" : "test",
      livemode,
      sandbox: null,
      close: () => Promise.resolve(),
    };
  }
  const { openSandbox } = await import("@echoform/payment-sandbox");
  const sandbox = await openSandbox({
    pool,
    siteUrl: env.SERVER_URL,
    // The server says it once it listens; processes without one leave the events to others.
    deliverTo: null,
    log,
  });
  const { apiKey: own, ...server } = sandbox.client;
  const { webhookSecret: secret } = sandbox;
  return {
    ...openStripe({ ...common, apiKey: own, webhookSecret: secret, server }),
    mode: "sandbox",
    livemode: false,
    sandbox,
    close: () => sandbox.close(),
  };
}
