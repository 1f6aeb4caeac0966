import { locale, t } from "#app/language/message.ts";
import { Bars } from "#app/ui/bars.tsx";
import { Table } from "#app/ui/table.tsx";
import "./spending.css";

type Day = { day: string; create: number; remix: number };

const shortDay = new Intl.DateTimeFormat(locale("en-GB"), {
  day: "numeric",
  month: "short",
  timeZone: "UTC",
});
const dayOf = (day: string | undefined) =>
  day === undefined ? "" : shortDay.format(new Date(`${day}T00:00:00Z`));

/** The figures of the chart, the latest day first. */
function DayTable({ days }: { days: readonly Day[] }) {
  return (
    <Table label={t`Credits used by day`} low>
      <thead>
        <tr>
          <th scope="col">{t`Day (UTC)`}</th>
          <th scope="col" className="number">
            {t`Create`}
          </th>
          <th scope="col" className="number">
            {t`Remix`}
          </th>
          <th scope="col" className="number">
            {t`Together`}
          </th>
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map(({ day, create, remix }) => (
          <tr key={day}>
            <th scope="row">{dayOf(day)}</th>
            <td className="number">{create.toLocaleString(locale("en"))}</td>
            <td className="number">{remix.toLocaleString(locale("en"))}</td>
            <td className="number">{(create + remix).toLocaleString(locale("en"))}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** Credits spent on casts on each of the last days, as a chart and as its table. */
export function Spending({ days }: { days: readonly Day[] }) {
  const isIdle = days.every(({ create, remix }) => create + remix === 0);
  return (
    <section className="panel spending" aria-labelledby="usage">
      <h2 className="title-small" id="usage">
        {t`Usage`}
      </h2>
      <Bars
        label={t`Credits used on each of the last 30 days`}
        legend={[t`Create`, t`Remix`]}
        bars={days.map(({ day, create, remix }) => ({
          key: day,
          parts: [create, remix],
          text: t`${dayOf(day)}: ${create} for create, ${remix} for remix`,
        }))}
        ends={[
          dayOf(days[0]?.day),
          dayOf(days[Math.floor(days.length / 2)]?.day),
          dayOf(days.at(-1)?.day),
        ]}
      />
      {isIdle && (
        <p className="text-13 text-ink-2">{t`No credits were used in the last 30 days.`}</p>
      )}
      <details className="spending-table">
        <summary className="link text-13">{t`Usage as a table`}</summary>
        <DayTable days={days} />
      </details>
    </section>
  );
}
