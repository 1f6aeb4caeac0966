import type { ListedEvent } from "#app/features/payments/queries.ts";
import { t } from "#app/language/message.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { eventStates } from "./event-table.tsx";
import { Moment } from "./moment.tsx";
import "#app/ui/state.css";
import "./event-dialog.css";

type EventDialogProps = {
  event: ListedEvent & { payload: unknown };
  busy: boolean;
  onReplay: () => void;
  onClose: () => void;
};

/** One event: what came of it, and what the provider sent. */
export function EventDialog({ event, busy, onReplay, onClose }: EventDialogProps) {
  const { id, kind, state, attempts, lastError, receivedAt, doneAt, nextAt, payload } = event;
  return (
    <Dialog title={kind} open onClose={onClose}>
      <p className="mono mt-1 text-12 wrap-anywhere text-ink-3">{id}</p>
      <dl className="event-facts">
        <div>
          <dt>{t`State`}</dt>
          <dd>
            <span className="state" data-tone={eventStates[state].tone}>
              {eventStates[state].text}
            </span>
          </dd>
        </div>
        <div>
          <dt>{t`Tries`}</dt>
          <dd>{attempts}</dd>
        </div>
        <div>
          <dt>{t`Received`}</dt>
          <dd>
            <Moment at={receivedAt} />
          </dd>
        </div>
        {(doneAt ?? nextAt) !== null && (
          <div>
            <dt>{doneAt === null ? t`Next try` : t`Worked on`}</dt>
            <dd>
              <Moment at={doneAt ?? nextAt ?? receivedAt} />
            </dd>
          </div>
        )}
      </dl>
      {lastError !== null && <p className="mb-3 text-13 wrap-anywhere text-ink-2">{lastError}</p>}
      <h3 className="label mb-2">{t`Payload`}</h3>
      {/* Long payloads scroll, so that they must be focusable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre className="event-payload" tabIndex={0} aria-label={t`Payload`}>
        {JSON.stringify(payload, null, 2)}
      </pre>
      <Button
        look="primary"
        className="mt-4"
        disabled={busy || state === "received"}
        onClick={onReplay}
      >
        {t`Replay`}
      </Button>
    </Dialog>
  );
}
