import { useLoaderData, type LoaderFunctionArgs } from "react-router";
import { AppError } from "#app/lib/errors.ts";
import { pageData } from "#app/page-data.ts";
import { paths } from "#app/paths.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { toTile } from "#app/features/pictures/ui/tile.ts";
import { PagedWall } from "#app/features/pictures/ui/paged-wall.tsx";
import { useWallPages } from "#app/features/pictures/ui/use-wall-pages.ts";
import { wallPageSize } from "#app/features/social/inputs.ts";
import { likesOf } from "#app/features/social/queries.ts";
import { useCardActions } from "#app/features/social/ui/card-actions.tsx";
import { readLikes } from "#app/features/social/ui/read-likes.ts";
import "./likes.css";

export { keepsData as shouldRevalidate } from "#app/ui/modal.tsx";

/** The pictures that the member likes, latest like first. Acceptance row CO-03. */
export function loader({ request, context }: LoaderFunctionArgs) {
  const cursor = new URL(request.url).searchParams.get("cursor") ?? undefined;
  return pageData(context, async ({ db }, actor) => {
    if (actor.role === "guest") throw new AppError("unauthenticated");
    const { items, next } = await likesOf(db, actor, { cursor, limit: wallPageSize });
    const liked = items.map((picture) => picture.id);
    return { wall: { items: items.map(toTile), next, liked }, cursor: cursor ?? null };
  });
}

export default function Likes() {
  const { wall: first, cursor } = useLoaderData<typeof loader>();
  // A list from which items were removed is a new list: the pages loaded before are not restored.
  const state = [first.items.length, first.items.at(0)?.id, first.items.at(-1)?.id].join(" ");
  const name = `likes ${cursor ?? ""} ${state}`;
  const wall = useWallPages(name, first, readLikes);
  const actions = useCardActions(wall.pictures, first);
  return (
    <>
      <PageHead title="Likes" />
      <h1 className="title-large mb-5">Likes</h1>
      {wall.pictures.length === 0 ? (
        <EmptyState
          title="No likes yet"
          action={
            <ButtonLink look="soft" to={paths.home()}>
              Look around
            </ButtonLink>
          }
        >
          Press the heart on a picture and find it here again.
        </EmptyState>
      ) : (
        <div className="dashboard-wall">
          <PagedWall
            wall={wall}
            actions={actions}
            inSight={8}
            cursor={cursor}
            pageAt={(from) => paths.dashboardPage("likes", { cursor: from })}
            back="Back to the latest"
          />
        </div>
      )}
    </>
  );
}
