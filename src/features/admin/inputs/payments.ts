import { z } from "zod";
import { t } from "#app/language/message.ts";
import { text } from "#app/lib/text.ts";
import { eventStates, paymentStates } from "#app/features/payments/queries.ts";

const search = text().max(255).trim();
const cursor = text().max(200);
const limit = z.coerce.number().int().min(1).max(100).default(40);

/** Query of GET /api/admin/webhook-events and of its page. */
export const eventQuery = z.strictObject({
  state: z.enum(eventStates).optional(),
  q: search.optional(),
  cursor: cursor.optional(),
  limit,
});

/** Query of GET /api/admin/payments and of the page billing overview. */
export const paymentQuery = z.strictObject({
  state: z.enum(paymentStates).optional(),
  q: search.optional(),
  cursor: cursor.optional(),
  limit,
});

export const eventCsvQuery = eventQuery.omit({ cursor: true, limit: true });
export const paymentCsvQuery = paymentQuery.omit({ cursor: true, limit: true });

/** Body of POST /api/admin/webhook-events/replay. */
export const replayInput = z.strictObject({
  ids: z
    .array(text().regex(/^[\w-]{1,255}$/))
    .min(1)
    .max(500)
    .refine((ids) => new Set(ids).size === ids.length, { error: () => t`An id is listed twice` }),
});
