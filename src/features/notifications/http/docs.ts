import { z } from "zod";
import { described } from "#app/lib/describe.ts";
import { activityKinds } from "#app/rules/notification-settings.ts";
import {
  clearInput,
  pushInput,
  readInput,
  settingsInput,
  streamInput,
  unsubscribeInput,
} from "../inputs.ts";
import type { Notification } from "../queries.ts";

const tag = "notifications";

const notification: z.ZodType<Notification> = z.object({
  id: z.uuid(),
  read: z.boolean(),
  type: z.enum([
    "generation_completed",
    "generation_failed",
    "moderation",
    "export",
    ...activityKinds,
  ]),
  title: z.string(),
  description: z.string(),
  generationId: z.uuid().nullable(),
  imageUrl: z.string().nullable(),
  imageId: z.uuid().nullable(),
  imageCount: z.int().nullable(),
  imageTitle: z.string().nullable(),
  metadata: z.object({ title: z.string().optional(), link: z.string().optional() }),
  r2Key: z.string().nullable(),
  timestamp: z.iso.datetime(),
});
const unread = z.object({ unread: z.int() });

export const listDocs = described({
  tag,
  summary: "The member's latest 50 notifications, newest first",
  session: true,
  answers: {
    200: {
      description: "The notifications and how many of all are unread",
      schema: z.object({ items: z.array(notification), unread: z.int() }),
    },
  },
});

export const readDocs = described({
  tag,
  summary: "Marks notifications read: those named, without a body all",
  session: true,
  body: { schema: readInput, optional: true },
  answers: { 200: { description: "How many are unread now", schema: unread } },
  refuses: [400],
});

export const clearDocs = described({
  tag,
  summary: "Deletes notifications: the one named, without an id all",
  session: true,
  query: clearInput,
  answers: { 200: { description: "How many are unread now", schema: unread } },
  refuses: [400],
});

export const settingsDocs = described({
  tag,
  summary: "Which notifications the member gets, and where",
  session: true,
  answers: { 200: { description: "The settings", schema: settingsInput } },
});

export const changeSettingsDocs = described({
  tag,
  summary: "Sets which notifications the member gets, and where",
  session: true,
  body: { schema: settingsInput },
  answers: { 200: { description: "The settings after it", schema: settingsInput } },
  refuses: [400],
});

const endpoint = z
  .string()
  .nullable()
  .describe("Where this browser is reached; null while it shows no notifications");

export const pushDocs = described({
  tag,
  summary: "Whether this browser shows notifications (Web Push), and the key to subscribe with",
  session: true,
  answers: {
    200: {
      description: "The public key of this site (VAPID), and the subscription of this sign-in",
      schema: z.object({ publicKey: z.string(), endpoint }),
    },
  },
});

export const subscribeDocs = described({
  tag,
  summary: "Lets this browser show notifications until its sign-in ends",
  session: true,
  body: { schema: pushInput },
  answers: { 200: { description: "The subscription", schema: z.object({ endpoint }) } },
  refuses: [400],
});

export const unsubscribeBrowserDocs = described({
  tag,
  summary: "Ends the notifications of this browser",
  session: true,
  answers: { 200: { description: "There is none", schema: z.object({ endpoint }) } },
});

export const unsubscribeDocs = described({
  tag,
  summary:
    "Ends the mail digests of whoever has the key of their mails (RFC 8058); no session is needed",
  query: unsubscribeInput,
  answers: {
    200: {
      description: "No digest is sent any more",
      schema: z.object({ digest: z.literal("never") }),
    },
    303: { description: "The same for a browser, with a page that says so" },
  },
  refuses: [400, 404],
});

export const streamDocs = described({
  tag,
  summary:
    "Server-sent events generation.progress, generation.done, generation.failed, notification, notifications.changed and balance",
  session: true,
  query: streamInput,
  headers: [
    {
      name: "Last-Event-ID",
      description: "The last id that was seen; what came after it is sent again",
      required: false,
      schema: z.string(),
    },
  ],
  answers: {
    200: {
      description: "Events until the server restarts or the session ends",
      schema: z.string(),
      type: "text/event-stream",
    },
  },
  refuses: [400],
});
