/** A day of the log: its heading and what happened on it, in the order given. */
export type Day<T> = { key: string; label: string; items: T[] };

const keyOf = (date: Date, timeZone: string | undefined) =>
  new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" }).format(date);

/**
 * Groups what is ordered by time into days by the reader's clock.
 * @param timeZone "UTC" on the server, which knows no clock but its own; undefined for the reader's own
 */
export function daysOf<T extends { createdAt: string }>(
  items: readonly T[],
  now: Date,
  timeZone?: string,
): Day<T>[] {
  const today = keyOf(now, timeZone);
  const yesterday = keyOf(new Date(now.getTime() - 86_400_000), timeZone);
  const days: Day<T>[] = [];
  for (const item of items) {
    const date = new Date(item.createdAt);
    const key = keyOf(date, timeZone);
    const last = days.at(-1);
    if (last?.key === key) {
      last.items.push(item);
      continue;
    }
    const isThisYear = key.slice(0, 4) === today.slice(0, 4);
    const named = new Intl.DateTimeFormat("en-GB", {
      timeZone,
      weekday: "long",
      day: "numeric",
      month: "long",
      ...(!isThisYear && { year: "numeric" }),
    })
      .format(date)
      .replace(",", "");
    const label = key === today ? "Today" : key === yesterday ? "Yesterday" : named;
    days.push({ key, label, items: [item] });
  }
  return days;
}
