import { z } from "zod";
import { shapes } from "#app/rules/aspect-shape.ts";
import { reportNoteLimit, reportReasonIds } from "#app/rules/report-reasons.ts";

/** Licences that a member can choose (decisions guide: members' rights in their pictures). */
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

/** Limits in characters (decisions guide: limits). */
export const pictureLimits = { title: 140, description: 2_000, tags: 20, tag: 40 } as const;

/** Trimmed text of one member, counted in characters rather than code units. */
function text(min: number, max: number) {
  return z
    .string()
    .trim()
    .refine((value) => !value.includes("\0"), { error: "Must not contain the character NUL" })
    .refine((value) => value.isWellFormed(), { error: "Must be whole characters" })
    .refine((value) => Array.from(value).length >= min, { error: "Must not be blank" })
    .refine((value) => Array.from(value).length <= max, {
      error: `Must have at most ${max} characters`,
    });
}

const tag = text(1, pictureLimits.tag).transform((value) => value.toLowerCase());

/** Body of PATCH /api/picture/{id}; keys as the specification spells them. */
export const pictureChanges = z
  .strictObject({
    title: text(1, pictureLimits.title).optional(),
    description: text(0, pictureLimits.description).nullable().optional(),
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
  cursor: z.string().max(60).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(40),
  shape: z.enum(shapes).optional(),
  feed: z.enum(["picks", "pulse"]).optional(),
});

/** Body of POST /api/picture/{id}/reports. */
export const reportInput = z.strictObject({
  reason: z.enum(reportReasonIds),
  note: text(0, reportNoteLimit).optional(),
});

export type ReportInput = z.output<typeof reportInput>;

/** Query of the lookups of one picture. */
export const lookupQuery = z.strictObject({ include: z.literal("unapproved").optional() });

/** Query of GET /api/picture/{id}/similar. */
export const similarQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(40).default(12),
});
