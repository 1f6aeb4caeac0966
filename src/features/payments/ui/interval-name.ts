import { t } from "#app/language/message.ts";

/** How often a price is paid, in the reader's language. @param interval as Stripe names it: day, week, month or year */
export function intervalName(interval: string): string {
  const names: Readonly<Record<string, string | undefined>> = {
    day: t`day`,
    week: t`week`,
    month: t`month`,
    year: t`year`,
  };
  return names[interval] ?? interval;
}
