import type Stripe from "stripe";
import { z } from "zod";
import { cardResult, payInvoice } from "../acts/invoices.ts";
import { ApiError, invalidRequest } from "../errors.ts";
import { idOf } from "../kinds.ts";
import { listOf } from "../lists.ts";
import { declineMessage } from "../objects/charge.ts";
import { expand, paging, range, words } from "../params.ts";
import { get } from "../store.ts";
import { endpoint } from "./endpoint.ts";

const read = z.strictObject({ expand });

const list = z.strictObject({
  ...paging,
  created: range.optional(),
  customer: words().optional(),
  subscription: words().optional(),
  status: z.enum(["open", "paid"], "parameter_invalid_enum").optional(),
}) satisfies z.ZodType<Stripe.InvoiceListParams>;

const payments = z.strictObject({
  ...paging,
  created: range.optional(),
  invoice: words().optional(),
  payment: z
    .strictObject({
      type: z.enum(["payment_intent"], "parameter_invalid_enum"),
      payment_intent: words(),
    })
    .optional(),
  status: z.enum(["canceled", "open", "paid"], "parameter_invalid_enum").optional(),
}) satisfies z.ZodType<Stripe.InvoicePaymentListParams>;

export const invoiceEndpoints = [
  endpoint("GET", "/v1/invoices/:id", read, (tx, _, [id]) => get(tx, "invoice", id)),
  endpoint("GET", "/v1/invoices", list, (tx, params) => {
    const { customer, status, subscription } = params;
    return listOf(tx, "invoice", "/v1/invoices", params, {
      customer,
      status,
      "parent->subscription_details->subscription": subscription,
    });
  }),
  endpoint("POST", "/v1/invoices/:id/pay", read, async (tx, _, [id]) => {
    const invoice = await get(tx, "invoice", id);
    if (invoice.status !== "open") throw invalidRequest("Invoice is already paid");
    const result = await cardResult(tx, idOf(invoice.customer) ?? "");
    if (result.declined === null) return payInvoice(tx, invoice, result);
    throw new ApiError(402, {
      type: "card_error",
      code: "card_declined",
      decline_code: result.declined,
      message: declineMessage(result.declined),
    });
  }),
  endpoint("GET", "/v1/invoice_payments/:id", read, (tx, _, [id]) =>
    get(tx, "invoice_payment", id),
  ),
  endpoint("GET", "/v1/invoice_payments", payments, (tx, params) => {
    const { invoice, payment, status } = params;
    return listOf(tx, "invoice_payment", "/v1/invoice_payments", params, {
      invoice,
      status,
      "payment->payment_intent": payment?.payment_intent,
    });
  }),
];
