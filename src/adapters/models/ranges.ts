/** Bytes of a file from `start` to before `end`. */
export type Range = readonly [start: number, end: number];

/** Ranges in order, none touching another, with one more in them. */
export function withRange(ranges: readonly Range[], [start, end]: Range): Range[] {
  if (end <= start) return [...ranges];
  const apart = ranges.filter((each) => each[1] < start || each[0] > end);
  const touching = ranges.filter((each) => each[1] >= start && each[0] <= end);
  const merged: Range = [
    Math.min(start, ...touching.map((each) => each[0])),
    Math.max(end, ...touching.map((each) => each[1])),
  ];
  return [...apart, merged].toSorted((a, b) => a[0] - b[0]);
}

/** What lies between the ranges, up to the file's end. */
export function gapsOf(ranges: readonly Range[], total: number): Range[] {
  const gaps: Range[] = [];
  let at = 0;
  for (const [start, end] of ranges) {
    if (start > at) gaps.push([at, start]);
    at = end;
  }
  if (at < total) gaps.push([at, total]);
  return gaps;
}

/** Bytes in all ranges. */
export const bytesIn = (ranges: readonly Range[]): number =>
  ranges.reduce((sum, [start, end]) => sum + end - start, 0);
