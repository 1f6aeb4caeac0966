import { z } from "zod";
import { t } from "#app/language/message.ts";
import { text, words } from "#app/lib/text.ts";
import { aspects } from "#app/rules/aspects.ts";
import { castLimits, qualities } from "#app/rules/cast-limits.ts";
import { paramId, paramLimits } from "#app/rules/engine-params.ts";
import { editLimits, isExtended, noExtension } from "#app/rules/edit-limits.ts";
import { kitLimits } from "#app/rules/style-kit.ts";
import { boardInput, reference } from "./inputs/references.ts";
import { referenceLimits } from "#app/rules/references.ts";

export { newWordList } from "./inputs/word-lists.ts";

const name = text().min(1).max(120);

/** Parameters of the engine by their ids, sorted, so that equal requests are equal whatever their order. */
const params = z
  .record(
    text().regex(paramId, { error: () => t`Must be a parameter's id` }),
    z.union([z.number(), z.boolean(), text().max(paramLimits.text)]),
  )
  .refine((given) => Object.keys(given).length <= paramLimits.count, {
    error: () => t`Must have at most ${paramLimits.count} parameters`,
  })
  .transform((given) =>
    Object.fromEntries(Object.entries(given).toSorted(([a], [b]) => (a < b ? -1 : 1))),
  );

const source = z.union([
  z.strictObject({ pictureId: z.uuid() }),
  z.strictObject({ uploadId: z.uuid() }),
]);

const added = z.int().min(editLimits.extend.min).max(editLimits.extend.max).default(0);

/** What is changed of the source, in pixels of its own size. */
const edit = z
  .strictObject({
    maskId: z.uuid().optional().describe("Of POST /api/masks: white changes, black stays"),
    grow: z
      .int()
      .min(editLimits.grow.min)
      .max(editLimits.grow.max)
      .default(0)
      .describe("Makes what is changed wider, or narrower below 0"),
    feather: z
      .int()
      .min(editLimits.feather.min)
      .max(editLimits.feather.max)
      .default(0)
      .describe("Makes its edge soft"),
    extend: z
      .strictObject({ left: added, top: added, right: added, bottom: added })
      .default(noExtension)
      .describe("Adds at the sides what the engine draws there"),
  })
  .refine(({ maskId, extend }) => maskId !== undefined || isExtended(extend), {
    error: () => t`Nothing to change: send a mask, or a side to extend`,
  });

/** Body of POST /api/generate (docs/api.md). What an engine can do is checked later, with the engine. */
export const castInput = z.strictObject({
  prompt: words(castLimits.prompt).describe(
    "May have alternatives, `{a|b}`, and name the member's lists, `__name__`: each picture draws its own text",
  ),
  negative: words({ min: 0, max: castLimits.negative.max }).optional(),
  aspect: z.enum(aspects).default("1:1"),
  quality: z
    .enum(qualities)
    .optional()
    .describe("Left out: high where the engine offers it, else standard"),
  count: z.int().min(castLimits.count.min).max(castLimits.count.max).default(1),
  each: z
    .boolean()
    .optional()
    .describe("Draws each combination of the prompt's alternatives once; `count` is their number"),
  engine: name.optional(),
  model: name.optional(),
  seed: z.int().min(castLimits.seed.min).max(castLimits.seed.max).optional(),
  source: source.optional(),
  strength: z.number().min(castLimits.strength.min).max(castLimits.strength.max).optional(),
  references: z
    .array(reference)
    .max(referenceLimits.count)
    .optional()
    .describe("Pictures that the cast refers to; GET /api/engines lists what a model takes"),
  params: params.optional().describe("Of the chosen engine and model; GET /api/engines lists them"),
  isPublic: z.boolean().default(true),
  /** A curated kit's name or the id of one that the member may use. */
  styleKit: name.optional(),
  /** Whether another engine may draw when this one cannot be reached. */
  fallback: z.boolean().default(false),
  whenIdle: z
    .boolean()
    .default(false)
    .describe("Waits until its engine has nothing else to do, for less"),
  edit: edit
    .optional()
    .describe(
      "Changes the source only where a mask is white, and adds at its sides; the result has the source's size and what is added, and `aspect` does not count",
    ),
});

export type CastInput = z.output<typeof castInput>;
/** The same as it is sent. */
export type CastRequest = z.input<typeof castInput>;

/** Body of POST /api/prompt/enhance. */
export const enhanceInput = z.strictObject({ prompt: words(castLimits.prompt) });

/** Body of POST /api/generations/upscale: a picture of the member's own. */
export const upscaleInput = z.strictObject({ picture: z.uuid() });

/** The header Idempotency-Key (docs/product.md 10.2). */
export const idempotencyKey = text()
  .min(castLimits.idempotencyKey.min)
  .max(castLimits.idempotencyKey.max);

/** Query of GET /api/generations. */
export const castLogInput = z.strictObject({
  cursor: text().max(100).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(40),
  kind: z.enum(["create", "remix", "upscale"]).optional(),
  state: z.enum(["open", "done", "failed", "cancelled"]).optional(),
  engine: name.optional(),
  /** Days by UTC, both included. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  /** Id of the style kit it was cast with. */
  kit: name.optional(),
  q: text().trim().max(200).optional(),
  /** One cast alone. */
  id: z.uuid().optional(),
});

export type CastLogInput = z.output<typeof castLogInput>;

/** Body of PATCH /api/queue/{id}: what shall be different; `version` is the one that the member saw. */
export const queueChange = z
  .strictObject({
    version: z.int().min(1),
    before: z
      .uuid()
      .nullable()
      .optional()
      .describe("The cast that comes next then; null for the end"),
    isPaused: z.boolean().optional(),
    whenIdle: z.boolean().optional(),
    prompt: words(castLimits.prompt).optional(),
    negative: words({ min: 0, max: castLimits.negative.max }).optional(),
    aspect: z.enum(aspects).optional(),
    quality: z.enum(qualities).optional(),
    count: z.int().min(castLimits.count.min).max(castLimits.count.max).optional(),
    isPublic: z.boolean().optional(),
  })
  .refine((changes) => Object.keys(changes).length > 1, { error: () => t`Nothing to change` });

export type QueueChange = z.output<typeof queueChange>;

/** Body of POST /api/queue/pause. */
export const queuePause = z.strictObject({ isPaused: z.boolean() });

/** Casts chosen in the log. */
const chosen = z.array(z.uuid()).min(1).max(castLimits.chosen);

/** Body of POST /api/generations/bulk. */
export const bulkInput = z.strictObject({
  ids: chosen,
  action: z.enum(["publish", "hide", "delete"]),
});

export type BulkInput = z.output<typeof bulkInput>;

/** Query of GET /api/generations/archive: ids with commas between them. */
export const archiveInput = z.strictObject({
  ids: text()
    .transform((value) => value.split(","))
    .pipe(chosen),
});

const looks = {
  palette: z
    .array(text().regex(/^#[0-9a-f]{6}$/, { error: () => t`Must be a colour such as #1d4b57` }))
    .max(kitLimits.colors),
  material: words({ min: 0, max: kitLimits.words }),
  lighting: words({ min: 0, max: kitLimits.words }),
  camera: words({ min: 0, max: kitLimits.words }),
};
const kitName = words({ min: 1, max: kitLimits.name });

/** Body of POST /api/style-kits: a kit in full, or one made from another kit or from a picture. */
export const newKit = z.union([
  z.strictObject({
    name: kitName,
    ...looks,
    pictureId: z.uuid().optional(),
    board: boardInput.optional(),
  }),
  z.strictObject({ kit: name }),
  z.strictObject({ picture: z.uuid() }),
]);

export type NewKit = z.output<typeof newKit>;

/** Body of PATCH /api/style-kits/{id}. */
export const kitChanges = z
  .strictObject({
    name: kitName.optional(),
    palette: looks.palette.optional(),
    material: looks.material.optional(),
    lighting: looks.lighting.optional(),
    camera: looks.camera.optional(),
    board: boardInput.optional(),
    isShared: z.boolean().optional(),
  })
  .refine((changes) => Object.keys(changes).length > 0, { error: () => t`Nothing to change` });

export type KitChanges = z.output<typeof kitChanges>;

const ruleWords = z.array(words({ min: 1, max: 80 })).max(500);
const rule = {
  words: ruleWords.min(1, { error: () => t`Name at least one word` }),
  companions: ruleWords,
  reason: words({ min: 1, max: 200 }),
};

/** Body of POST /api/admin/prompt-rules. */
export const newRule = z.strictObject({
  name: text().regex(/^[a-z][a-z0-9-]{1,39}$/, {
    error: () => t`2 to 40 small letters, digits and hyphens, beginning with a letter`,
  }),
  ...rule,
  companions: rule.companions.default([]),
});

export type NewRule = z.output<typeof newRule>;

/** Query of GET /api/admin/prompt-refusals. */
export const refusalQuery = z.strictObject({
  cursor: text().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
});

/** Query of GET /api/admin/service-reports. */
export const serviceReportQuery = refusalQuery.extend({ engine: name.optional() });

/** Body of PATCH /api/admin/prompt-refusals/{id}. */
export const refusalInput = z.strictObject({ allowed: z.boolean() });

/** Body of PATCH /api/admin/prompt-rules/{name}. */
export const ruleChanges = z
  .strictObject({
    isEnabled: z.boolean().optional(),
    words: rule.words.optional(),
    companions: rule.companions.optional(),
    reason: rule.reason.optional(),
  })
  .refine((changes) => Object.keys(changes).length > 0, { error: () => t`Nothing to change` });

export type RuleChanges = z.output<typeof ruleChanges>;
