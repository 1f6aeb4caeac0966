import type Stripe from "stripe";
import { newId, randomText } from "../ids.ts";
import { put, type Tx } from "../store.ts";

type NewCustomer = {
  email?: string | null;
  name?: string | null;
  phone?: string | null;
  description?: string | null;
  metadata?: Record<string, string>;
  address?: Stripe.Address | null;
};

/** An address of which nothing is known. */
export const noAddress: Stripe.Address = {
  city: null,
  country: null,
  line1: null,
  line2: null,
  postal_code: null,
  state: null,
};

export function createCustomer(tx: Tx, given: NewCustomer): Promise<Stripe.Customer> {
  return put<Stripe.Customer>(tx, {
    id: newId("cus", 14),
    object: "customer",
    address: given.address ?? null,
    balance: 0,
    created: tx.now,
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: given.description ?? null,
    discount: null,
    email: given.email ?? null,
    invoice_prefix: randomText(8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: given.metadata ?? {},
    name: given.name ?? null,
    next_invoice_sequence: 1,
    phone: given.phone ?? null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: "none",
    test_clock: null,
  });
}
