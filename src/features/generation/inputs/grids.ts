import { z } from "zod";
import { t } from "#app/language/message.ts";
import { text } from "#app/lib/text.ts";
import { aspects } from "#app/rules/aspects.ts";
import { castLimits, qualities } from "#app/rules/cast-limits.ts";
import { paramId, paramLimits } from "#app/rules/engine-params.ts";
import { gridLimits } from "#app/rules/grid.ts";
import { castInput } from "../inputs.ts";

const name = text().max(120);
/** How many may come; the rule says the exact most, with the reason. */
const many = <T extends z.ZodType>(value: T) => z.array(value).max(gridLimits.values * 10);
const { seed, strength } = castLimits;

const axis = z.discriminatedUnion("by", [
  z.strictObject({
    by: z.literal("words"),
    place: z.int().min(0).max(200).describe("The place of the prompt with alternatives or a list"),
  }),
  z.strictObject({ by: z.literal("seed"), values: many(z.int().min(seed.min).max(seed.max)) }),
  z.strictObject({
    by: z.literal("model"),
    values: many(z.strictObject({ engine: name.min(1), model: name.min(1) })),
  }),
  z.strictObject({ by: z.literal("aspect"), values: many(z.enum(aspects)) }),
  z.strictObject({ by: z.literal("quality"), values: many(z.enum(qualities)) }),
  z.strictObject({
    by: z.literal("strength"),
    values: many(z.number().min(strength.min).max(strength.max)),
  }),
  z.strictObject({
    by: z.literal("kit"),
    values: many(name).describe("Style kits; an empty one for none"),
  }),
  z.strictObject({
    by: z.literal("param"),
    id: text().regex(paramId, { error: () => t`Must be a parameter's id` }),
    values: many(z.union([z.number(), z.boolean(), text().max(paramLimits.text)])),
  }),
]);

/** Body of POST /api/grids. */
export const gridInput = z.strictObject({
  cast: castInput
    .omit({ count: true, each: true, fallback: true })
    .describe("What all pictures share, as of POST /api/generate"),
  columns: axis,
  rows: axis.optional(),
  quoted: z
    .strictObject({ pictures: z.int(), credits: z.int() })
    .describe("What the member was shown; anything else is refused with the present price"),
  isPublic: z.boolean().default(false).describe("Whether others may see the grid's page"),
});
export type GridInput = z.output<typeof gridInput>;
/** The same as it is sent. */
export type GridRequest = z.input<typeof gridInput>;

/** Body of PATCH /api/grids/{id}. */
export const gridChanges = z.strictObject({ isPublic: z.boolean() });
