import { z } from "zod";
import { described } from "#app/lib/describe.ts";
import { deletionInput } from "../inputs.ts";
import type { Deletion } from "../queries.ts";

const byKey = { key: "The number in the mail, which is also the number of the receipt" };
const byId = { id: "UUID" };

const deletion: z.ZodType<Deletion> = z.object({
  id: z.uuid(),
  kind: z.enum(["account", "picture"]),
  state: z.enum(["waiting", "erasing", "files", "done", "kept"]),
  requestedAt: z.iso.datetime(),
  dueAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
  removed: z.record(z.string(), z.int()),
});

const asked = {
  description: "The account is off, and is deleted on that day unless it is kept",
  schema: z.object({ key: z.uuid(), dueAt: z.iso.datetime() }),
};

export const askDocs = described({
  tag: "accounts",
  summary:
    "Asks for the deletion of the member's own account. Ends all sessions; wants the password, or a fresh second factor",
  session: true,
  body: { schema: deletionInput },
  answers: { 202: asked },
  refuses: [400, 403, 409, 422],
});

export const statusDocs = described({
  tag: "accounts",
  summary: "A deletion, or the receipt of one that is done, for whoever has its number",
  path: byKey,
  answers: { 200: { description: "The deletion; it names nobody", schema: deletion } },
  refuses: [404],
});

export const keepDocs = described({
  tag: "accounts",
  summary: "Keeps an account that waits for its deletion, for whoever has the number",
  path: byKey,
  answers: { 204: { description: "Kept; everything is as it was" } },
  refuses: [404, 409],
});

export const askForDocs = described({
  tag: "admin",
  summary: "Asks for the deletion of a member's account; wants a fresh second factor",
  session: true,
  path: byId,
  answers: { 202: asked },
  refuses: [403, 404, 409],
});

export const keepForDocs = described({
  tag: "admin",
  summary: "Keeps a member's account that waits for its deletion",
  session: true,
  path: byId,
  answers: { 204: { description: "Kept; the member is told" } },
  refuses: [403, 404, 409],
});

export const pictureDocs = described({
  tag: "pictures",
  summary: "Deletes a picture for ever, with a receipt; nothing brings it back",
  session: true,
  path: byId,
  answers: {
    202: {
      description: "Its row and words are gone; its files go within a minute",
      schema: z.object({ receipt: z.uuid() }),
    },
  },
  refuses: [404],
});
