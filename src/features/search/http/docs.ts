import { z } from "zod";
import { described } from "#app/lib/describe.ts";
import { wallQuery } from "#app/features/pictures/inputs.ts";
import { searchQuery } from "../inputs.ts";

const total = z
  .object({ count: z.int(), isMore: z.boolean().describe("There are at least so many") })
  .nullable();

export const searchDocs = described({
  tag: "pictures",
  summary: "The public pictures: a feed of them, or what is searched for",
  query: z.strictObject({ ...searchQuery.shape, feed: wallQuery.shape.feed }),
  answers: {
    200: {
      description:
        "A page and the cursor of the next. Of a search also how many there are (null where nobody has counted), the " +
        "filters that its words were read as, and the corrected words where they were misspelt",
      schema: z.object({
        items: z.array(z.looseObject({ id: z.uuid(), slug: z.string(), title: z.string() })),
        next: z.string().nullable(),
        total: total.optional(),
        read: z
          .array(
            z.object({
              kind: z.enum(["shape", "color", "style", "creator"]),
              value: z.string(),
              words: z.string(),
              label: z.string(),
            }),
          )
          .optional(),
        corrected: z.string().nullable().optional(),
      }),
    },
  },
  refuses: [400],
});
