import { locale, t } from "#app/language/message.ts";

/** A day of the log: its heading and what happened on it, in the order given. */
export type Day<T> = { key: string; label: string; items: T[] };

const keyOf = (date: Date, timeZone: string | undefined) =>
  new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" }).format(date);

/** The day before, by the calendar: where clocks change, a day has 23 or 25 hours. */
function dayBefore(key: string): string {
  const noon = new Date(`${key}T12:00:00Z`);
  return keyOf(new Date(noon.getTime() - 86_400_000), "UTC");
}

/**
 * Groups items ordered by time into days of the reader's time zone.
 * @param timeZone "UTC" on the server, which knows no clock but its own; undefined for the reader's own
 */
export function daysOf<T extends { createdAt: string }>(
  items: readonly T[],
  now: Date,
  timeZone?: string,
): Day<T>[] {
  const today = keyOf(now, timeZone);
  const yesterday = dayBefore(today);
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
    const named = new Intl.DateTimeFormat(locale("en-GB"), {
      timeZone,
      weekday: "long",
      day: "numeric",
      month: "long",
      ...(!isThisYear && { year: "numeric" }),
    })
      .format(date)
      .replace(",", "");
    const label = key === today ? t`Today` : key === yesterday ? t`Yesterday` : named;
    days.push({ key, label, items: [item] });
  }
  return days;
}
