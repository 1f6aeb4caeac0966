import { fieldError } from "./errors.ts";

/**
 * The place that a cursor stands for; undefined for the first page, which has none.
 * @param decode gives null for a word that no page handed out
 * @throws AppError invalid-request naming the cursor
 */
export function placeOf<Place>(
  cursor: string | undefined,
  decode: (cursor: string) => Place | null,
): Place | undefined {
  if (cursor === undefined) return undefined;
  const place = decode(cursor);
  if (place === null) throw fieldError("cursor", "unknown", "This is no cursor of a page");
  return place;
}

/** One page of rows that were asked for with one more than its limit; `last` is the row that the next page follows. */
export function takePage<Row>(
  rows: readonly Row[],
  limit: number,
): { page: Row[]; last: Row | undefined } {
  const page = rows.slice(0, limit);
  return { page, last: rows.length > limit ? page.at(-1) : undefined };
}
