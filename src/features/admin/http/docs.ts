import { z } from "zod";
import { described } from "../../../lib/describe.ts";
import {
  assetQuery,
  bulkInput,
  creditsInput,
  memberQuery,
  messageInput,
  pulseQuery,
  standingInput,
  undoInput,
} from "../inputs.ts";

const page = (item: z.ZodType) => z.object({ items: z.array(item), next: z.string().nullable() });

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
  creator: z.object({ name: z.string(), username: z.string() }),
  state: z.enum(["approved", "waiting", "rejected", "removed"]),
  picked: z.boolean(),
  isPublic: z.boolean(),
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
  isDemo: z.boolean(),
  plan: z.string(),
  pictures: z.int(),
  credits: z.object({ current: z.int(), held: z.int(), spent: z.int() }),
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
  summary: "Approves, rejects, picks or takes away pictures, all or none",
  body: { schema: bulkInput },
  answers: {
    200: {
      description: "How many changed, and the word that takes it back",
      schema: z.object({ changed: z.int(), undo: z.string() }),
    },
  },
  refuses: [400, 403],
});

export const undoDocs = described({
  ...admin,
  summary: "Takes back what one request decided about pictures",
  body: { schema: undoInput },
  answers: {
    200: { description: "How many are as before", schema: z.object({ changed: z.int() }) },
  },
  refuses: [400, 403, 404],
});

export const uploadDocs = described({
  ...admin,
  summary: "Brings a picture in as the admin's own, private until it is published",
  body: {
    schema: z.object({ file: z.string().meta({ format: "binary" }) }),
    type: "multipart/form-data",
  },
  answers: {
    201: {
      description: "The picture",
      schema: z.object({
        id: z.uuid(),
        slug: z.string(),
        filename: z.string(),
        title: z.string(),
        prompt: z.string().nullable(),
      }),
    },
  },
  refuses: [400, 403, 413, 415, 422, 507],
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

export const standingDocs = described({
  ...admin,
  summary: "Gives a member another role or the sign of a verified creator",
  path: byId,
  body: { schema: standingInput },
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
      description: "One for each correction",
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
  refuses: [400, 403, 404],
});

export const messageDocs = described({
  ...admin,
  summary: "Marks a message as dealt with, or open again",
  path: byId,
  body: { schema: messageInput },
  answers: { 204: { description: "Done" } },
  refuses: [400, 403, 404],
});

const searched = z.object({
  query: z.string(),
  searches: z.int(),
  results: z.int(),
  before: z.int(),
});

export const searchPulseDocs = described({
  ...admin,
  summary: "What people search for, and what finds nothing",
  query: pulseQuery,
  answers: {
    200: {
      description: "Most often first; before: in the same time before",
      schema: z.object({ popular: z.array(searched), empty: z.array(searched) }),
    },
  },
  refuses: [400, 403],
});
