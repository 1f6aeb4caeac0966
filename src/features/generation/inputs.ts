import { z } from "zod";
import { aspects } from "../../rules/aspects.ts";
import { castLimits, qualities } from "../../rules/cast-limits.ts";

const name = z.string().min(1).max(120);

/** Text of a member: trimmed, counted in characters rather than code units, without the NUL that no database keeps. */
function words(limits: { min: number; max: number }) {
  return z
    .string()
    .trim()
    .refine((text) => !text.includes("\0"), { error: "Must not contain the character NUL" })
    .refine((text) => Array.from(text).length >= limits.min, { error: "Must not be blank" })
    .refine((text) => Array.from(text).length <= limits.max, {
      error: `Must have at most ${limits.max} characters`,
    });
}

const source = z.union([
  z.strictObject({ pictureId: z.uuid() }),
  z.strictObject({ uploadId: z.uuid() }),
]);

/** Body of POST /api/generate (API guide). What an engine can do is checked later, with the engine. */
export const castInput = z.strictObject({
  prompt: words(castLimits.prompt),
  negative: words({ min: 0, max: castLimits.negative.max }).optional(),
  aspect: z.enum(aspects).default("1:1"),
  quality: z.enum(qualities).default("standard"),
  count: z.int().min(castLimits.count.min).max(castLimits.count.max).default(1),
  engine: name.optional(),
  model: name.optional(),
  seed: z.int().min(castLimits.seed.min).max(castLimits.seed.max).optional(),
  source: source.optional(),
  strength: z.number().min(castLimits.strength.min).max(castLimits.strength.max).optional(),
  isPublic: z.boolean().default(true),
});

export type CastInput = z.output<typeof castInput>;

/** The header Idempotency-Key (reliability guide, section 4). */
export const idempotencyKey = z
  .string()
  .min(castLimits.idempotencyKey.min)
  .max(castLimits.idempotencyKey.max);

/** Query of GET /api/generations. */
export const castLogInput = z.strictObject({
  cursor: z.string().max(100).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(40),
});
