import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { openSandbox, type Sandbox } from "@echoform/payment-sandbox";
import { Stripe } from "stripe";
import { openLog } from "#app/lib/log.ts";
import { testDatabase, type TestDatabase } from "../../harness/database.ts";
import { until } from "../../harness/patience.ts";

/** A receiver of events that keeps what comes and answers as it is told. */
export async function aReceiver() {
  const got: { body: string; headers: IncomingHttpHeaders; event: Stripe.Event }[] = [];
  const answers: number[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (chunk: string) => (body += chunk));
    request.on("end", () => {
      got.push({ body, headers: request.headers, event: JSON.parse(body) as Stripe.Event });
      response.writeHead(answers.shift() ?? 200).end();
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  const types = () => got.map(({ event }) => event.type as string);
  return {
    url: `http://127.0.0.1:${port}/api/webhooks/stripe`,
    got,
    types,
    /** The statuses of the next answers; 200 after them. */
    answerWith: (...statuses: number[]) => void answers.push(...statuses),
    /** Waits until events of all these types have come; a type may be named twice. */
    untilTypes: (...wanted: string[]) =>
      until(`events ${wanted.join(", ")}`, types, (seen) => {
        const left = [...seen];
        return wanted.every((type) => {
          const at = left.indexOf(type);
          if (at !== -1) left.splice(at, 1);
          return at !== -1;
        });
      }),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export type Receiver = Awaited<ReturnType<typeof aReceiver>>;

/** The official client, talking to a sandbox. */
export const clientOf = ({ client }: Sandbox, more: Partial<Stripe.StripeConfig> = {}) =>
  new Stripe(client.apiKey, {
    host: client.host,
    port: client.port,
    protocol: client.protocol,
    maxNetworkRetries: 0,
    telemetry: false,
    ...more,
  });

export type Rig = {
  database: TestDatabase;
  sandbox: Sandbox;
  stripe: Stripe;
  receiver: Receiver;
  close: () => Promise<void>;
};

/** A sandbox over a database of its own, the official client before it and a receiver behind it. */
export async function aRig(given?: TestDatabase): Promise<Rig> {
  const database = given ?? (await testDatabase());
  const receiver = await aReceiver();
  const sandbox = await openSandbox({
    pool: database.pool,
    siteUrl: "http://localhost:3000",
    deliverTo: receiver.url,
    log: openLog("silent"),
  });
  return {
    database,
    sandbox,
    stripe: clientOf(sandbox),
    receiver,
    async close() {
      await sandbox.close();
      await receiver.close();
    },
  };
}

/** A checkout of a pack or of a plan; the amount is in minor units. */
export async function aCheckout(
  { stripe }: Pick<Rig, "stripe">,
  given: {
    mode?: "payment" | "subscription";
    amount?: number;
    name?: string;
    customer?: string;
  } = {},
) {
  const { mode = "payment", amount = 900, name = "200 credits" } = given;
  const customer =
    given.customer ?? (await stripe.customers.create({ email: "mira@example.org" })).id;
  const metadata = { checkout: "c1" };
  return stripe.checkout.sessions.create({
    mode,
    customer,
    client_reference_id: "c1",
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: "usd",
          unit_amount: amount,
          product_data: { name },
          ...(mode === "subscription" && { recurring: { interval: "month" as const } }),
        },
      },
    ],
    success_url: "http://localhost:3000/dashboard/billing?paid={CHECKOUT_SESSION_ID}",
    cancel_url: "http://localhost:3000/dashboard/billing",
    metadata,
    ...(mode === "payment"
      ? { payment_intent_data: { metadata } }
      : { subscription_data: { metadata } }),
  });
}

/** The payment of a pack that was bought. */
export async function aPayment(rig: Rig, amount = 900): Promise<Stripe.PaymentIntent> {
  const session = await aCheckout(rig, { amount });
  await rig.sandbox.act(session.id, "pay");
  const { payment_intent } = await rig.stripe.checkout.sessions.retrieve(session.id, {
    expand: ["payment_intent"],
  });
  return payment_intent as Stripe.PaymentIntent;
}

/** A subscription that was bought. */
export async function aSubscription(rig: Rig, amount = 1200): Promise<Stripe.Subscription> {
  const session = await aCheckout(rig, { mode: "subscription", amount, name: "Pro" });
  await rig.sandbox.act(session.id, "pay");
  const { subscription } = await rig.stripe.checkout.sessions.retrieve(session.id, {
    expand: ["subscription"],
  });
  return subscription as Stripe.Subscription;
}
