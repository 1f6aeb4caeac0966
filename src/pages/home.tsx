import { lazy, Suspense, useEffect, useMemo, useState } from "react";
import { useLoaderData, type LoaderFunctionArgs } from "react-router";
import { t } from "#app/language/message.ts";
import { pageData } from "#app/page-data.ts";
import { paths } from "#app/paths.ts";
import { shapes } from "#app/rules/aspect-shape.ts";
import { PageHead } from "#app/ui/page-head.tsx";
import { api } from "#app/features/pictures/ui/api.ts";
import { likedBy } from "#app/features/social/queries.ts";
import { useCardActions } from "#app/features/social/ui/card-actions.tsx";
import { feedPage, type Feed } from "#app/features/pictures/queries.ts";
import { DensitySwitch, densityOf, useDensity } from "#app/features/pictures/ui/density-switch.tsx";
import { EmptyWall } from "#app/features/pictures/ui/empty-wall.tsx";
import { PageCard } from "#app/features/pictures/ui/page-card.tsx";
import { FeedTabs, feedTitles } from "#app/features/pictures/ui/feed-tabs.tsx";
import { PagedWall } from "#app/features/pictures/ui/paged-wall.tsx";
import { ShapeFilter } from "#app/features/pictures/ui/shape-filter.tsx";
import { useFilling } from "#app/features/pictures/ui/use-filling.ts";
import { useWallPages } from "#app/features/pictures/ui/use-wall-pages.ts";
import { WallText } from "#app/features/pictures/ui/wall-text.tsx";
import { toTile } from "#app/features/pictures/ui/tile.ts";
import "#app/ui/sub-bar.css";

export { keepsData as shouldRevalidate } from "#app/ui/modal.tsx";

const pageSize = 40;
/** While a new site's wall has fewer pictures than this, it reloads by itself. */
const sparse = 12;
/** How long a wall is visible before it starts to poll for new pictures, in ms. */
const freshAfterMs = 15_000;

const feeds: readonly Feed[] = ["picks", "pulse"];

const descriptions = {
  newest: t`A public wall of pictures cast by promptsmiths, each with the words behind it.`,
  picks: t`Pictures picked by hand from everything that promptsmiths have cast.`,
  pulse: t`The pictures that are liked, remixed and looked at most these days.`,
} as const;

export function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const cursor = searchParams.get("cursor") ?? undefined;
  const shape = shapes.find((one) => one === searchParams.get("shape")) ?? null;
  const feed = feeds.find((one) => one === searchParams.get("feed")) ?? null;
  return pageData(context, async ({ db, env }, actor) => {
    const page = await feedPage(db, {
      feed: feed ?? undefined,
      cursor,
      limit: pageSize,
      shape: shape ?? undefined,
    });
    const ids = page.items.map(({ id }) => id);
    // A new site with an embedded database casts its first pictures itself.
    const filling = env.DEMO_SEED && env.DATABASE_URL === undefined;
    return {
      items: page.items.map(toTile),
      liked: [...(await likedBy(db, actor.userId, ids))],
      next: page.next,
      feed,
      shape,
      cursor: cursor ?? null,
      density: densityOf(request.headers.get("cookie")),
      filling,
    };
  });
}

/** Announces new pictures; its code is loaded when the wall has been visible for a while. */
const FreshPill = lazy(async () => ({
  default: (await import("#app/features/pictures/ui/fresh-pill.tsx")).FreshPill,
}));

/** Whether the wall has been visible for a while. */
function useIsLookedAt(isWanted: boolean): boolean {
  const [isLookedAt, setLookedAt] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLookedAt(true), freshAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return isWanted && isLookedAt;
}

export default function Home() {
  const page = useLoaderData<typeof loader>();
  const { feed, shape, cursor, filling } = page;
  const name = `home ${feed ?? ""} ${shape ?? ""} ${cursor ?? ""}`;
  const wall = useWallPages(name, page, (next, signal) =>
    api.get("/api/pictures", { query: { feed, shape, cursor: next }, signal }),
  );
  const [density, setDensity] = useDensity(page.density);
  const actions = useCardActions(wall.pictures, page);
  useFilling(filling && shape === null && cursor === null && page.items.length < sparse);
  const asksForNew = useIsLookedAt(!feed && !shape && !cursor);
  const known = useMemo(() => page.items.map(({ id }) => id), [page.items]);
  const title = feedTitles[feed ?? "newest"];
  const description = descriptions[feed ?? "newest"];
  return (
    <>
      <PageHead
        title={title}
        description={description}
        feed={{ title, to: paths.homeRss({ feed }) }}
      />
      <PageCard
        path={paths.home({ feed })}
        title={title}
        description={description}
        picture={page.items[0]}
      />
      <div className="subbar">
        <FeedTabs here={feed} shape={shape} />
        <div className="subbar-tools">
          <ShapeFilter chosen={shape} feed={feed} />
          <DensitySwitch density={density} onChange={setDensity} />
        </div>
      </div>
      {asksForNew && (
        <Suspense>
          <FreshPill known={known} />
        </Suspense>
      )}
      {feed !== null && <h1 className="sr-only">{title}</h1>}
      <PagedWall
        wall={wall}
        density={density}
        actions={actions}
        inSight={10}
        cursor={cursor}
        pageAt={(from) => paths.home({ feed, shape, cursor: from })}
        back={feed === null ? t`Back to the newest` : t`Back to the beginning`}
        text={feed === null && <WallText />}
      >
        {wall.pictures.length === 0 && (
          <EmptyWall feed={feed} filtered={shape !== null} filling={filling} />
        )}
      </PagedWall>
    </>
  );
}
