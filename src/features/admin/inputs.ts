import { z } from "zod";
import { t } from "#app/language/message.ts";
import { AppError } from "#app/lib/errors.ts";
import { text } from "#app/lib/text.ts";
import { chosenReasons, sanctionLimits } from "#app/rules/sanctions.ts";
import { reportActions, reviewActions } from "#app/features/pictures/commands.ts";
import { pictureFields, tagEdit } from "#app/features/pictures/inputs.ts";
import { assetStates, reportStates } from "#app/features/pictures/queries.ts";
import { auditKinds } from "./queries.ts";

/** Rows that one request may act on. */
const bulkLimit = 500;

/** Fields of the queries of lists. */
export const search = text().max(200).trim();
export const cursor = text().max(200);
export const limit = z.coerce.number().int().min(1).max(100).default(40);

/** Query of GET /api/admin/images and of the page asset manager. */
export const assetQuery = z.strictObject({
  state: z.enum(assetStates).default("all"),
  q: search.optional(),
  cursor: cursor.optional(),
  limit,
});

/** Query of GET /api/admin/reports and of the page of reports. */
export const reportQuery = z.strictObject({
  state: z.enum(reportStates).default("open"),
  cursor: cursor.optional(),
  limit,
});

/** Query of GET /api/admin/audit and of the page of the audit log; target: one thing by its id. */
export const auditQuery = z.strictObject({
  kind: z.enum(auditKinds).optional(),
  target: text()
    .regex(/^[\w.-]{1,64}$/)
    .optional(),
  cursor: cursor.optional(),
  limit,
});

/** Query of the lists of members. */
export const memberQuery = z.strictObject({
  q: search.optional(),
  role: z.enum(["member", "user", "admin"]).optional(),
  cursor: cursor.optional(),
  limit,
});

/** Queries of the same lists as CSV: the whole list, so without a cursor. */
export const memberCsvQuery = memberQuery.omit({ cursor: true, limit: true });
export const auditCsvQuery = auditQuery.omit({ cursor: true, limit: true });

/** The rows that one request acts on. */
export const bulkIds = z
  .array(z.uuid())
  .min(1)
  .max(bulkLimit)
  .refine((ids) => new Set(ids).size === ids.length, { error: () => t`An id is listed twice` });

/** Body of POST /api/admin/images/bulk. */
export const bulkInput = z.strictObject({
  action: z.enum(reviewActions),
  ids: bulkIds,
  /** Why pictures are rejected or removed, for their owners. */
  reason: z.enum(chosenReasons).optional(),
  note: text()
    .trim()
    .max(sanctionLimits.note)
    .transform((given) => (given === "" ? null : given))
    .nullable()
    .default(null),
});

const { title, license, is_public } = pictureFields;

/** Body of POST /api/admin/images/edit: only the fields that are named change. */
export const editInput = z
  .strictObject({
    ids: bulkIds,
    title,
    license,
    is_public,
    tags: tagEdit.optional(),
    /** The id of a collection of the admin's, which the pictures are added to. */
    collection: z.uuid().optional(),
  })
  .refine((edit) => Object.keys(edit).length > 1, { error: () => t`Nothing to change` });

/** Query of POST /api/admin/upload: the name of the file. */
export const uploadQuery = z.strictObject({ name: text().max(255).default("") });

/** Query of the page of uploads. */
export const draftQuery = z.strictObject({ cursor: cursor.optional() });

/** Body of POST /api/admin/drafts/publish. */
export const publishInput = z.strictObject({ ids: bulkIds });

/** Body of the undo of a bulk action: `undo` of the response to undo. */
export const undoInput = z.strictObject({ undo: text().min(1).max(64) });

const reason = text()
  .trim()
  .min(1, { error: () => t`A reason is required` })
  .max(300, { error: () => t`At most 300 characters` });

/** Body of PATCH /api/admin/users/{id}. */
export const memberRightsInput = z
  .strictObject({
    role: z.enum(["member", "user", "admin"]).optional(),
    verified: z.boolean().optional(),
  })
  .refine((wanted) => Object.keys(wanted).length > 0, { error: () => t`Nothing to change` });

/** Body of POST /api/admin/users/bulk. */
export const bulkMembersInput = z.strictObject({ ids: bulkIds, verified: z.boolean() });

/** Body of POST /api/admin/users/{id}/credits; a negative amount removes credits. */
export const creditsInput = z.strictObject({
  amount: z
    .int()
    .min(-100_000)
    .max(100_000)
    .refine((amount) => amount !== 0, { error: () => t`Must not be 0` }),
  reason,
});

/** Body of POST /api/admin/users/credits: the same for each of several members. */
export const bulkCreditsInput = creditsInput.extend({ ids: bulkIds });

/** Body of PATCH /api/admin/reports/{id}; the reason is kept in the audit log. */
export const reportDecision = z.strictObject({
  action: z.enum(reportActions),
  reason: reason.optional(),
});

/** Body of PATCH /api/admin/messages/{id}. */
export const messageInput = z.strictObject({ closed: z.boolean() });

/**
 * The query of a page's address by the schema of the API; words that the schema does not know are left out.
 * @throws AppError invalid-request
 */
export function queryOf<S extends z.ZodObject>(request: Request, schema: S): z.output<S> {
  const given = new URL(request.url).searchParams;
  const known = Object.keys(schema.shape).flatMap((name) => {
    const value = given.get(name);
    return value === null || value === "" ? [] : [[name, value]];
  });
  const parsed = schema.safeParse(Object.fromEntries(known));
  if (!parsed.success) throw new AppError("invalid-request");
  return parsed.data;
}

export type ReportDecision = z.output<typeof reportDecision>;
export type EditInput = z.output<typeof editInput>;
/** The same as it is sent. */
export type EditRequest = z.input<typeof editInput>;
export type BulkInput = z.output<typeof bulkInput>;
export type MemberRightsInput = z.output<typeof memberRightsInput>;
export type BulkMembersInput = z.output<typeof bulkMembersInput>;
export type CreditsInput = z.output<typeof creditsInput>;
export type BulkCreditsInput = z.output<typeof bulkCreditsInput>;
