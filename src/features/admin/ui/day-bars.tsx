import { Bars } from "#app/ui/bars.tsx";
import "./day-bars.css";

const shortDay = new Intl.DateTimeFormat("en-GB", {
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
  /** The unit, in singular and plural. */
  unit: readonly [one: string, many: string];
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
        <b>{sum.toLocaleString("en")}</b> in {days.length} days
      </p>
      <Bars
        label={`${label} a day`}
        bars={days.map(({ day, count }) => ({
          key: day,
          parts: [count],
          text: `${formatDay(day)}: ${count} ${count === 1 ? unit[0] : unit[1]}`,
        }))}
        ends={[at(0), at(Math.floor(days.length / 2)), at(days.length - 1)]}
      />
    </section>
  );
}
