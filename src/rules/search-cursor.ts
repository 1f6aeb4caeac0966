/** Places in lists of search results. */

/**
 * What was decided for the first page holds for all. The letters of a list: its sort (q relevance, n newest, l liked,
 * e remixed); words mended (c), filters in the words let go (r), titles nearly as typed looked for (t); and whether it is
 * of matches alone (m) or a blend with partial ones, with meaning (v) or without (b).
 */
export type SearchPlace = {
  /** Letters of the list: its sort, then what was decided. */
  list: string;
  /** What the last picture is ranked by. */
  rank: number;
  id: string;
  /** What the words of the list weigh; empty where they are not weighed. */
  weights: string;
  /** Later pictures do not belong to the list. */
  asOf: Date;
};

const form =
  /^([a-z]{1,8})-([0-9a-f]{16})\.([0-9a-f]{32})\.([0-9a-z]{1,9})(?:\.([0-9a-z]{1,36}))?$/;

/** The place as an opaque word for addresses; the rank to its last digit. */
export function encodeSearchCursor({ list, rank, id, weights, asOf }: SearchPlace): string {
  const digits = new DataView(new ArrayBuffer(8));
  digits.setFloat64(0, rank);
  const hex = digits.getBigUint64(0).toString(16).padStart(16, "0");
  const place = `${list}-${hex}.${id.replaceAll("-", "")}.${asOf.getTime().toString(36)}`;
  return weights === "" ? place : `${place}.${weights}`;
}

/** The place a cursor stands for, or null for a word that no page handed out. */
export function decodeSearchCursor(cursor: string): SearchPlace | null {
  const match = form.exec(cursor);
  if (match === null) return null;
  const [, list, hex, digits, time, weights = ""] = match;
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt(`0x${hex}`));
  const rank = view.getFloat64(0);
  const asOf = new Date(Number.parseInt(time, 36));
  if (!Number.isFinite(rank) || Number.isNaN(asOf.getTime())) return null;
  const id = digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  return { list, rank, id, weights, asOf };
}
