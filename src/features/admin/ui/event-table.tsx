import type { ListedEvent } from "#app/features/payments/queries.ts";
import { t } from "#app/language/message.ts";
import { Link } from "#app/ui/link.tsx";
import { Table } from "#app/ui/table.tsx";
import { Moment } from "./moment.tsx";
import { SelectAll, SelectRow } from "./selection.tsx";
import type { Selection } from "./use-selection.ts";
import "#app/ui/state.css";

/** Labels of the states of events in the admin area. */
export const eventStates: Record<ListedEvent["state"], { tone: string; text: string }> = {
  received: { tone: "ochre", text: t`Waiting` },
  done: { tone: "moss", text: t`Done` },
  ignored: { tone: "dim", text: t`Ignored` },
  failed: { tone: "rust", text: t`Failed` },
};

type EventTableProps = {
  events: readonly ListedEvent[];
  selection: Selection;
  /** The address of the page with one event open. */
  addressOf: (id: string) => string;
};

/** Events of the provider of payments, one a row. */
export function EventTable({ events, selection, addressOf }: EventTableProps) {
  return (
    <Table label={t`Events`} low>
      <thead>
        <tr>
          <th scope="col">
            <SelectAll selection={selection} />
          </th>
          <th scope="col">{t`Event`}</th>
          <th scope="col">{t`State`}</th>
          <th scope="col" className="number wide">
            {t`Tries`}
          </th>
          <th scope="col" className="wide">
            {t`Received`}
          </th>
          <th scope="col" className="wide">
            {t`Last error`}
          </th>
        </tr>
      </thead>
      <tbody>
        {events.map(({ id, kind, objectId, mode, state, attempts, lastError, receivedAt }) => (
          <tr key={id} data-chosen={selection.has(id) || undefined}>
            <td>
              <SelectRow selection={selection} id={id} name={id} />
            </td>
            <td className="wrap-anywhere">
              <Link className="link" to={addressOf(id)} preventScrollReset>
                {kind}
              </Link>
              <span className="mono block text-11 text-ink-3">
                {objectId ?? id}
                {mode !== "live" && ` · ${mode}`}
              </span>
            </td>
            <td>
              <span className="state" data-tone={eventStates[state].tone}>
                {eventStates[state].text}
              </span>
            </td>
            <td className="number wide">{attempts}</td>
            <td className="wide text-ink-2">
              <Moment at={receivedAt} />
            </td>
            <td className="wide max-w-[36ch] text-13 wrap-anywhere text-ink-2">{lastError}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
