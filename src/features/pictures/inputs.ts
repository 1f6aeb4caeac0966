import { z } from "zod";
import { t } from "#app/language/message.ts";
import { text, words } from "#app/lib/text.ts";
import { shapes } from "#app/rules/aspect-shape.ts";
import { reportNoteLimit, reportReasonIds } from "#app/rules/report-reasons.ts";

/** Licences that a member can choose (docs/product.md 10.3). */
export const licenses = [
  "cc-by",
  "cc-by-sa",
  "cc-by-nc",
  "cc-by-nc-sa",
  "cc-by-nd",
  "cc-by-nc-nd",
  "cc0",
  "all-rights-reserved",
] as const;

/** Limits in characters (docs/product.md 10.1). */
export const pictureLimits = {
  title: 140,
  description: 2_000,
  prompt: 2_000,
  tags: 20,
  tag: 40,
} as const;

const tag = words({ min: 1, max: pictureLimits.tag }).transform((value) => value.toLowerCase());

/** Tags in lower case, each once. */
export const tagList = z
  .array(tag)
  .max(pictureLimits.tags)
  .transform((tags) => [...new Set(tags)]);

/** What the owner of a picture and admins may change of it, by the keys of docs/product.md 3.4. */
export const pictureFields = {
  title: words({ min: 1, max: pictureLimits.title }).optional(),
  description: words({ min: 0, max: pictureLimits.description }).nullable().optional(),
  tags: tagList.optional(),
  license: z.enum(licenses).optional(),
  is_public: z.boolean().optional(),
  prompt_hidden: z.boolean().optional(),
};

const isSome = (changes: object) => Object.keys(changes).length > 0;
const nothing = { error: () => t`Nothing to change` };

/** Body of PATCH /api/picture/{id}. */
export const pictureChanges = z.strictObject(pictureFields).refine(isSome, nothing);

const { is_public: _, ...draftFields } = pictureFields;

/** Body of PATCH /api/admin/drafts/{id}: before a picture is published, its prompt and palette can be corrected too. */
export const draftChanges = z
  .strictObject({
    ...draftFields,
    prompt: words({ min: 0, max: pictureLimits.prompt })
      .transform((value) => (value === "" ? null : value))
      .nullable()
      .optional(),
    colors: z
      .array(text().regex(/^#[\da-f]{6}$/i, { error: () => t`A colour is # and six digits` }))
      .length(5)
      .optional(),
  })
  .refine(isSome, nothing);

/** How the tags of many pictures change: some are added and removed, or all are replaced. */
export const tagEdit = z
  .strictObject({
    add: tagList.optional(),
    remove: tagList.optional(),
    replace: tagList.optional(),
  })
  .refine(isSome, nothing)
  .refine(({ add, remove, replace }) => replace === undefined || (!add && !remove), {
    error: () => t`Either replace all tags, or add and remove some`,
  });

export type TagEdit = z.output<typeof tagEdit>;

export type DraftChanges = z.output<typeof draftChanges>;
/** The same as it is sent. */
export type DraftRequest = z.input<typeof draftChanges>;

export type PictureChanges = z.output<typeof pictureChanges>;

/** Query of GET /api/pictures. One with words, colours or styles is a search, and answered by that slice. */
export const wallQuery = z.strictObject({
  cursor: text().max(60).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(40),
  shape: z.enum(shapes).optional(),
  feed: z.enum(["picks", "pulse"]).optional(),
});

/** Body of POST /api/picture/{id}/reports. */
export const reportInput = z.strictObject({
  reason: z.enum(reportReasonIds),
  note: words({ min: 0, max: reportNoteLimit }).optional(),
});

export type ReportInput = z.output<typeof reportInput>;

/** Query of the lookups of one picture. */
export const lookupQuery = z.strictObject({ include: z.literal("unapproved").optional() });

/** Query of GET /api/picture/{id}/similar. */
export const similarQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(40).default(12),
});
