import { z } from "zod";
import { text } from "#app/lib/text.ts";
import { longestNameSearch } from "#app/rules/name-search.ts";

const cursor = text().max(60).optional();
const limit = (most: number, usual: number) =>
  z.coerce.number().int().min(1).max(most).default(usual);

/** Pictures of a page of walls. */
export const wallPageSize = 40;
/** Creators of a page of lists. */
export const listPageSize = 24;

/** Query of lists of pictures. */
export const picturesQuery = z.strictObject({ cursor, limit: limit(100, wallPageSize) });

/** Query of GET /api/follows: who follows the asker, or whom they follow. */
export const followsQuery = z.strictObject({
  of: z.enum(["followers", "following"]),
  cursor,
  limit: limit(100, listPageSize),
});

/** Most pictures asked about at once. */
const mostAmong = 200;

/** Query of GET /api/likes: a page of them, or, with ids separated by commas, which of those pictures are liked. */
export const likesQuery = z.strictObject({
  cursor,
  limit: limit(100, wallPageSize),
  among: text()
    .max(mostAmong * 37)
    .transform((value) => value.split(",").filter((id) => id !== ""))
    .pipe(z.array(z.uuid()).max(mostAmong))
    .optional(),
});

/** Orders of the directory of creators. */
const creatorSorts = ["followers", "newest"] as const;

/** Query of GET /api/creators. */
export const creatorsQuery = z.strictObject({
  q: text().max(longestNameSearch).optional(),
  sort: z.enum(creatorSorts).default("followers"),
  cursor,
  limit: limit(100, listPageSize),
});
