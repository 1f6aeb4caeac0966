import { locale, t } from "#app/language/message.ts";
import { Table } from "#app/ui/table.tsx";
import type { Operations } from "../queries.ts";
import "#app/ui/state.css";

type Engine = Operations["engines"][number];

const states: Record<Engine["health"], { tone: string; text: string }> = {
  up: { tone: "moss", text: t`Up` },
  degraded: { tone: "ochre", text: t`Degraded` },
  down: { tone: "rust", text: t`Down` },
  unknown: { tone: "dim", text: t`Not known` },
};

/** Each engine with its state and what it did in the last day. */
export function EngineTable({ engines }: { engines: readonly Engine[] }) {
  if (engines.length === 0) {
    return <p className="text-13 text-ink-3">{t`No worker has reported an engine yet.`}</p>;
  }
  return (
    <Table label={t`Engines`} low>
      <thead>
        <tr>
          <th scope="col">{t`Engine`}</th>
          <th scope="col">{t`State`}</th>
          <th scope="col" className="number">
            {t`Casts today`}
          </th>
          <th scope="col" className="number">
            {t`Failed`}
          </th>
          <th scope="col" className="number wide">
            {t`Median time`}
          </th>
        </tr>
      </thead>
      <tbody>
        {engines.map(({ label, health, done, failed, seconds }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>
              <span className="state" data-tone={states[health].tone}>
                {states[health].text}
              </span>
            </td>
            <td className="number">{done.toLocaleString(locale("en"))}</td>
            <td className="number">{failed.toLocaleString(locale("en"))}</td>
            <td className="number wide">{seconds === null ? "" : `${seconds.toFixed(1)} s`}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
