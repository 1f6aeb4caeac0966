import { z } from "zod";
import { t } from "#app/language/message.ts";
import { readDefaults } from "#app/engine-settings.ts";
import { text, words } from "#app/lib/text.ts";
import { audiences } from "#app/rules/engine-audience.ts";
import {
  engineKinds,
  engineLimits,
  engineWorkflows,
  ownWorkflows,
  workflowLimits,
} from "#app/rules/engine-kinds.ts";
import { priceFactors } from "#app/rules/price-factor.ts";

type Limits = { min: number; max: number };
const between =
  ({ min, max }: Limits) =>
  () =>
    t`Must be from ${min} to ${max}`;
const within = (number: z.ZodNumber, limits: Limits) => {
  const error = between(limits);
  return number.min(limits.min, { error }).max(limits.max, { error });
};
const wholeNumber = (limits: Limits) => within(z.int({ error: between(limits) }), limits);

/** An address without a slash at its end. It is shown and written into the audit log: no password may stand in it. */
const address = text()
  .trim()
  .max(300)
  .refine((value) => /^https?:$/.test(URL.parse(value)?.protocol ?? ""), {
    error: () => t`Must be an address like https://example.org/v1`,
    abort: true,
  })
  .refine((value) => !/[@?#\s]/.test(value), {
    error: () => t`Must hold no name, no password, no query and no fragment`,
  })
  .transform((value) => value.replace(/\/+$/, ""));

const oneLine = (most: number) =>
  text()
    .trim()
    .max(most)
    .refine((value) => !/\p{Cc}/u.test(value), { error: () => t`Must be a single line` });

/** Without defaults: what a change leaves out stays as it is. */
const connection = {
  label: words({ min: 1, max: 40 }),
  url: address,
  key: oneLine(400)
    .optional()
    .describe("Left out, the stored one stays; empty, there is none. It is never sent back"),
  models: oneLine(2_000).describe("Such as `id, other-id=Label`"),
  defaults: oneLine(1_000).refine((value) => readDefaults(value) !== null, {
    error: () => t`Must be like "steps=28; sampler=Euler a"`,
  }),
  workflow: z.enum(engineWorkflows),
  workflowFile: z
    .strictObject({
      name: oneLine(workflowLimits.name).min(1),
      text: text().max(workflowLimits.text),
    })
    .optional()
    .describe("For the workflow `file`; left out, the stored one stays"),
  deadline: wholeNumber(engineLimits.deadline),
  concurrency: wholeNumber(engineLimits.concurrency),
  bills: z.boolean(),
};

const offer = {
  priceFactor: within(z.number({ error: between(priceFactors) }), priceFactors).describe(
    "Its pictures cost so many times the usual price, rounded up to a whole credit",
  ),
  audience: z.enum(audiences),
};

const wholeConnection = {
  ...connection,
  models: connection.models.default(""),
  defaults: connection.defaults.default(""),
  workflow: connection.workflow.default(ownWorkflows[0]),
};

/** Body of POST /api/admin/engines. */
export const newEngine = z.strictObject({
  kind: z.enum(engineKinds),
  name: text().regex(/^[a-z0-9]{1,30}$/, {
    error: () => t`1 to 30 small letters and digits`,
  }),
  ...wholeConnection,
  priceFactor: offer.priceFactor.default(1),
  audience: offer.audience.default("everyone"),
});
export type NewEngine = z.output<typeof newEngine>;

const version = z.int().min(1).describe("Of the engine as the admin saw it");

/** Body of PATCH /api/admin/engines/{id}; what is left out stays. */
export const engineChanges = z.strictObject({
  version,
  isOn: z.boolean().optional(),
  ...z.strictObject({ ...connection, ...offer }).partial().shape,
});
export type EngineChanges = z.output<typeof engineChanges>;

/** Body of DELETE /api/admin/engines/{id}. */
export const engineRemoval = z.strictObject({ version });

/** Body of POST /api/admin/engines/test: settings that need not be stored. */
export const engineTest = z.strictObject({
  kind: z.enum(engineKinds),
  id: oneLine(60).optional().describe("Of a stored engine, whose key counts where none is typed"),
  ...wholeConnection,
});
export type EngineTest = z.output<typeof engineTest>;
