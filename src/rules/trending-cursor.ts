/** Position in a snapshot of the trending pictures: number of the snapshot, position from 1. */
export type TrendingCursor = { pulse: number; place: number };

const form = /^p(\d{1,15})\.(\d{1,6})$/;

/** The position as an opaque string for URLs. */
export function encodeTrendingCursor({ pulse, place }: TrendingCursor): string {
  return `p${pulse}.${place}`;
}

/** The position that a cursor encodes, or null for anything else. */
export function decodeTrendingCursor(cursor: string): TrendingCursor | null {
  const match = form.exec(cursor);
  return match === null ? null : { pulse: Number(match[1]), place: Number(match[2]) };
}
