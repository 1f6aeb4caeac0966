import { z } from "zod";
import { described } from "#app/lib/describe.ts";
import { exportInput, importInput, partQuery } from "../inputs.ts";
import type { OwnExport, OwnImport } from "../queries.ts";

const own = { tag: "exports", session: true } as const;
const time = z.iso.datetime();

const exported: z.ZodType<OwnExport> = z.object({
  id: z.uuid(),
  state: z.enum(["queued", "running", "ready", "failed", "cancelled", "expired"]),
  done: z.int(),
  total: z.int(),
  pictures: z.int(),
  leftOut: z.int(),
  requestedAt: time,
  expiresAt: time.nullable(),
});

export const stateDocs = described({
  ...own,
  summary: "The member's last export and how far it is",
  answers: {
    200: {
      description: "As it is now",
      schema: z.object({ export: exported.nullable(), at: time }),
    },
  },
  refuses: [401],
});

export const requestDocs = described({
  ...own,
  summary: "Ask for an archive of everything the member has",
  body: { schema: exportInput },
  answers: { 202: { description: "A worker builds it", schema: z.object({ id: z.uuid() }) } },
  refuses: [400, 401, 403, 409, 422],
});

export const cancelDocs = described({
  ...own,
  summary: "Cancel an export, or delete its archive",
  path: { id: "UUID of the export" },
  answers: { 204: { description: "It is cancelled" } },
  refuses: [401, 404],
});

export const archiveDocs = described({
  ...own,
  summary: "The archive of a finished export; can be continued with Range and If-Range",
  path: { id: "UUID of the export" },
  answers: {
    200: { description: "The archive", type: "application/x-tar" },
    206: { description: "A part of it", type: "application/x-tar" },
    304: { description: "As the client has it" },
    416: { description: "The part is not in it" },
  },
  refuses: [401, 404],
});

const count = z.int();
const imported: z.ZodType<OwnImport> = z.object({
  id: z.uuid(),
  state: z.enum(["uploading", "queued", "running", "done", "refused", "failed", "cancelled"]),
  size: count,
  received: count,
  phase: z.enum(["check", "store", "book"]).nullable(),
  done: count,
  total: count,
  counts: z
    .object({
      pictures: z.object({ added: count, known: count, ofOthers: count }),
      withoutSource: count,
      collections: z.object({ added: count, known: count, withoutImages: count }),
      likes: z.object({ added: count, notHere: count }),
      follows: z.object({ added: count, notHere: count }),
      kits: z.object({ added: count, known: count }),
      wordLists: z.object({ added: count, known: count }).optional(),
      masks: z.object({ added: count, known: count }).optional(),
    })
    .nullable(),
  reason: z.string().nullable(),
  requestedAt: time,
});

export const importStateDocs = described({
  ...own,
  summary: "The archive that the member brought last and how far it is",
  answers: {
    200: {
      description: "As it is now",
      schema: z.object({ import: imported.nullable(), at: time }),
    },
  },
  refuses: [401],
});

export const beginDocs = described({
  ...own,
  summary: "Bring an archive of an export; its parts follow",
  body: { schema: importInput },
  answers: {
    201: {
      description: "Send the parts, from `received` on",
      schema: z.object({ id: z.uuid(), received: count, chunk: count }),
    },
  },
  refuses: [400, 401, 403, 409, 422],
});

export const partDocs = described({
  ...own,
  summary: "The next part of an archive; the last one starts the import",
  query: partQuery,
  body: { schema: z.any(), type: "application/octet-stream" },
  answers: {
    200: { description: "It has arrived", schema: z.object({ received: count }) },
  },
  refuses: [400, 401, 404, 409, 413, 415, 503],
});

export const cancelImportDocs = described({
  ...own,
  summary: "Cancel an import",
  path: { id: "UUID of the import" },
  answers: { 204: { description: "It is cancelled" } },
  refuses: [401, 404],
});
