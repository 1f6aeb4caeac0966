import { Bars } from "#app/ui/bars.tsx";

const shortDay = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  timeZone: "UTC",
});
const dayOf = (day: string | undefined) =>
  day === undefined ? "" : shortDay.format(new Date(`${day}T00:00:00Z`));

/** Credits spent on casts on each of the last days. */
export function Spending({
  days,
}: {
  days: readonly { day: string; create: number; remix: number }[];
}) {
  const isIdle = days.every(({ create, remix }) => create + remix === 0);
  return (
    <section className="panel" aria-labelledby="usage">
      <h2 className="title-small" id="usage">
        Usage
      </h2>
      {isIdle && <p className="text-13 text-ink-2">No credits were used in the last 30 days.</p>}
      <Bars
        label="Credits used on each of the last 30 days"
        legend={["Create", "Remix"]}
        bars={days.map(({ day, create, remix }) => ({
          key: day,
          parts: [create, remix],
          text: `${dayOf(day)}: ${create} for create, ${remix} for remix`,
        }))}
        ends={[
          dayOf(days[0]?.day),
          dayOf(days[Math.floor(days.length / 2)]?.day),
          dayOf(days.at(-1)?.day),
        ]}
      />
    </section>
  );
}
