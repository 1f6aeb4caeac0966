import { z } from "zod";
import { described } from "#app/lib/describe.ts";
import { wallQuery } from "#app/features/pictures/inputs.ts";
import { searchQuery, suggestionQuery } from "../inputs.ts";
import { suggestionKinds } from "../queries.ts";

const picture = z.looseObject({ id: z.uuid(), slug: z.string(), title: z.string() });

const total = z
  .object({ count: z.int(), isMore: z.boolean().describe("There are at least so many") })
  .nullable();

export const suggestionDocs = described({
  tag: "pictures",
  summary: "What a visitor who is still typing may be about to search for",
  query: suggestionQuery,
  answers: {
    200: {
      description: "Colours, creators, tags and titles that begin so, at most three of each",
      schema: z.object({
        items: z.array(
          z.object({
            kind: z.enum(suggestionKinds),
            text: z.string(),
            value: z
              .string()
              .describe(
                "Of a creator the username, of a colour #rrggbb, else the words to search for",
              ),
          }),
        ),
      }),
    },
  },
  refuses: [400],
});

export const searchDocs = described({
  tag: "pictures",
  summary: "The public pictures: a feed of them, or what is searched for",
  query: z.strictObject({ ...searchQuery.shape, feed: wallQuery.shape.feed }),
  answers: {
    200: {
      description:
        "A page and the cursor of the next. Of a search also how many there are (null on later pages and for the whole " +
        "gallery), the filters that its words were read as, the corrected words where they were misspelt, and where " +
        "there are hardly any results the closest matches: none of those is sure to be what was meant",
      schema: z.object({
        items: z.array(picture),
        near: z.array(picture).optional(),
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
