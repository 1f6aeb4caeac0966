import { ECDH } from "node:crypto";
import { z } from "zod";
import { t } from "#app/language/message.ts";
import { text } from "#app/lib/text.ts";
import { activityKinds, digestTimes } from "#app/rules/notification-settings.ts";
import { isPushEndpoint } from "#app/rules/push-endpoint.ts";

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

/** Whether text is a whole point on the curve P-256, as browsers write their public key. */
function isPublicKey(value: string): boolean {
  try {
    return ECDH.convertKey(value, "prime256v1", "base64url", "base64url") === value;
  } catch {
    return false;
  }
}

/** Body of PUT /api/notifications/push: what `PushSubscription` of the browser gives. */
export const pushInput = z.strictObject({
  endpoint: text()
    .max(1000)
    .refine(isPushEndpoint, { error: () => t`Must be the https address of a push service` })
    .describe("Address at the browser's push service"),
  p256dh: text()
    .regex(/^[\w-]{87}$/, { error: () => t`Must be 65 bytes as base64url`, abort: true })
    .refine(isPublicKey, { error: () => t`Must be a public key on the curve P-256` })
    .describe("The browser's public key"),
  auth: text()
    .regex(/^[\w-]{22}$/, { error: () => t`Must be 16 bytes as base64url` })
    .describe("The browser's secret"),
});

/** Query of the stream, for clients that cannot send the header Last-Event-ID. */
export const streamInput = z.strictObject({
  lastEventId: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
});
