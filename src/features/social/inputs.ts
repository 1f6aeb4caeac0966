import { z } from "zod";

/** Most pictures asked about at once. */
const mostAmong = 200;

/** Query of GET /api/likes: ids separated by commas. */
export const amongQuery = z.strictObject({
  among: z
    .string()
    .max(mostAmong * 37)
    .transform((text) => text.split(",").filter((id) => id !== ""))
    .pipe(z.array(z.uuid()).max(mostAmong)),
});

/** Orders of the directory of creators. */
export const creatorSorts = ["followers", "newest"] as const;
export type CreatorSort = (typeof creatorSorts)[number];

/** Longest search for a name. */
export const longestName = 60;
