/** Place in a list ordered by a whole number, then by id. */
export type RankPlace = { rank: number; id: string };

const form = /^r(-?[0-9a-z]{1,8})\.([0-9a-f]{32})$/;

/** The place as an opaque word for addresses. */
export function encodeRankCursor({ rank, id }: RankPlace): string {
  return `r${rank.toString(36)}.${id.replaceAll("-", "")}`;
}

/** The place a cursor stands for, or null for a word that no page handed out. */
export function decodeRankCursor(cursor: string): RankPlace | null {
  const match = form.exec(cursor);
  if (match === null) return null;
  const rank = Number.parseInt(match[1], 36);
  if (Math.abs(rank) > 2_147_483_647) return null;
  const id = match[2].replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  return { rank, id };
}
