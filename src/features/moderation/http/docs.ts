import { z } from "zod";
import { described } from "#app/lib/describe.ts";
import { reportReasonIds } from "#app/rules/report-reasons.ts";
import { sanctionKinds } from "#app/rules/sanctions.ts";
import {
  answerInput,
  appealInput,
  appealQuery,
  appealStates,
  closeInput,
  liftInput,
  reviewInput,
  reviewQuery,
  sanctionInput,
} from "../inputs.ts";
import type { Decision, QueuedAppeal, ReviewItem } from "../queries.ts";

const admin = { tag: "admin", session: true } as const;
const byId = { id: "UUID" };
const byKey = { key: "The secret in the mail and the notification about the decision" };

const decision: z.ZodType<Decision> = z.object({
  id: z.uuid(),
  kind: z.enum(sanctionKinds),
  reason: z.string(),
  note: z.string().nullable(),
  targetId: z.uuid().nullable(),
  targetTitle: z.string().nullable(),
  key: z.uuid(),
  createdAt: z.iso.datetime(),
  endsAt: z.iso.datetime().nullable(),
  liftedAt: z.iso.datetime().nullable(),
  isActive: z.boolean(),
  appeals: z.array(
    z.object({
      id: z.uuid(),
      body: z.string(),
      state: z.enum(appealStates),
      answer: z.string().nullable(),
      createdAt: z.iso.datetime(),
      answeredAt: z.iso.datetime().nullable(),
    }),
  ),
});

const queuedAppeal: z.ZodType<QueuedAppeal> = z.object({
  id: z.uuid(),
  body: z.string(),
  state: z.enum(appealStates),
  answer: z.string().nullable(),
  member: z.object({ id: z.uuid(), name: z.string(), username: z.string() }),
  decision: z.object({
    kind: z.enum(sanctionKinds),
    reason: z.string(),
    note: z.string().nullable(),
    targetId: z.uuid().nullable(),
    targetTitle: z.string().nullable(),
    createdAt: z.iso.datetime(),
    endsAt: z.iso.datetime().nullable(),
    by: z.string().nullable(),
  }),
  createdAt: z.iso.datetime(),
  answeredAt: z.iso.datetime().nullable(),
  answeredBy: z.string().nullable(),
});

export const sanctionsDocs = described({
  ...admin,
  summary: "The decisions about a member, the latest first, with the member's appeals",
  path: byId,
  answers: {
    200: {
      description: "The decisions, and how many strikes count now",
      schema: z.object({ items: z.array(decision), strikes: z.int() }),
    },
  },
  refuses: [403],
});

export const sanctionDocs = described({
  ...admin,
  summary: "Gives a member a strike, suspends or bans them, or closes their account on request",
  path: byId,
  body: { schema: sanctionInput },
  answers: {
    201: {
      description: "The decision; after the strike that suspends, the suspension too",
      schema: z.object({ ids: z.array(z.uuid()) }),
    },
  },
  refuses: [400, 403, 404, 409],
});

export const liftDocs = described({
  ...admin,
  summary: "Undoes a decision about a member",
  path: byId,
  body: { schema: liftInput },
  answers: { 204: { description: "Done" } },
  refuses: [400, 403, 404, 409],
});

export const appealsDocs = described({
  ...admin,
  summary: "Members' appeals in one state, the latest first",
  query: appealQuery,
  answers: {
    200: {
      description: "A page of them",
      schema: z.object({ items: z.array(queuedAppeal), next: z.string().nullable() }),
    },
  },
  refuses: [400, 403],
});

export const answerDocs = described({
  ...admin,
  summary: "Answers an appeal; granting it lifts the decision",
  path: byId,
  body: { schema: answerInput },
  answers: { 204: { description: "Done; the member is told" } },
  refuses: [400, 403, 404, 409],
});

const reviewItem: z.ZodType<ReviewItem> = z.object({
  id: z.uuid(),
  slug: z.string(),
  filename: z.string(),
  title: z.string(),
  prompt: z.string().nullable(),
  width: z.int(),
  height: z.int(),
  color: z.string(),
  placeholder: z.string(),
  isWaiting: z.boolean(),
  flagged: z.boolean(),
  reports: z.array(z.object({ reason: z.enum(reportReasonIds), count: z.int() })),
  notes: z.array(z.string()),
  member: z.object({
    name: z.string(),
    username: z.string(),
    strikes: z.int(),
    hidden: z.int(),
    pictures: z.int(),
    since: z.iso.datetime(),
  }),
  createdAt: z.iso.datetime(),
});

export const reviewQueueDocs = described({
  ...admin,
  summary: "Pictures that wait for a decision or were reported, the latest first",
  query: reviewQuery,
  answers: {
    200: {
      description: "A page of them",
      schema: z.object({ items: z.array(reviewItem), next: z.string().nullable() }),
    },
  },
  refuses: [400, 403],
});

export const reviewDocs = described({
  ...admin,
  summary: "Approves or rejects a picture that waits or was reported, with its report",
  path: byId,
  body: { schema: reviewInput },
  answers: {
    200: {
      description: "The token that undoes it (POST /api/admin/images/undo)",
      schema: z.object({ undo: z.string() }),
    },
  },
  refuses: [400, 403, 404, 409],
});

export const decisionDocs = described({
  tag: "accounts",
  summary: "A decision of the admins, for the member whom it is about; needs no session",
  path: byKey,
  answers: { 200: { description: "The decision", schema: decision } },
  refuses: [404],
});

export const appealDocs = described({
  tag: "accounts",
  summary: "Answers a decision of the admins; needs no session",
  path: byKey,
  body: { schema: appealInput },
  answers: { 201: { description: "It waits for an answer", schema: z.object({ id: z.uuid() }) } },
  refuses: [400, 404, 409],
});

export const closeDocs = described({
  tag: "accounts",
  summary: "Closes the member's own account: hidden, not deleted; admins open it again on request",
  session: true,
  body: { schema: closeInput },
  answers: { 204: { description: "Closed; every session has ended" } },
  refuses: [400, 409],
});
