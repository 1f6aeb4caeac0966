/** Parameters that a workflow declares: `inputs` beside its bindings. */
import { z } from "zod";
import { paramGroups, paramId, paramLimits } from "#app/rules/engine-params.ts";
import { referenceRoles } from "#app/rules/references.ts";

const place = z.tuple([z.string(), z.string()]);
const number = z.number();

const common = {
  bind: place,
  /** Made from the label when left out. */
  id: z
    .string()
    .regex(paramId, "must be small letters, digits and hyphens, beginning with a letter")
    .optional(),
  label: z.string().trim().min(1).max(60),
  group: z.enum(paramGroups).default("workflow"),
  advanced: z.boolean().default(true),
};

/** One declared parameter. What is left out of `default` is what the graph has at its place. */
export const workflowInput = z.discriminatedUnion("kind", [
  z.strictObject({
    ...common,
    kind: z.enum(["int", "float"]),
    min: number,
    max: number,
    step: number.positive().optional(),
    default: number.optional(),
  }),
  z.strictObject({ ...common, kind: z.literal("bool"), default: z.boolean().optional() }),
  z.strictObject({
    ...common,
    kind: z.literal("choice"),
    /** Left out: the server is asked what the node takes there. */
    choices: z.array(z.string().max(200)).min(1).max(paramLimits.choices).optional(),
    default: z.string().optional(),
  }),
  z.strictObject({
    ...common,
    kind: z.literal("text"),
    max: z.int().min(1).max(paramLimits.text).default(paramLimits.text),
    default: z.string().optional(),
  }),
]);

/** A reference that a workflow takes: where its picture goes and where its weight does, from 0 to `most`. */
export const referenceSlot = z.strictObject({
  bind: place,
  weight: place,
  role: z.enum(referenceRoles),
  most: z.number().positive().max(5).default(1),
});

export type WorkflowInput = z.infer<typeof workflowInput>;

/** The id of a declared parameter; empty where its label has no letters to make one of. */
export function inputId({ id, label }: WorkflowInput): string {
  const made = label
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^[^a-z]+|-+$/g, "");
  return id ?? made.slice(0, paramLimits.id);
}
