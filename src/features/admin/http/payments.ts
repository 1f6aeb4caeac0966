import { Hono } from "hono";
import { z } from "zod";
import { t } from "#app/language/message.ts";
import { csvResponse, type CsvColumn } from "#app/lib/csv.ts";
import { described } from "#app/lib/describe.ts";
import { AppError } from "#app/lib/errors.ts";
import { adminAction, parseBody, parseQuery, type AppEnv } from "#app/lib/http.ts";
import type { Services } from "#app/services.ts";
import { requireFreshFactor } from "#app/features/identity/queries.ts";
import {
  allPayments,
  eventStates,
  paymentDifferences,
  paymentEvent,
  paymentEvents,
  paymentStates,
  type ListedEvent,
  type ListedPayment,
  type PaymentDifference,
} from "#app/features/payments/queries.ts";
import { replayEvents } from "../commands/payments.ts";
import {
  eventCsvQuery,
  eventQuery,
  paymentCsvQuery,
  paymentQuery,
  replayInput,
} from "../inputs/payments.ts";
import { csvDocs } from "./csv.ts";

const admin = { tag: "admin", session: true } as const;
const page = (item: z.ZodType) => z.object({ items: z.array(item), next: z.string().nullable() });
const time = z.iso.datetime();

const event = z.object({
  id: z.string(),
  kind: z.string(),
  objectId: z.string().nullable(),
  mode: z.string(),
  state: z.enum(eventStates),
  attempts: z.int(),
  lastError: z.string().nullable(),
  receivedAt: time,
  doneAt: time.nullable(),
  nextAt: time.nullable(),
});

const payment = z.object({
  id: z.string(),
  member: z.object({ name: z.string(), username: z.string(), email: z.string() }),
  offer: z.string(),
  credits: z.int(),
  taken: z.int(),
  amount: z.int().describe("Minor units of the currency, with tax"),
  refunded: z.int(),
  currency: z.string(),
  state: z.enum(paymentStates),
  mode: z.string(),
  createdAt: time,
});

const eventsDocs = described({
  ...admin,
  summary: "Events of the provider of payments, newest first",
  query: eventQuery,
  answers: { 200: { description: "A page of them", schema: page(event) } },
  refuses: [400, 403],
});

const eventDocs = described({
  ...admin,
  summary: "One event with its payload",
  path: { id: "The event's id" },
  answers: {
    200: { description: "The event", schema: event.extend({ payload: z.unknown() }) },
  },
  refuses: [403, 404],
});

const replayDocs = described({
  ...admin,
  summary: "Gives events to the workers once more, all or none",
  body: { schema: replayInput },
  answers: {
    202: { description: "How many are worked on", schema: z.object({ queued: z.int() }) },
  },
  refuses: [400, 403, 404],
});

const paymentsDocs = described({
  ...admin,
  summary: "Everybody's payments, newest first",
  query: paymentQuery,
  answers: { 200: { description: "A page of them", schema: page(payment) } },
  refuses: [400, 403],
});

const eventColumns: readonly CsvColumn<ListedEvent>[] = [
  { label: "Id", value: ({ id }) => id },
  { label: "Kind", value: ({ kind }) => kind },
  { label: "Object", value: ({ objectId }) => objectId },
  { label: "Mode", value: ({ mode }) => mode },
  { label: "State", value: ({ state }) => state },
  { label: "Attempts", value: ({ attempts }) => attempts },
  { label: "Last error", value: ({ lastError }) => lastError },
  { label: "Received", value: ({ receivedAt }) => receivedAt },
  { label: "Done", value: ({ doneAt }) => doneAt },
];

const paymentColumns: readonly CsvColumn<ListedPayment>[] = [
  { label: "Id", value: ({ id }) => id },
  { label: "Username", value: ({ member }) => member.username },
  { label: "Email", value: ({ member }) => member.email },
  { label: "Offer", value: ({ offer }) => offer },
  { label: "Credits", value: ({ credits }) => credits },
  { label: "Taken back", value: ({ taken }) => taken },
  { label: "Minor units paid", value: ({ amount }) => amount },
  { label: "Minor units refunded", value: ({ refunded }) => refunded },
  { label: "Currency", value: ({ currency }) => currency },
  { label: "State", value: ({ state }) => state },
  { label: "Mode", value: ({ mode }) => mode },
  { label: "Created", value: ({ createdAt }) => createdAt },
];

const differenceColumns: readonly CsvColumn<PaymentDifference>[] = [
  { label: "Payment", value: ({ paymentId }) => paymentId },
  { label: "Email", value: ({ email }) => email },
  { label: "Credits of the payment", value: ({ expected }) => expected },
  { label: "Credits in the ledger", value: ({ booked }) => booked },
];

/** What admins read of payments and events, and the replay of events. */
export function adminPaymentRoutes(services: Services) {
  const { db } = services;
  return new Hono<AppEnv>()
    .get("/api/admin/webhook-events", eventsDocs, async (c) =>
      c.json(await paymentEvents(db, parseQuery(c, eventQuery))),
    )
    .get(
      "/api/admin/webhook-events.csv",
      csvDocs("Events of the provider of payments as CSV", eventCsvQuery),
      (c) => {
        const filter = parseQuery(c, eventCsvQuery);
        return csvResponse("webhook-events", eventColumns, (at) =>
          paymentEvents(db, { ...filter, ...at }),
        );
      },
    )
    .post("/api/admin/webhook-events/replay", replayDocs, async (c) => {
      const by = adminAction(c);
      const { ids } = await parseBody(c, replayInput);
      await requireFreshFactor(services, c.req.raw.headers);
      return c.json(await replayEvents(services, by, ids), 202);
    })
    .get("/api/admin/webhook-events/:id", eventDocs, async (c) => {
      const found = await paymentEvent(db, c.req.param("id"));
      if (found === null) throw new AppError("not-found", { detail: t`There is no such event` });
      return c.json(found);
    })
    .get("/api/admin/payments", paymentsDocs, async (c) =>
      c.json(await allPayments(db, parseQuery(c, paymentQuery))),
    )
    .get(
      "/api/admin/payments.csv",
      csvDocs("Everybody's payments as CSV", paymentCsvQuery),
      (c) => {
        const filter = parseQuery(c, paymentCsvQuery);
        return csvResponse("payments", paymentColumns, (at) =>
          allPayments(db, { ...filter, ...at }),
        );
      },
    )
    .get(
      "/api/admin/payment-differences.csv",
      csvDocs("Payments whose credits differ from the ledger, as CSV", z.strictObject({})),
      () =>
        csvResponse("payment-differences", differenceColumns, async () => ({
          items: await paymentDifferences(db),
          next: null,
        })),
    );
}
