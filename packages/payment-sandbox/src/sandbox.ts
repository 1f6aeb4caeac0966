import type { AddressInfo } from "node:net";
import { serve, type ServerType } from "@hono/node-server";
import type { Pool } from "pg";
import { actInCheckout, type ActAnswer, type CheckoutAct } from "./acts/checkout.ts";
import { actInPortal, type PortalAct } from "./acts/portal.ts";
import { openApi } from "./api.ts";
import { settleDue } from "./clock.ts";
import { controlOf, type Control } from "./control.ts";
import { startDelivery, type Log } from "./delivery.ts";
import type { Site } from "./endpoints/endpoint.ts";
import { prepareSchema } from "./schema.ts";
import { openStore } from "./store.ts";
import { readBooks, type Books } from "./views/books.ts";
import { checkoutView, type CheckoutView } from "./views/checkout.ts";
import { portalView, type PortalView } from "./views/portal.ts";

export { checkoutActs } from "./acts/checkout.ts";
export type { ActAnswer, CheckoutAct } from "./acts/checkout.ts";
export type { PortalAct } from "./acts/portal.ts";
export type { Control, ControlAnswer } from "./control.ts";
export type { Books } from "./views/books.ts";
export type { CheckoutView } from "./views/checkout.ts";
export type { ControlView } from "./views/control.ts";
export type { PortalPlan, PortalView } from "./views/portal.ts";

export type SandboxOptions = {
  /** The database; the sandbox keeps to its own schema, which it creates. */
  pool: Pool;
  /** Where its pages are, e.g. http://localhost:3000; below it are /sandbox/checkout/:id and /sandbox/portal/:id. */
  siteUrl: string;
  /** Where events go; null until `aim` says it. */
  deliverTo: string | null;
  log: Log;
};

export type Sandbox = {
  /** What Stripe's client needs to talk to it. */
  client: { apiKey: string; host: string; port: number; protocol: "http" };
  /** With which events are signed. */
  webhookSecret: string;
  accountId: string;
  /** Changes where the pages are and where events go, for a server that learns its port late. */
  aim: (to: { siteUrl?: string; deliverTo?: string | null }) => void;
  checkout: (id: string) => Promise<CheckoutView | null>;
  /** Does what a buyer pressed; null where there is no such checkout. */
  act: (id: string, act: CheckoutAct) => Promise<ActAnswer | null>;
  portal: (id: string) => Promise<PortalView | null>;
  actInPortal: (id: string, act: PortalAct) => Promise<ActAnswer | null>;
  control: Control;
  books: () => Promise<Books>;
  close: () => Promise<void>;
};

const host = "127.0.0.1";

function listen(fetch: (request: Request) => Response | Promise<Response>): Promise<ServerType> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch, hostname: host, port: 0 }, () => resolve(server));
    server.once("error", reject);
  });
}

/**
 * Opens the sandbox: a server on this machine alone that speaks as Stripe does, over a state that all processes share. It
 * sends events on its own and never takes real money.
 */
export async function openSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { pool, log } = options;
  let { siteUrl, deliverTo } = options;
  const { apiKey, webhookSecret, accountId } = await prepareSchema(pool);
  const store = openStore(pool, () => delivery.wake());
  const delivery = startDelivery({
    pool,
    log,
    secret: webhookSecret,
    target: () => deliverTo,
    tick: () => settleDue(store),
  });
  const site = (): Site => ({
    checkout: new URL("/sandbox/checkout", siteUrl).href,
    portal: new URL("/sandbox/portal", siteUrl).href,
    accountId,
  });
  const api = openApi({ store, apiKey, site, log });
  const server = await listen((request) => api.fetch(request));
  delivery.wake();
  return {
    client: { apiKey, host, port: (server.address() as AddressInfo).port, protocol: "http" },
    webhookSecret,
    accountId,
    aim(to) {
      siteUrl = to.siteUrl ?? siteUrl;
      if (to.deliverTo !== undefined) deliverTo = to.deliverTo;
      delivery.wake();
    },
    checkout: (id) => store.read((tx) => checkoutView(tx, id)),
    act: (id, act) => store.change((tx) => actInCheckout(tx, id, act)),
    portal: (id) => store.read((tx) => portalView(tx, id)),
    actInPortal: (id, act) => store.change((tx) => actInPortal(tx, id, act)),
    control: controlOf(store),
    books: () => store.read(readBooks),
    async close() {
      await delivery.close();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        // Clients keep their connections open for requests to come.
        if ("closeAllConnections" in server) server.closeAllConnections();
      });
    },
  };
}
