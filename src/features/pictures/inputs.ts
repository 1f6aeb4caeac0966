import { z } from "zod";
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
export const pictureLimits = { title: 140, description: 2_000, tags: 20, tag: 40 } as const;

const tag = words({ min: 1, max: pictureLimits.tag }).transform((value) => value.toLowerCase());

/** Body of PATCH /api/picture/{id}; keys as docs/product.md 3.4 spells them. */
export const pictureChanges = z
  .strictObject({
    title: words({ min: 1, max: pictureLimits.title }).optional(),
    description: words({ min: 0, max: pictureLimits.description }).nullable().optional(),
    tags: z
      .array(tag)
      .max(pictureLimits.tags)
      .transform((tags) => [...new Set(tags)])
      .optional(),
    license: z.enum(licenses).optional(),
    is_public: z.boolean().optional(),
    prompt_hidden: z.boolean().optional(),
  })
  .refine((changes) => Object.keys(changes).length > 0, { error: "Nothing to change" });

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
