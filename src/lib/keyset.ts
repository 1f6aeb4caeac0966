import { sql, type SelectQueryBuilder } from "kysely";
import {
  decodeCursor,
  decodeTextCursor,
  encodeCursor,
  encodeTextCursor,
} from "#app/rules/page-cursor.ts";
import { decodeRankCursor, encodeRankCursor } from "#app/rules/rank-cursor.ts";
import { decodeCursorOrRefuse, takePage } from "./paging.ts";

/** The order of a list: a time, newest first, or a whole number; ties by the column that rows call `id`. */
type Order<Row> = { by: string; id: string } & (
  | {
      at: (row: Row) => Date | null;
      /** Ids are UUIDs, unless they are words. */
      ids?: "text";
    }
  | { rank: (row: Row) => number; direction: "asc" | "desc" }
);

type Paging = { cursor?: string | undefined; limit: number };

/**
 * One page of a query that has no order and no limit yet; `next` is the cursor of the page after, null on the last one.
 * Rows are compared as a whole: an index over both columns can seek to that, and an OR of the parts is 500 times slower.
 * @throws AppError invalid-request for a cursor that is not of such a list
 */
export async function keysetPage<DB, TB extends keyof DB, Row extends { id: string }>(
  query: SelectQueryBuilder<DB, TB, Row>,
  order: Order<Row>,
  { cursor, limit }: Paging,
): Promise<{ page: Row[]; next: string | null }> {
  const [by, id] = [sql.ref(order.by), sql.ref(order.id)];
  const direction = "rank" in order ? order.direction : "desc";
  const isText = "at" in order && order.ids === "text";
  const after =
    "rank" in order
      ? decodeCursorOrRefuse(cursor, decodeRankCursor)
      : decodeCursorOrRefuse(cursor, isText ? decodeTextCursor : decodeCursor);
  let asked = query
    .orderBy(by, direction)
    .orderBy(id, direction)
    .limit(limit + 1);
  if (after !== undefined) {
    const value = "rank" in after ? sql`${after.rank}::integer` : sql`${after.createdAt}`;
    const beyond = direction === "asc" ? sql`>` : sql`<`;
    asked = asked.where(
      sql<boolean>`(${by}, ${id}) ${beyond} (${value}, ${isText ? sql`${after.id}` : sql`${after.id}::uuid`})`,
    );
  }
  const { page, last } = takePage(await asked.execute(), limit);
  if (last === undefined) return { page, next: null };
  if ("rank" in order) {
    return { page, next: encodeRankCursor({ rank: order.rank(last), id: last.id }) };
  }
  const createdAt = order.at(last);
  const encode = isText ? encodeTextCursor : encodeCursor;
  return { page, next: createdAt && encode({ createdAt, id: last.id }) };
}
