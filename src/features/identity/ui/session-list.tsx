import { DesktopIcon } from "@phosphor-icons/react/dist/csr/Desktop";
import { DeviceMobileIcon } from "@phosphor-icons/react/dist/csr/DeviceMobile";
import { useRef } from "react";
import { T, plural, t } from "#app/language/message.ts";
import { Button } from "#app/ui/button.tsx";
import { useMutation } from "#app/ui/data/use-mutation.ts";
import { firstClick } from "#app/ui/first-click.ts";
import { showToast } from "#app/ui/toast.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import type { OwnSession } from "../queries/sessions.ts";
import { api } from "./api.ts";
import { When } from "./when.tsx";
import "#app/ui/chip.css";
import "./session-list.css";

/** The current session and those used last; the others are behind a press. */
const shownFirst = 5;

type RowProps = { session: OwnSession; disabled: boolean; onEnd: () => void };

function SessionRow({ session, disabled, onEnd }: RowProps) {
  const { device, network, createdAt, lastSeenAt, isCurrent } = session;
  const Icon = /iPhone|iPad|Android/.test(device) ? DeviceMobileIcon : DesktopIcon;
  return (
    <li className="session">
      <Icon size={22} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 font-semibold">
          {device}
          {isCurrent && <span className="chip chip-small">{t`This one`}</span>}
        </p>
        <p className="facts-line">
          <span>
            <T>
              Last used <When at={lastSeenAt} time />
            </T>
          </span>
          <span>
            <T>
              Opened <When at={createdAt} />
            </T>
          </span>
          {network !== null && <span>{t`From ${network}`}</span>}
        </p>
      </div>
      {!isCurrent && (
        <Button
          look="soft"
          size="small"
          disabled={disabled}
          aria-label={t`Sign out ${device}`}
          onClick={firstClick(onEnd)}
        >
          {t`Sign out`}
        </Button>
      )}
    </li>
  );
}

/** The member's active sessions, which can be ended here (acceptance row AU-16). */
export function SessionList({ sessions }: { sessions: readonly OwnSession[] }) {
  const hydrated = useHydrated();
  const heading = useRef<HTMLHeadingElement>(null);
  const others = sessions.filter((session) => !session.isCurrent).length;

  /** Ends one session, or all others. */
  const { run, busy } = useMutation(
    (session: OwnSession | null) =>
      session === null
        ? api.delete("/api/sessions")
        : api.delete("/api/sessions/:id", { param: { id: session.id } }),
    {
      reloads: true,
      // A session that has already ended counts as success.
      countsAsDone: 404,
      onDone(_, session) {
        // The pressed button no longer exists, so the focus moves.
        heading.current?.focus();
        void showToast("success", t`Signed out ${session?.device ?? t`everywhere else`}`);
      },
    },
  );

  const older = sessions.slice(shownFirst);
  const row = (session: OwnSession) => (
    <SessionRow
      key={session.id}
      session={session}
      disabled={busy || !hydrated}
      onEnd={() => void run(session)}
    />
  );
  return (
    <section className="panel" aria-labelledby="sessions">
      <div className="flex flex-wrap items-center justify-between gap-3 pb-4">
        <div>
          <h2 className="title-small" id="sessions" ref={heading} tabIndex={-1}>
            {t`Sessions`}
          </h2>
          <p className="text-13 text-ink-2">
            {t`Where you are signed in. Sign out any you do not recognise.`}
          </p>
        </div>
        {others > 0 && (
          <Button
            look="soft"
            size="small"
            disabled={busy || !hydrated}
            onClick={() => void run(null)}
          >
            {t`Sign out everywhere else`}
          </Button>
        )}
      </div>
      <ul>{sessions.slice(0, shownFirst).map(row)}</ul>
      {older.length > 0 && (
        <details className="mt-3">
          <summary className="link text-13">
            {plural(older.length, "# older session", "# older sessions")}
          </summary>
          <ul>{older.map(row)}</ul>
        </details>
      )}
    </section>
  );
}
