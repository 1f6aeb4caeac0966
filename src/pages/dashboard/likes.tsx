import { useLoaderData, type LoaderFunctionArgs } from "react-router";
import { t } from "#app/language/message.ts";
import { limitContext } from "#app/context.ts";
import { AppError } from "#app/lib/errors.ts";
import { pageData } from "#app/page-data.ts";
import { paths } from "#app/paths.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { toTile } from "#app/features/pictures/ui/tile.ts";
import { PagedWall } from "#app/features/pictures/ui/paged-wall.tsx";
import { useWallPages } from "#app/features/pictures/ui/use-wall-pages.ts";
import { searchWithin } from "#app/features/search/queries.ts";
import { FoundPictures, foundTiles } from "#app/features/search/ui/found-pictures.tsx";
import { SearchWithin } from "#app/features/search/ui/search-within.tsx";
import { wallPageSize } from "#app/features/social/inputs.ts";
import { likesOf } from "#app/features/social/queries.ts";
import { useCardActions } from "#app/features/social/ui/card-actions.tsx";
import { readLikes } from "#app/features/social/ui/read-likes.ts";
import "./likes.css";

export { keepsData as shouldRevalidate } from "#app/ui/modal.tsx";

/** The pictures that the member likes, latest like first, or those of them that a search found. Acceptance row CO-03. */
export function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const cursor = searchParams.get("cursor") ?? undefined;
  return pageData(context, async (services, actor) => {
    const { db } = services;
    if (actor.role === "guest") throw new AppError("unauthenticated");
    const scope = { viewer: actor, kind: "likes" } as const;
    const takeTurn = () => context.get(limitContext)("search");
    const found = await searchWithin(services, scope, searchParams, takeTurn);
    if (found !== null) return { found: foundTiles(found), wall: null, cursor: null };
    const { items, next } = await likesOf(db, actor, { cursor, limit: wallPageSize });
    const liked = items.map((picture) => picture.id);
    const wall = { items: items.map(toTile), next, liked };
    return { found: null, wall, cursor: cursor ?? null };
  });
}

type LoaderData = ReturnType<typeof useLoaderData<typeof loader>>;

/** Address of the page, with a search or a place in its list. */
const address = (query: { q?: string; exact?: string | null; cursor: string | null }) =>
  paths.dashboardPage("likes", query);

type LikesWallProps = { first: NonNullable<LoaderData["wall"]>; cursor: string | null };

function LikesWall({ first, cursor }: LikesWallProps) {
  // A list from which items were removed is a new list: the pages loaded before are not restored.
  const state = [first.items.length, first.items.at(0)?.id, first.items.at(-1)?.id].join(" ");
  const name = `likes ${cursor ?? ""} ${state}`;
  const wall = useWallPages(name, first, readLikes);
  const actions = useCardActions(wall.pictures, first);
  return (
    <PagedWall
      wall={wall}
      actions={actions}
      inSight={8}
      cursor={cursor}
      pageAt={(from) => address({ cursor: from })}
      back={t`Back to the latest`}
    />
  );
}

export default function Likes() {
  const { found, wall, cursor } = useLoaderData<typeof loader>();
  const isEmpty = wall?.items.length === 0;
  return (
    <>
      <PageHead title={t`Likes`} />
      <header className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <h1 className="title-large">{t`Likes`}</h1>
        {!isEmpty && <SearchWithin label={t`Search your likes`} value={found?.q ?? ""} />}
      </header>
      {isEmpty && (
        <EmptyState
          title={t`No likes yet`}
          action={
            <ButtonLink look="soft" to={paths.home()}>
              {t`Look around`}
            </ButtonLink>
          }
        >
          {t`Press the heart on a picture and find it here again.`}
        </EmptyState>
      )}
      <div className="dashboard-wall">
        {found && (
          <FoundPictures
            found={found}
            within="likes"
            address={address}
            all={{ label: t`Show all likes`, to: address({ cursor: null }) }}
          />
        )}
        {wall && !isEmpty && <LikesWall first={wall} cursor={cursor} />}
      </div>
    </>
  );
}
