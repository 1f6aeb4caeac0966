import { locale, t } from "#app/language/message.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** A day of the reader's calendar as a number, so that days can be counted across daylight saving changes. */
function dayNumber(date: Date): number {
  return Math.round(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / dayMs);
}

/**
 * How long ago something was, in a word or two: "now", "54 min", "2 h", "Yesterday", "4 days", then the date.
 * A time ahead of the reader's clock is "now".
 */
export function timeAgo(then: Date, now: Date): string {
  const passed = now.getTime() - then.getTime();
  if (passed < minuteMs) return "now";
  if (passed < hourMs) return t`${Math.floor(passed / minuteMs)} min`;
  const days = dayNumber(now) - dayNumber(then);
  if (days === 0) return `${Math.floor(passed / hourMs)} h`;
  if (days === 1) return t`Yesterday`;
  if (days < 7) return t`${days} days`;
  return then.toLocaleDateString(locale("en"), {
    day: "numeric",
    month: "short",
    ...(then.getFullYear() !== now.getFullYear() && { year: "numeric" }),
  });
}
