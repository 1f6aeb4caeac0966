import { z } from "zod";
import { described } from "#app/lib/describe.ts";
import { draftChanges } from "#app/features/pictures/inputs.ts";
import { editInput, publishInput, uploadQuery } from "../inputs.ts";

const admin = { tag: "admin", session: true } as const;
const byId = { id: "UUID" };

const undoable = {
  200: {
    description: "How many changed, and the token that undoes it",
    schema: z.object({ changed: z.int(), undo: z.string() }),
  },
};

export const editDocs = described({
  ...admin,
  summary: "Gives pictures the same values in the fields that are named, all or none",
  body: { schema: editInput },
  answers: undoable,
  refuses: [400, 403, 409, 507],
});

export const uploadDocs = described({
  ...admin,
  summary: "Brings a picture in as a draft of the admin's, private until it is published",
  query: uploadQuery,
  body: {
    schema: z.object({ file: z.string().meta({ format: "binary" }) }),
    type: "multipart/form-data",
  },
  answers: {
    201: {
      description: "The picture; already: the same file is a draft since before",
      schema: z.object({ id: z.uuid(), already: z.boolean() }),
    },
  },
  refuses: [400, 403, 413, 415, 422, 507],
});

export const draftDocs = described({
  ...admin,
  summary: "Changes a draft: an uploaded picture that is not published yet",
  path: byId,
  body: { schema: draftChanges },
  answers: { 200: { description: "Saved", schema: z.object({ id: z.uuid() }) } },
  refuses: [400, 403, 404, 409, 507],
});

export const publishDocs = described({
  ...admin,
  summary: "Publishes drafts; what is no draft any more is left out",
  body: { schema: publishInput },
  answers: undoable,
  refuses: [400, 403],
});
