import { locale, plural, t } from "#app/language/message.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** A day of the reader's calendar as a number, so that days can be counted across daylight saving changes. */
function dayNumber(date: Date): number {
  return Math.round(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / dayMs);
}

/** How long ago something was; null for a week and more. A time ahead of the reader's clock is now. */
function passedSince(then: Date, now: Date) {
  const passed = now.getTime() - then.getTime();
  if (passed < minuteMs) return { unit: "now", count: 0 } as const;
  if (passed < hourMs) return { unit: "min", count: Math.floor(passed / minuteMs) } as const;
  const days = dayNumber(now) - dayNumber(then);
  if (days === 0) return { unit: "h", count: Math.floor(passed / hourMs) } as const;
  return days < 7 ? ({ unit: "days", count: days } as const) : null;
}

const dateOf = (then: Date, now: Date) =>
  then.toLocaleDateString(locale("en"), {
    day: "numeric",
    month: "short",
    ...(then.getFullYear() !== now.getFullYear() && { year: "numeric" }),
  });

/** How long ago something was, in a word or two: "now", "54 min", "2 h", "Yesterday", "4 days", then the date. */
export function timeAgo(then: Date, now: Date): string {
  const passed = passedSince(then, now);
  switch (passed?.unit) {
    case "now":
      return t`now`;
    case "min":
      return t`${passed.count} min`;
    case "h":
      return t`${passed.count} h`;
    case "days":
      return passed.count === 1 ? t`Yesterday` : plural(passed.count, "# days", "# days");
    default:
      return dateOf(then, now);
  }
}

/** The same as a sentence about an update: "updated yesterday", "updated 4 days ago", "updated 3 Nov". */
export function updatedAgo(then: Date, now: Date): string {
  const passed = passedSince(then, now);
  switch (passed?.unit) {
    case "now":
      return t`updated just now`;
    case "min":
      return t`updated ${passed.count} min ago`;
    case "h":
      return t`updated ${passed.count} h ago`;
    case "days":
      return passed.count === 1
        ? t`updated yesterday`
        : plural(passed.count, "updated # days ago", "updated # days ago");
    default:
      return t`updated ${dateOf(then, now)}`;
  }
}
