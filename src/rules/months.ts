const form = /^\d{4}-(0[1-9]|1[0-2])$/;

/** A month as the half-open span of its days in UTC; null for a word that is no month. @param month YYYY-MM */
export function monthSpan(month: string): { from: Date; until: Date } | null {
  if (!form.test(month)) return null;
  const from = new Date(`${month}-01T00:00:00Z`);
  const until = new Date(from);
  until.setUTCMonth(until.getUTCMonth() + 1);
  return { from, until };
}

/** The month of a moment in UTC, as YYYY-MM. */
export function monthOf(moment: Date): string {
  return moment.toISOString().slice(0, 7);
}

/**
 * The months that have items, UTC, oldest first, as YYYY-MM. Each is looked up by itself, so the work grows
 * with the months, not with the items.
 * @param firstSince the time of the oldest item at or after a time; null when there is none
 */
export async function monthsWith(
  firstSince: (from: Date) => Promise<Date | null>,
): Promise<string[]> {
  const months: string[] = [];
  let from = new Date(0);
  for (;;) {
    const found = await firstSince(from);
    if (found === null) return months;
    months.push(monthOf(found));
    from = new Date(Date.UTC(found.getUTCFullYear(), found.getUTCMonth() + 1, 1));
  }
}
