import { z } from "zod";
import { t } from "#app/language/message.ts";
import { text } from "#app/lib/text.ts";
import { shapes, type Shape } from "#app/rules/aspect-shape.ts";
import { colorsOf } from "#app/rules/color-names.ts";
import { usualCloseness } from "#app/rules/palette-cells.ts";
import { searchSorts } from "#app/rules/search-hits.ts";
import { longestQuery } from "#app/rules/search-query.ts";
import { styleIds } from "#app/rules/search-styles.ts";
import { licenses } from "#app/features/pictures/inputs.ts";

const query = text().refine((value) => Array.from(value.trim()).length <= longestQuery, {
  error: () => t`Must have at most ${longestQuery} characters`,
});

const color = text()
  .max(80)
  .refine((value) => colorsOf(value) !== null, {
    error: () => t`Must be up to five colours with commas between: #0f766e or teal,amber`,
  });

/** Query of GET /api/pictures where it is a search. */
export const searchQuery = z.strictObject({
  q: query.optional(),
  sort: z.enum(searchSorts).optional(),
  shape: z.enum(shapes).optional(),
  color: color
    .optional()
    .describe(
      "#rrggbb, with or without its sign, or a name; up to five with commas between, largest share first. Two are two " +
        "conditions; of a longer palette pictures have the first and at least half",
    ),
  closeness: z.coerce.number().int().min(0).max(100).optional(),
  style: z.enum(styleIds).optional(),
  creator: text()
    .regex(/^@?[\w.-]{1,40}$/, { error: () => t`Must be a username` })
    .optional(),
  license: z.enum(licenses).optional(),
  exact: z.enum(["1"]).optional().describe("1 takes the words as they are"),
  within: text()
    .regex(/^(?:likes|@[\w.-]{1,40}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i, {
      error: () => t`Must be "likes", "@" with a username, or the id of a collection`,
    })
    .optional()
    .describe(
      'Searches a part of the gallery: "likes" of the asker, the pictures of "@username", or a collection by its id; ' +
        "the asker's own private pictures included",
    ),
  cursor: text().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(40),
});

/** Query of GET /api/search/suggestions. */
export const suggestionQuery = z.strictObject({ q: query });

export type SearchQuery = z.output<typeof searchQuery>;

/** Keys that make a request for pictures a search; without them it is one for a feed. */
export const searchKeys = [
  "q",
  "sort",
  "color",
  "closeness",
  "style",
  "creator",
  "license",
  "exact",
  "within",
];

/** What was chosen beside the words of a search. */
export type SearchFilters = {
  shape?: Shape;
  /** `hexes` as #rrggbb; `closeness` from 0, loose, to 100, close. */
  color?: { hexes: readonly string[]; closeness: number };
  /** Id of rules/search-styles.ts. */
  style?: string;
  /** Username. */
  creator?: string;
  license?: string;
};

/** The filters of a query; a key for each that was set. */
export function filtersOf(given: Omit<SearchQuery, "limit">): SearchFilters {
  const { shape, style, license, creator } = given;
  const hexes = given.color === undefined ? null : colorsOf(given.color);
  return {
    ...(shape && { shape }),
    ...(hexes !== null && { color: { hexes, closeness: given.closeness ?? usualCloseness } }),
    ...(style && { style }),
    ...(creator && { creator: creator.replace(/^@/, "").toLowerCase() }),
    ...(license && { license }),
  };
}

/**
 * What an address asks for. A value that no filter has is left out: an old link still shows something.
 * @returns null for words that are too long
 */
export function addressQuery(params: URLSearchParams, words: string): SearchQuery | null {
  const q = query.safeParse(words);
  if (!q.success) return null;
  const { shape } = searchQuery;
  const kept = Object.entries(Object.fromEntries(params)).filter(
    ([key, value]) =>
      key !== "q" &&
      Object.hasOwn(shape, key) &&
      shape[key as keyof typeof shape].safeParse(value).success,
  );
  return searchQuery.parse({ ...Object.fromEntries(kept), q: q.data.trim() });
}
