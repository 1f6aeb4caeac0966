import { z } from "zod";
import { described } from "#app/lib/describe.ts";
import { castInput, castLogInput, idempotencyKey, upscaleInput } from "../inputs.ts";
import { castSchema, state } from "./cast-schema.ts";

const tag = "casts";
const id = { id: "Id of the member's own cast" };

export const enginesDocs = described({
  tag,
  summary:
    "The engines that the member may choose, how they are and what they can do; the price of a remix",
  session: true,
  answers: {
    200: {
      description: "All that the member may cast with, the default first",
      schema: z.object({
        items: z.array(
          z.looseObject({
            id: z.string(),
            label: z.string(),
            health: z.string(),
            priceFactor: z
              .number()
              .describe("What the price of a picture is multiplied with, before it is rounded up"),
            can: z
              .looseObject({
                mask: z.boolean().describe("Whether it can change a part of a picture"),
                extend: z.boolean().describe("Whether it can add to the sides of a picture"),
                models: z.array(
                  z.looseObject({
                    id: z.string(),
                    label: z.string(),
                    can: z.looseObject({}).optional().describe("What this model can do otherwise"),
                    defaults: z
                      .looseObject({})
                      .optional()
                      .describe("Its own defaults of parameters, by quality"),
                  }),
                ),
                references: z
                  .looseObject({
                    roles: z.record(z.string(), z.int()).describe("Roles, with the most of each"),
                    max: z.int().describe("Pictures altogether"),
                    withSource: z
                      .int()
                      .optional()
                      .describe("The same where it starts from a picture"),
                    weights: z.boolean().describe("Whether a weight changes the picture"),
                    wordsOnly: z.array(z.string()).optional(),
                  })
                  .nullable()
                  .describe("What `references` of POST /api/generate may be; null for none"),
                params: z
                  .array(
                    z.looseObject({
                      id: z.string(),
                      kind: z.enum(["int", "float", "bool", "choice", "text"]),
                      label: z.string(),
                      group: z.string(),
                      advanced: z.boolean(),
                      forModels: z.array(z.string()).optional(),
                      modes: z.array(z.enum(["txt2img", "img2img"])).optional(),
                    }),
                  )
                  .describe("What `params` of POST /api/generate may set"),
              })
              .nullable(),
          }),
        ),
        remixCredits: z
          .int()
          .describe("Credits for each picture made from a picture; the setting REMIX_CREDITS"),
      }),
    },
  },
});

const asked = {
  tag,
  session: true,
  headers: [
    {
      name: "Idempotency-Key",
      description: "Chosen by the client; the same request again is the same cast",
      required: true,
      schema: idempotencyKey,
    },
  ],
  answers: {
    202: {
      description: "Queued",
      schema: z.object({ id: z.uuid(), cost: z.int(), state }),
    },
  },
  refuses: [400, 402, 404, 409, 422, 503],
};

export const generateDocs = described({
  ...asked,
  summary: "Casts pictures: holds their credits and queues them",
  body: { schema: castInput },
});

export const upscaleDocs = described({
  ...asked,
  summary:
    "Makes a picture of the member's own twice as large, as a cast with a picture of its own",
  body: { schema: upscaleInput },
});

export const logDocs = described({
  tag,
  summary: "The member's casts, newest first",
  session: true,
  query: castLogInput,
  answers: {
    200: {
      description: "A page and the cursor of the next",
      schema: z.object({ items: z.array(castSchema), next: z.string().nullable() }),
    },
  },
  refuses: [400],
});

export const castDocs = described({
  tag,
  summary: "One of the member's casts",
  session: true,
  path: id,
  answers: { 200: { description: "The cast as it stands", schema: castSchema } },
  refuses: [404],
});

export const cancelDocs = described({
  tag,
  summary: "Cancels a cast; what is not drawn yet is not paid",
  session: true,
  path: id,
  answers: {
    202: {
      description: "The state it is in now; a running cast ends a moment later",
      schema: z.object({ id: z.uuid(), state }),
    },
  },
  refuses: [404],
});

export const previewDocs = described({
  tag,
  summary: "The unfinished picture of a running cast",
  session: true,
  path: { ...id, index: "Number of the picture in its cast, from 0 to 7" },
  answers: {
    200: { description: "The preview", type: "image/webp" },
    204: { description: "There is none, or the picture has taken its place" },
  },
  refuses: [404],
});
