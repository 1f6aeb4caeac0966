import { z } from "zod";
import { described } from "#app/lib/describe.ts";
import { reportReasonIds } from "#app/rules/report-reasons.ts";
import { accountSanctions } from "#app/rules/sanctions.ts";
import { reportStates } from "#app/features/pictures/queries.ts";
import {
  assetQuery,
  auditQuery,
  bulkInput,
  creditsInput,
  memberQuery,
  messageInput,
  reportDecision,
  reportQuery,
  memberRightsInput,
  undoInput,
} from "../inputs.ts";

const page = (item: z.ZodType) => z.object({ items: z.array(item), next: z.string().nullable() });

const named = z.object({ name: z.string(), username: z.string() });

const asset = z.object({
  id: z.uuid(),
  slug: z.string(),
  filename: z.string(),
  title: z.string(),
  prompt: z.string().nullable(),
  width: z.int(),
  height: z.int(),
  colors: z.array(z.string()),
  likes: z.int(),
  creator: named,
  state: z.enum(["approved", "waiting", "rejected", "hidden", "removed"]),
  picked: z.boolean(),
  isPublic: z.boolean(),
  license: z.string(),
  tags: z.array(z.string()),
  createdAt: z.iso.datetime(),
});

const member = z.object({
  id: z.uuid(),
  name: z.string(),
  username: z.string(),
  email: z.string(),
  avatar: z.string().nullable(),
  role: z.enum(["member", "user", "admin"]),
  verified: z.boolean(),
  banned: z.boolean(),
  ban: z.object({ kind: z.enum(accountSanctions), until: z.iso.datetime().nullable() }).nullable(),
  isDemo: z.boolean(),
  plan: z.string(),
  pictures: z.int(),
  customer: z.string().nullable(),
  credits: z.object({ current: z.int(), held: z.int(), spent: z.int(), debt: z.int() }),
  createdAt: z.iso.datetime(),
});

const report = z.object({
  id: z.uuid(),
  state: z.enum(reportStates),
  picture: asset.pick({
    id: true,
    slug: true,
    filename: true,
    title: true,
    colors: true,
    width: true,
    height: true,
    creator: true,
    state: true,
    isPublic: true,
  }),
  reasons: z.array(z.object({ reason: z.enum(reportReasonIds), count: z.int() })),
  voices: z
    .array(
      z.object({
        reason: z.enum(reportReasonIds),
        note: z.string().nullable(),
        by: z.string(),
        at: z.iso.datetime(),
      }),
    )
    .describe("The latest 20"),
  voiceCount: z.int(),
  createdAt: z.iso.datetime(),
  resolvedAt: z.iso.datetime().nullable(),
  resolvedBy: z.string().nullable(),
});

const kept = z.record(z.string(), z.unknown()).nullable();
const auditEntry = z.object({
  id: z.int(),
  action: z.string(),
  targetKind: z.string(),
  targetId: z.string(),
  target: z
    .union([
      z.object({ kind: z.literal("picture"), title: z.string(), slug: z.string() }),
      z.object({ kind: z.literal("member"), username: z.string() }),
      z.object({ kind: z.literal("collection"), name: z.string(), owner: z.string() }),
    ])
    .nullable(),
  before: kept,
  after: kept,
  reason: z.string().nullable(),
  requestId: z.string(),
  admin: named.nullable(),
  system: z.enum(["operator", "upkeep"]).nullable(),
  createdAt: z.iso.datetime(),
});

const admin = { tag: "admin", session: true } as const;
const byId = { id: "UUID" };

export const imagesDocs = described({
  ...admin,
  summary: "All pictures, also unapproved and private ones, newest first",
  query: assetQuery,
  answers: { 200: { description: "A page of them", schema: page(asset) } },
  refuses: [400, 403],
});

export const bulkDocs = described({
  ...admin,
  summary: "Approves, rejects, picks or removes pictures, all or none",
  body: { schema: bulkInput },
  answers: {
    200: {
      description: "How many changed, and the token that undoes it",
      schema: z.object({ changed: z.int(), undo: z.string() }),
    },
  },
  refuses: [400, 403],
});

export const undoDocs = described({
  ...admin,
  summary: "Undoes what one request decided about pictures, or changed of them",
  body: { schema: undoInput },
  answers: {
    200: { description: "How many are as before", schema: z.object({ changed: z.int() }) },
  },
  refuses: [400, 403, 404, 409],
});

export const reportsDocs = described({
  ...admin,
  summary: "What members reported of pictures, one report a picture, newest first",
  query: reportQuery,
  answers: { 200: { description: "A page of them", schema: page(report) } },
  refuses: [400, 403],
});

export const reportDocs = described({
  ...admin,
  summary: "Dismisses a report, or hides or removes its picture",
  path: byId,
  body: { schema: reportDecision },
  answers: {
    200: {
      description: "The token that undoes it (POST /api/admin/images/undo)",
      schema: z.object({ undo: z.string() }),
    },
  },
  refuses: [400, 403, 404, 409],
});

export const auditDocs = described({
  ...admin,
  summary: "What admins did, newest first",
  query: auditQuery,
  answers: { 200: { description: "A page of the audit log", schema: page(auditEntry) } },
  refuses: [400, 403],
});

export const usersDocs = described({
  ...admin,
  summary: "All members, newest first",
  query: memberQuery,
  answers: { 200: { description: "A page of them", schema: page(member) } },
  refuses: [400, 403],
});

export const usersBillingDocs = described({
  ...admin,
  summary: "All members with plan and credits, newest first",
  query: memberQuery,
  answers: { 200: { description: "A page of them", schema: page(member) } },
  refuses: [400, 403],
});

export const memberRightsDocs = described({
  ...admin,
  summary: "Gives a member another role or the sign of a verified creator",
  path: byId,
  body: { schema: memberRightsInput },
  answers: {
    200: {
      description: "How it is now",
      schema: z.object({ role: z.enum(["member", "user", "admin"]), verified: z.boolean() }),
    },
  },
  refuses: [400, 403, 404, 409],
});

export const creditsDocs = described({
  ...admin,
  summary: "Corrects a member's balance",
  path: byId,
  headers: [
    {
      name: "Idempotency-Key",
      description: "One for each correction; with another member or amount it answers 409",
      required: true,
      schema: z.string().min(8).max(255),
    },
  ],
  body: { schema: creditsInput },
  answers: {
    200: {
      description: "Credits really moved, and the balance that results",
      schema: z.object({ moved: z.int(), current: z.int() }),
    },
  },
  refuses: [400, 403, 404, 409],
});

export const messageDocs = described({
  ...admin,
  summary: "Marks a message as dealt with, or open again",
  path: byId,
  body: { schema: messageInput },
  answers: { 204: { description: "Done" } },
  refuses: [400, 403, 404],
});
