import { useState } from "react";
import { redirect, useLoaderData, type LoaderFunctionArgs } from "react-router";
import { plural, t } from "#app/language/message.ts";
import { pageData } from "#app/page-data.ts";
import { paths } from "#app/paths.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import type { Cast } from "#app/features/generation/queries.ts";
import { memberQueue } from "#app/features/generation/queries/queue.ts";
import { QueueEdit } from "#app/features/generation/ui/queue-edit.tsx";
import { QueueList } from "#app/features/generation/ui/queue-list.tsx";
import { useQueue } from "#app/features/generation/ui/use-queue.ts";

export function loader({ request, context }: LoaderFunctionArgs) {
  return pageData(context, async ({ db }, actor) => {
    if (actor.role === "guest") {
      throw redirect(paths.login({ next: new URL(request.url).pathname }));
    }
    return { memberId: actor.userId, rendered: await memberQueue(db, actor.userId) };
  });
}

export default function Queue() {
  const { memberId, rendered } = useLoaderData<typeof loader>();
  const { queue, said, busy, show, move, set, pauseAll, cancel } = useQueue(memberId, rendered);
  const [edited, setEdited] = useState<Cast | null>(null);
  const { items, held } = queue;
  const allPaused = items.every(({ isPaused }) => isPaused);
  const casts = plural(items.length, "# cast waits", "# casts wait");
  const credits = plural(held, "# credit set aside", "# credits set aside");
  return (
    <>
      <PageHead title={t`Queue`} />
      <header className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="title-large">{t`Queue`}</h1>
        {items.length > 0 && (
          <span className="text-ink-2">
            {casts} · {credits}
          </span>
        )}
        <span className="ms-auto flex gap-2">
          {items.length > 0 && (
            <Button
              look="soft"
              size="small"
              disabled={busy}
              onClick={() => void pauseAll(!allPaused)}
            >
              {allPaused ? t`Let all go on` : t`Pause all`}
            </Button>
          )}
          <ButtonLink look="quiet" size="small" to={paths.studio()}>
            {t`Create/Remix`}
          </ButtonLink>
        </span>
      </header>
      <output className="sr-only">{said}</output>
      {items.length === 0 ? (
        <EmptyState
          title={t`Nothing waits`}
          action={<ButtonLink look="soft" to={paths.studio()}>{t`To the studio`}</ButtonLink>}
        >
          {t`Casts that wait to be drawn are here, to be ordered, changed, paused or cancelled.`}
        </EmptyState>
      ) : (
        <>
          <p className="mb-4 max-w-[70ch] text-13 text-ink-2">
            {t`Casts are drawn from the top. A cast waits for a day at most, paused or not; then its credits are back.`}
          </p>
          <QueueList
            casts={items}
            onMove={move}
            onPause={(cast) =>
              void set(
                cast,
                { isPaused: !cast.isPaused },
                cast.isPaused ? t`${cast.prompt}: goes on` : t`${cast.prompt}: paused`,
              )
            }
            onIdle={(cast, whenIdle) =>
              void set(
                cast,
                { whenIdle },
                whenIdle
                  ? t`${cast.prompt}: waits for idle time`
                  : t`${cast.prompt}: waits for its turn`,
              )
            }
            onEdit={setEdited}
            onCancel={(cast) => void cancel(cast)}
          />
        </>
      )}
      <Dialog title={t`Change the cast`} open={edited !== null} onClose={() => setEdited(null)}>
        {edited !== null && (
          <QueueEdit
            key={edited.id}
            cast={edited}
            onDone={(next) => {
              setEdited(null);
              void show(next);
            }}
          />
        )}
      </Dialog>
    </>
  );
}
