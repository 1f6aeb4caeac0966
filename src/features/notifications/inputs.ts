import { z } from "zod";

/** Body of POST /api/notifications/read: without ids all are meant. */
export const readInput = z.strictObject({ ids: z.array(z.uuid()).min(1).max(100).optional() });

/** Query of DELETE /api/notifications: without an id all are meant. */
export const clearInput = z.strictObject({ id: z.uuid().optional() });

/** Query of the stream, for clients that cannot send the header Last-Event-ID. */
export const streamInput = z.strictObject({
  lastEventId: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
});
