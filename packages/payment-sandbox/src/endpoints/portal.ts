import type Stripe from "stripe";
import { z } from "zod";
import { createPortalSession } from "../objects/portal-session.ts";
import { expand, url, words } from "../params.ts";
import { get } from "../store.ts";
import { endpoint } from "./endpoint.ts";

const create = z.strictObject({
  customer: words(),
  return_url: url.optional(),
  locale: words(10).optional(),
  expand,
}) satisfies z.ZodType<Stripe.BillingPortal.SessionCreateParams>;

export const portalEndpoints = [
  endpoint("POST", "/v1/billing_portal/sessions", create, async (tx, params, _, site) => {
    const customer = await get(tx, "customer", params.customer, "customer");
    return createPortalSession(tx, site.portal, {
      customer: customer.id,
      return_url: params.return_url ?? null,
      locale: params.locale,
    });
  }),
];
