import { timingSafeEqual } from "node:crypto";
import { Hono } from "hono";
import type { Log } from "./delivery.ts";
import { accountEndpoints } from "./endpoints/account.ts";
import { checkoutEndpoints } from "./endpoints/checkout-sessions.ts";
import { customerEndpoints } from "./endpoints/customers.ts";
import type { Endpoint, Site } from "./endpoints/endpoint.ts";
import { eventEndpoints } from "./endpoints/events.ts";
import { invoiceEndpoints } from "./endpoints/invoices.ts";
import { paymentEndpoints } from "./endpoints/payments.ts";
import { portalEndpoints } from "./endpoints/portal.ts";
import { productEndpoints } from "./endpoints/products.ts";
import { subscriptionEndpoints } from "./endpoints/subscriptions.ts";
import { ApiError, type ErrorBody } from "./errors.ts";
import { expanded } from "./expand.ts";
import { readForm } from "./form.ts";
import { claimKey, keepAnswer, releaseKey, type Answer } from "./idempotency.ts";
import { newId } from "./ids.ts";
import { apiVersion } from "./kinds.ts";
import type { Store } from "./store.ts";

const endpoints: readonly Endpoint[] = [
  ...accountEndpoints,
  ...checkoutEndpoints,
  ...customerEndpoints,
  ...eventEndpoints,
  ...invoiceEndpoints,
  ...paymentEndpoints,
  ...portalEndpoints,
  ...productEndpoints,
  ...subscriptionEndpoints,
];

const longestBody = 64 * 1024;
const longestKey = 255;

const isSame = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

const refuse = (status: number, message: string, more: Partial<ErrorBody> = {}) =>
  new ApiError(status, { type: "invalid_request_error", message, ...more }, true);

/** @throws ApiError */
function refuseStrangers(request: Request, apiKey: string): void {
  const given = /^Bearer (.+)$/.exec(request.headers.get("authorization") ?? "")?.[1];
  if (given === undefined) {
    throw refuse(
      401,
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    );
  }
  if (!isSame(given, apiKey)) {
    throw refuse(401, `Invalid API Key provided: ${given.slice(0, 8)}****`);
  }
  const version = request.headers.get("stripe-version");
  if (version !== apiVersion) {
    throw refuse(400, `The sandbox speaks ${apiVersion} only, not: ${version ?? "no version"}`);
  }
}

/** @throws ApiError */
async function formOf(request: Request): Promise<string> {
  if (request.method !== "POST") return new URL(request.url).search.slice(1);
  const body = await request.text();
  const type = request.headers.get("content-type") ?? "";
  if (body !== "" && !/^application\/x-www-form-urlencoded\b/i.test(type)) {
    throw refuse(400, "Invalid request: send application/x-www-form-urlencoded.");
  }
  if (body.length > longestBody) throw refuse(413, "The request is too large.");
  return body;
}

/** A stored answer to a request with the same key. */
type Given = Answer & { isReplayed: boolean };

type ApiOptions = { store: Store; apiKey: string; site: () => Site; log: Log };

/** The API, as Stripe's: one version, one key, forms in, JSON out. */
export function openApi({ store, apiKey, site, log }: ApiOptions): Hono {
  async function answer(
    endpoint: Endpoint,
    ids: readonly string[],
    request: Request,
    requestId: string,
  ): Promise<Given> {
    const body = await formOf(request);
    const { run, expand } = endpoint.read(readForm(body), site());
    const key = request.headers.get("idempotency-key");
    if (endpoint.method === "GET") {
      const found = await store.read(async (tx) => expanded(tx, await run(tx, ids), expand));
      return { status: 200, body: found, requestId, isReplayed: false };
    }
    if (key === null) {
      const made = await store.change(async (tx) => expanded(tx, await run(tx, ids), expand), {
        id: requestId,
        key,
      });
      return { status: 200, body: made, requestId, isReplayed: false };
    }
    if (key.length > longestKey) throw refuse(400, "Idempotency keys have at most 255 characters.");
    const path = new URL(request.url).pathname;
    const before = await claimKey(store.pool, { key, endpoint: path, body, requestId });
    if (before !== null) return { ...before, isReplayed: true };
    try {
      const made = await store.change(
        async (tx) => {
          const result = await expanded(tx, await run(tx, ids), expand);
          await keepAnswer(tx.client, key, { status: 200, body: result });
          return result;
        },
        { id: requestId, key },
      );
      return { status: 200, body: made, requestId, isReplayed: false };
    } catch (error) {
      // What went wrong inside is no answer to keep; a refusal after the work began is.
      if (!(error instanceof ApiError) || error.isEarly) await releaseKey(store.pool, key);
      else await keepAnswer(store.pool, key, { status: error.status, body: { error: error.body } });
      throw error;
    }
  }

  const app = new Hono();
  for (const endpoint of endpoints) {
    app.on(endpoint.method, endpoint.path, async (c) => {
      const requestId = newId("req", 14);
      const key = c.req.header("idempotency-key");
      c.header("Request-Id", requestId);
      c.header("Stripe-Version", apiVersion);
      if (key !== undefined) c.header("Idempotency-Key", key);
      refuseStrangers(c.req.raw, apiKey);
      const id = c.req.param("id" as never) as string | undefined;
      const given = await answer(endpoint, id === undefined ? [] : [id], c.req.raw, requestId);
      if (given.isReplayed) {
        c.header("Idempotent-Replayed", "true");
        c.header("Original-Request", given.requestId);
      }
      return c.json(given.body, given.status as 200);
    });
  }
  app.notFound((c) => {
    refuseStrangers(c.req.raw, apiKey);
    throw refuse(
      404,
      `Unrecognized request URL (${c.req.method}: ${c.req.path}). If you are trying to list objects, remove the trailing slash. If you are trying to retrieve an object, make sure you passed a valid (non-empty) identifier in your code.`,
    );
  });
  app.onError((error, c) => {
    c.header("Request-Id", c.res.headers.get("request-id") ?? newId("req", 14));
    if (error instanceof ApiError) return c.json({ error: error.body }, error.status as 400);
    log.error({ err: error }, "the payment sandbox failed");
    const body: ErrorBody = { type: "api_error", message: "The payment sandbox failed." };
    return c.json({ error: body }, 500);
  });
  return app;
}
