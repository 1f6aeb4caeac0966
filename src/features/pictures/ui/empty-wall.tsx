import { t } from "#app/language/message.ts";
import { paths } from "#app/paths.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import type { Feed } from "../queries.ts";

type EmptyWallProps = { feed: Feed | null; filtered: boolean; filling: boolean };

/** Shown instead of a wall without pictures. */
export function EmptyWall({ feed, filtered, filling }: EmptyWallProps) {
  if (filtered) {
    return (
      <EmptyState
        title={t`No fragments of this shape`}
        action={
          <ButtonLink look="soft" size="small" to={paths.home({ feed })}>
            {t`Show every shape`}
          </ButtonLink>
        }
      >
        {t`Nothing on the wall has it yet.`}
      </EmptyState>
    );
  }
  if (feed === "picks") {
    return (
      <EmptyState
        title={t`Nothing is picked yet`}
        action={
          <ButtonLink look="soft" size="small" to={paths.home()}>
            {t`See what is freshly cast`}
          </ButtonLink>
        }
      >
        {t`Our favourite pictures will appear here.`}
      </EmptyState>
    );
  }
  if (!filling) {
    return (
      <EmptyState
        title={t`The wall is still empty`}
        action={
          <ButtonLink look="soft" size="small" to={paths.studio()}>
            {t`Cast something`}
          </ButtonLink>
        }
      >
        {t`The first public picture will appear here.`}
      </EmptyState>
    );
  }
  return (
    <EmptyState title={t`The wall is still empty`}>
      {t`A fresh site casts its first pictures on its own; they appear here one by one, without a reload. You need not wait: cast the first one yourself.`}
    </EmptyState>
  );
}
