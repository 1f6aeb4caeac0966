export type Interval = "day" | "week" | "month" | "year";

const DAY = 86_400;

/** Adds months to a moment; the 31st becomes the last day of a shorter month. */
export function addMonths(from: number, months: number): number {
  const date = new Date(from * 1000);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const days = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, days));
  return Math.floor(date.getTime() / 1000);
}

function step(anchor: number, interval: Interval, count: number): number {
  if (interval === "day") return anchor + count * DAY;
  if (interval === "week") return anchor + count * 7 * DAY;
  return addMonths(anchor, interval === "year" ? 12 * count : count);
}

/**
 * The end of the period that begins at `start`. Counted from the anchor, so that a subscription of the 31st is renewed on the
 * 28th of February and on the 31st of March.
 */
export function periodEnd(
  anchor: number,
  start: number,
  { interval, interval_count: every }: { interval: string; interval_count: number },
): number {
  for (let periods = 1; ; periods += 1) {
    const end = step(anchor, interval as Interval, periods * every);
    if (end > start) return end;
  }
}
