import { t } from "#app/language/message.ts";
import { fieldError } from "./errors.ts";

/**
 * The position that a cursor encodes; undefined for the first page, which has none.
 * @param decode gives null for anything else
 * @throws AppError invalid-request naming the cursor
 */
export function decodeCursorOrRefuse<Position>(
  cursor: string | undefined,
  decode: (cursor: string) => Position | null,
): Position | undefined {
  if (cursor === undefined) return undefined;
  const position = decode(cursor);
  if (position === null) throw fieldError("cursor", "unknown", t`This is not a valid cursor`);
  return position;
}

/** One page of rows that were fetched with limit + 1; `last` is the row that the next page follows. */
export function takePage<Row>(
  rows: readonly Row[],
  limit: number,
): { page: Row[]; last: Row | undefined } {
  const page = rows.slice(0, limit);
  return { page, last: rows.length > limit ? page.at(-1) : undefined };
}
