import { isStorable } from "#app/rules/storable-text.ts";

/** Position in a list of searches ordered by a whole number, then by the query. */
export type QueryCursor = { rank: number; query: string };

const form = /^q(-?\d{1,10})\.([\w-]{1,1200})$/;

/** The position as an opaque string for addresses. */
export function encodeQueryCursor({ rank, query }: QueryCursor): string {
  return `q${rank}.${Buffer.from(query).toString("base64url")}`;
}

/** The position that a cursor encodes, or null for anything else. */
export function decodeQueryCursor(cursor: string): QueryCursor | null {
  const match = form.exec(cursor);
  if (match === null) return null;
  const rank = Number(match[1]);
  const query = Buffer.from(match[2], "base64url").toString();
  if (Math.abs(rank) > 2_147_483_647 || !isStorable(query)) return null;
  return { rank, query };
}
