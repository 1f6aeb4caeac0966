import { z } from "zod";
import { searchSorts, type SearchPlace, type SearchSort } from "#app/rules/search-hits.ts";

const plan = z.strictObject({
  sort: z.enum(searchSorts),
  of: z.enum(["all", "matches", "words", "meaning"]),
  corrected: z.boolean(),
  relaxed: z.boolean(),
  nearTitles: z.boolean(),
});

/** Milliseconds that JavaScript and the database both have as a time. */
const time = z.int().min(0).max(Date.UTC(9999, 0));

const place = z
  .strictObject({
    plan,
    rank: z.number(),
    id: z.uuid(),
    weights: z.string().regex(/^[0-9a-z]{0,36}$/),
    asOf: time,
  })
  .refine(({ plan: { sort }, rank }) => rankOf[sort].safeParse(rank).success);

/** What each order ranks by: a score, a time, or a count. */
const rankOf: Record<SearchSort, z.ZodNumber> = {
  relevance: z.number(),
  newest: time,
  liked: z.int32(),
  remixed: z.int32(),
};

/** The place as an opaque word for addresses; the rank to its last digit. */
export function encodeSearchCursor({ asOf, ...given }: SearchPlace): string {
  const written: z.input<typeof place> = { ...given, asOf: asOf.getTime() };
  return Buffer.from(JSON.stringify(written)).toString("base64url");
}

/** The position that a cursor encodes, or null for anything else. */
export function decodeSearchCursor(cursor: string): SearchPlace | null {
  let read: unknown;
  try {
    read = JSON.parse(Buffer.from(cursor, "base64url").toString());
  } catch {
    return null;
  }
  const found = place.safeParse(read);
  return found.success ? { ...found.data, asOf: new Date(found.data.asOf) } : null;
}
