/** Position in a list ordered by a whole number, then by id. */
export type RankCursor = { rank: number; id: string };

const form = /^r(-?[0-9a-z]{1,8})\.([0-9a-f]{32})$/;

/** The position as an opaque string for addresses. */
export function encodeRankCursor({ rank, id }: RankCursor): string {
  return `r${rank.toString(36)}.${id.replaceAll("-", "")}`;
}

/** The position that a cursor encodes, or null for anything else. */
export function decodeRankCursor(cursor: string): RankCursor | null {
  const match = form.exec(cursor);
  if (match === null) return null;
  const rank = Number.parseInt(match[1], 36);
  if (Math.abs(rank) > 2_147_483_647) return null;
  const id = match[2].replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  return { rank, id };
}
