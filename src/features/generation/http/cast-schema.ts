/** A cast as the API describes it. */
import { z } from "zod";
import { referenceRoles } from "#app/rules/references.ts";
import type { Cast } from "../queries.ts";

export const state = z.enum(["queued", "running", "done", "failed", "cancelled"]);

export const castSchema: z.ZodType<Cast> = z.object({
  id: z.uuid(),
  kind: z.enum(["create", "remix", "upscale"]),
  state,
  prompt: z.string().describe("As it was typed where `texts` are drawn from it"),
  texts: z
    .array(z.string())
    .nullable()
    .describe("The text of each picture; null where all have the prompt itself"),
  eachOnce: z.boolean().describe("Whether `texts` are all combinations, rather than drawn by seed"),
  negative: z.string().nullable(),
  aspect: z.string(),
  quality: z.string(),
  count: z.int(),
  engine: z.object({ id: z.string(), label: z.string() }),
  model: z.string(),
  seed: z.int(),
  source: z.object({ pictureId: z.uuid(), filename: z.string(), title: z.string() }).nullable(),
  sourceUploadId: z.uuid().nullable(),
  edit: z
    .object({
      maskId: z.uuid().nullable(),
      grow: z.int(),
      feather: z.int(),
      extend: z.object({ left: z.int(), top: z.int(), right: z.int(), bottom: z.int() }),
    })
    .nullable()
    .describe("What it changes of its source, where it does not redraw all of it"),
  strength: z.number().nullable(),
  references: z
    .array(
      z.object({
        role: z.enum(referenceRoles),
        weight: z.number().nullable(),
        fromKit: z.boolean().describe("Of the mood board of its style kit"),
        picture: z
          .object({
            id: z.uuid(),
            slug: z.string(),
            title: z.string(),
            colors: z.array(z.string()),
          })
          .nullable()
          .describe("Null for an upload, and where it is gone or no longer shown to the member"),
        uploadId: z.uuid().nullable(),
      }),
    )
    .describe("Pictures that it refers to"),
  isPublic: z.boolean(),
  styleKit: z
    .object({
      id: z.string(),
      name: z.string(),
      palette: z.array(z.string()),
      material: z.string(),
      lighting: z.string(),
      camera: z.string(),
    })
    .nullable(),
  params: z
    .record(z.string(), z.union([z.number(), z.boolean(), z.string()]))
    .describe("Parameters of the engine that were set, by their ids"),
  fellBackFrom: z.string().nullable().describe("The chosen engine, where another took its place"),
  cost: z.int(),
  delivered: z.int(),
  position: z
    .int()
    .nullable()
    .describe(
      "Place in the queue, 1 for the next; null where it does not wait or more than 1,000 are before it",
    ),
  isPaused: z.boolean().describe("Whether its member has paused it"),
  whenIdle: z
    .boolean()
    .describe("Whether it waits until its engine has nothing else to do, for less"),
  priceFactor: z.number().describe("What its engine's prices were multiplied with"),
  version: z.int().describe("Counted up by each change that its member makes while it waits"),
  progress: z.array(
    z.object({
      index: z.int(),
      state: z.enum(["queued", "running", "done", "failed"]),
      fraction: z.number().min(0).max(1),
      stage: z.string(),
      preview: z.string().optional(),
      picture: z
        .object({
          id: z.uuid(),
          slug: z.string(),
          filename: z.string(),
          width: z.int(),
          height: z.int(),
          colors: z.array(z.string()),
          placeholder: z.string(),
        })
        .optional(),
    }),
  ),
  grid: z
    .object({
      id: z.uuid(),
      prompt: z.string(),
      first: z.string().describe("The cast that stands for the grid in lists"),
      columns: z.int(),
      rows: z.int(),
      pictures: z.int(),
      delivered: z.int(),
      open: z.int(),
      cost: z.int(),
      creditsBack: z.number(),
      shots: z.array(z.object({ slug: z.string(), color: z.string() })),
    })
    .nullable()
    .describe("The grid that it is a picture of, with its sums"),
  interpretation: z
    .object({
      understood: z.array(z.string()),
      ignored: z.array(z.string()),
      notes: z
        .array(
          z.union([
            z.object({ kind: z.literal("likened"), word: z.string(), drawn: z.string() }),
            z.object({
              kind: z.enum(["unknown", "avoided", "not-avoided", "given"]),
              words: z.array(z.string()),
            }),
          ]),
        )
        .optional()
        .describe(
          "What was drawn in place of a word, what is missing, and which words to avoid were followed, and what is in the picture anyway",
        ),
    })
    .nullable(),
  warnings: z.array(z.string()),
  failReason: z.string().nullable(),
  creditsBack: z.number(),
  cancelRequested: z.boolean(),
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
});
