import type Stripe from "stripe";

/** The objects that are stored, by the value of their field `object`. */
export type Kinds = {
  customer: Stripe.Customer;
  product: Stripe.Product;
  price: Stripe.Price;
  "checkout.session": Stripe.Checkout.Session;
  payment_intent: Stripe.PaymentIntent;
  charge: Stripe.Charge;
  refund: Stripe.Refund;
  dispute: Stripe.Dispute;
  subscription: Stripe.Subscription;
  invoice: Stripe.Invoice;
  invoice_payment: Stripe.InvoicePayment;
  "billing_portal.session": Stripe.BillingPortal.Session;
};

export type Kind = keyof Kinds;
export type StoredObject = Kinds[Kind];

/** The version of the API that the installed client speaks; its types refuse any other. */
export const apiVersion: Stripe.LatestApiVersion = "2026-10-28.endive";

/** A decimal as it is sent: digits in a string, of which the client makes a number of its own. */
export const decimalOf = (minorUnits: number) => String(minorUnits) as unknown as Stripe.Decimal;

/** The id in a field that holds an id or, where it was expanded, the object. Stored objects hold ids. */
export function idOf(field: string | { id: string } | null | undefined): string | null {
  if (field === null || field === undefined) return null;
  return typeof field === "string" ? field : field.id;
}
