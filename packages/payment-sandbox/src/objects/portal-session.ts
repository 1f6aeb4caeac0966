import type Stripe from "stripe";
import { newId } from "../ids.ts";
import { put, type Tx } from "../store.ts";

/** @param url of the page, without the id */
export function createPortalSession(
  tx: Tx,
  url: string,
  given: { customer: string; return_url: string | null; locale?: string },
): Promise<Stripe.BillingPortal.Session> {
  const id = newId("bps", 32);
  return put<Stripe.BillingPortal.Session>(tx, {
    id,
    object: "billing_portal.session",
    configuration: "bpc_sandbox",
    created: tx.now,
    customer: given.customer,
    customer_account: null,
    flow: null,
    livemode: false,
    locale: given.locale ?? null,
    on_behalf_of: null,
    return_url: given.return_url,
    url: `${url}/${id}`,
  });
}
