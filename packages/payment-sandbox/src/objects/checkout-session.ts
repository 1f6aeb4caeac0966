import type Stripe from "stripe";
import { newId } from "../ids.ts";
import { put, setInnerState, type Tx } from "../store.ts";
import { taxed } from "./tax.ts";

export type SessionLine = { price: Stripe.Price; name: string; quantity: number };

type Notes = { metadata: Record<string, string>; description: string | null };

/** What the sandbox keeps of a checkout besides the session. */
export type SessionState = {
  lineItems: Stripe.LineItem[];
  payment: Notes;
  subscription: Notes;
  invoice: Notes | null;
};

type NewSession = Omit<SessionState, "lineItems"> & {
  mode: "payment" | "subscription";
  lines: readonly SessionLine[];
  customer: string | null;
  customerEmail: string | null;
  customerCreation: "always" | "if_required" | null;
  clientReferenceId: string | null;
  metadata: Record<string, string>;
  successUrl: string;
  cancelUrl: string | null;
  automaticTax: boolean;
  expiresAt: number;
  locale: string | null;
};

function lineItem({ price, name, quantity }: SessionLine, isTaxed: boolean): Stripe.LineItem {
  const { subtotal, tax, total } = taxed(
    (price.unit_amount ?? 0) * quantity,
    isTaxed,
    price.tax_behavior,
  );
  return {
    id: newId("li"),
    object: "item",
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: subtotal,
    amount_tax: tax,
    amount_total: total,
    currency: price.currency,
    description: name,
    metadata: {},
    price,
    quantity,
  };
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

/** What a session comes to, before it is stored. */
export const totalOf = (lines: readonly SessionLine[], isTaxed: boolean) =>
  sum(lines.map((line) => lineItem(line, isTaxed).amount_total));

/** @param url of the page, without the id */
export async function createSession(
  tx: Tx,
  url: string,
  given: NewSession,
): Promise<Stripe.Checkout.Session> {
  const id = newId("cs_test", 58);
  const lineItems = given.lines.map((line) => lineItem(line, given.automaticTax));
  const isPayment = given.mode === "payment";
  const session: Stripe.Checkout.Session = {
    id,
    object: "checkout.session",
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: null,
    amount_subtotal: sum(lineItems.map(({ amount_subtotal }) => amount_subtotal)),
    amount_total: sum(lineItems.map(({ amount_total }) => amount_total)),
    automatic_tax: {
      enabled: given.automaticTax,
      liability: given.automaticTax ? { type: "self" } : null,
      provider: given.automaticTax ? "stripe" : null,
      status: given.automaticTax ? "requires_location_inputs" : null,
    },
    billing_address_collection: null,
    cancel_url: given.cancelUrl,
    client_reference_id: given.clientReferenceId,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: tx.now,
    currency: given.lines[0].price.currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer: given.customer,
    customer_account: null,
    customer_creation: given.customerCreation,
    customer_details:
      given.customerEmail === null
        ? null
        : {
            address: null,
            business_name: null,
            email: given.customerEmail,
            individual_name: null,
            name: null,
            phone: null,
            tax_exempt: "none",
            tax_ids: null,
          },
    customer_email: given.customer === null ? given.customerEmail : null,
    discounts: [],
    expires_at: given.expiresAt,
    integration_identifier: null,
    invoice: null,
    invoice_creation: isPayment
      ? {
          enabled: given.invoice !== null,
          invoice_data: {
            account_tax_ids: null,
            custom_fields: null,
            description: given.invoice?.description ?? null,
            footer: null,
            issuer: null,
            metadata: given.invoice?.metadata ?? {},
            rendering_options: null,
          },
        }
      : null,
    livemode: false,
    locale: given.locale,
    managed_payments: { enabled: false },
    metadata: given.metadata,
    mode: given.mode,
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: isPayment ? "if_required" : "always",
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ["card", "sepa_debit"],
    payment_status: "unpaid",
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: isPayment
      ? null
      : {
          allow_redisplay_filters: ["always"],
          payment_method_remove: "disabled",
          payment_method_save: null,
        },
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: "open",
    submit_type: null,
    subscription: null,
    success_url: given.successUrl,
    total_details: {
      amount_discount: 0,
      amount_shipping: 0,
      amount_tax: sum(lineItems.map(({ amount_tax }) => amount_tax)),
    },
    ui_mode: "hosted_page",
    url: `${url}/${id}`,
    wallet_options: null,
  };
  await put(tx, session);
  const { payment, subscription, invoice } = given;
  const state: SessionState = { lineItems, payment, subscription, invoice };
  await setInnerState(tx, id, state);
  return session;
}
