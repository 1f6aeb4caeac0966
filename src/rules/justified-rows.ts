export type JustifiedRow = { height: number; widths: number[] };

/**
 * Rows of pictures that fill the width, each about as high as asked (design reference, section 2: strips). The last
 * row, if it is not full, keeps that height.
 * @param ratios width over height of each picture
 * @param most rows that are shown; pictures beyond are left out
 */
export function justifiedRows(
  ratios: readonly number[],
  { width, height, gap, most }: { width: number; height: number; gap: number; most: number },
): JustifiedRow[] {
  const rows: JustifiedRow[] = [];
  let row: number[] = [];
  let sum = 0;
  const close = (isLast: boolean) => {
    const full = (width - gap * (row.length - 1)) / sum;
    const high = isLast ? Math.min(height, full) : full;
    rows.push({ height: high, widths: row.map((ratio) => ratio * high) });
    row = [];
    sum = 0;
  };
  for (const ratio of ratios) {
    if (rows.length === most) return rows;
    row.push(ratio);
    sum += ratio;
    if (sum * height + gap * (row.length - 1) >= width) close(false);
  }
  if (row.length > 0 && rows.length < most) close(true);
  return rows;
}
