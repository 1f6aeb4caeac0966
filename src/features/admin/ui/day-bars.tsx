import { T, locale, plural, t } from "#app/language/message.ts";
import type { Unit } from "#app/rules/counted.ts";
import { Bars } from "#app/ui/bars.tsx";
import "./day-bars.css";

const shortDay = new Intl.DateTimeFormat(locale("en-GB"), {
  day: "numeric",
  month: "short",
  timeZone: "UTC",
});

/** Formats a day such as 2026-11-21 in short. */
export function formatDay(day: string): string {
  return shortDay.format(new Date(`${day}T00:00:00Z`));
}

type DayBarsProps = {
  label: string;
  /** Says a count of a day. */
  unit: Unit;
  days: readonly { day: string; count: number }[];
};

/** One amount per day, with the total above. */
export function DayBars({ label, unit, days }: DayBarsProps) {
  const sum = days.reduce((total, { count }) => total + count, 0);
  const at = (index: number) => formatDay(days[index].day);
  return (
    <section className="panel figure">
      <h2 className="title-small">{label}</h2>
      <p className="figure-sum">
        <T>
          <b>{sum.toLocaleString(locale("en"))}</b> in {plural(days.length, "# day", "# days")}
        </T>
      </p>
      <Bars
        label={t`${label} a day`}
        bars={days.map(({ day, count }) => ({
          key: day,
          parts: [count],
          text: `${formatDay(day)}: ${unit(count)}`,
        }))}
        ends={[at(0), at(Math.floor(days.length / 2)), at(days.length - 1)]}
      />
    </section>
  );
}
