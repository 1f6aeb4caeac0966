import { t } from "#app/language/message.ts";
import { paths } from "#app/paths.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PagedWall } from "#app/features/pictures/ui/paged-wall.tsx";
import type { Tile } from "#app/features/pictures/ui/tile.ts";
import { useWallPages } from "#app/features/pictures/ui/use-wall-pages.ts";
import { api } from "./api.ts";
import { useCardActions } from "./card-actions.tsx";

/** What the feed begins with. */
export type FollowedPage = {
  items: Tile[];
  next: string | null;
  liked: string[];
  cursor: string | null;
  /** How many creators the viewer follows; null for a guest. */
  following: number | null;
};

const here = (cursor: string | null) => paths.creators({ sort: "following", cursor });

function NoPictures({ following }: Pick<FollowedPage, "following">) {
  if (following === null) {
    return (
      <EmptyState
        title={t`Images of the creators you follow`}
        action={
          <ButtonLink look="soft" to={paths.login({ next: here(null) })}>
            {t`Sign in`}
          </ButtonLink>
        }
      >
        {t`Sign in to see what they have made since you were here.`}
      </EmptyState>
    );
  }
  if (following === 0) {
    return (
      <EmptyState
        title={t`You follow nobody yet`}
        action={
          <ButtonLink look="soft" to={paths.creators()}>
            {t`Find creators`}
          </ButtonLink>
        }
      >
        {t`Follow creators whose work you like. Their new images appear here.`}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={t`No images yet`}
      action={
        <ButtonLink look="soft" to={paths.creators()}>
          {t`Find more creators`}
        </ButtonLink>
      }
    >
      {t`The creators you follow have published nothing yet.`}
    </EmptyState>
  );
}

/** The images of the creators whom the member follows, newest first. */
export function FollowedWall({ first }: { first: FollowedPage }) {
  const { cursor, following } = first;
  const wall = useWallPages(`followed ${cursor ?? ""}`, first, (next, signal) =>
    api.get("/api/follows/pictures", { query: { cursor: next }, signal }),
  );
  const actions = useCardActions(wall.pictures, first);
  if (wall.pictures.length === 0) return <NoPictures following={following} />;
  return (
    <PagedWall
      wall={wall}
      actions={actions}
      inSight={8}
      cursor={cursor}
      pageAt={here}
      back={t`Back to the newest`}
    />
  );
}
