import { z } from "zod";
import { text } from "#app/lib/text.ts";
import { activityKinds, digestTimes } from "#app/rules/notification-settings.ts";

/** Body of POST /api/notifications/read: without ids all are meant. */
export const readInput = z.strictObject({ ids: z.array(z.uuid()).min(1).max(100).optional() });

/** Query of DELETE /api/notifications: without an id all are meant. */
export const clearInput = z.strictObject({ id: z.uuid().optional() });

const kinds = z.array(z.enum(activityKinds)).max(activityKinds.length);

/** Body of PUT /api/notifications/settings. */
export const settingsInput = z.strictObject({
  site: kinds.describe("Kinds shown on the site"),
  mail: kinds.describe("Kinds in the mail digest"),
  digest: z.enum(digestTimes).describe("How often a digest is mailed"),
});

/** Query of POST /api/notifications/unsubscribe. */
export const unsubscribeInput = z.strictObject({ key: text().min(1).max(100) });

/** Query of the stream, for clients that cannot send the header Last-Event-ID. */
export const streamInput = z.strictObject({
  lastEventId: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
});
