import { useLoaderData, type LoaderFunctionArgs } from "react-router";
import { t } from "#app/language/message.ts";
import { pageData } from "#app/page-data.ts";
import { paths } from "#app/paths.ts";
import { useList } from "#app/ui/data/use-list.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { MoreButton } from "#app/ui/more-button.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { SegmentNav } from "#app/ui/segment.tsx";
import { useSite } from "#app/ui/site.ts";
import { FeedTabs } from "#app/features/pictures/ui/feed-tabs.tsx";
import { publicCollections, type CollectionCard } from "#app/features/collections/queries.ts";
import { api } from "#app/features/collections/ui/api.ts";
import { CollectionGrid } from "#app/features/collections/ui/collection-grid.tsx";
import { Link } from "#app/ui/link.tsx";
import "#app/ui/sub-bar.css";

export { keepsData as shouldRevalidate } from "#app/ui/modal.tsx";

const pageSize = 24;
const keyOf = (collection: CollectionCard) => collection.id;

/** Fragments: all public collections, latest published first, or those that admins have picked. */
export function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const cursor = searchParams.get("cursor") ?? undefined;
  const feed = searchParams.get("feed") === "picks" ? ("picks" as const) : null;
  return pageData(context, async ({ db }) => ({
    page: await publicCollections(db, { feed: feed ?? undefined, cursor, limit: pageSize }),
    feed,
    cursor: cursor ?? null,
  }));
}

const views = [
  [null, t`All`],
  ["picks", t`Picks`],
] as const;

const abouts = {
  all: t`Collections that their owners made public, newest first.`,
  picks: t`Collections picked by hand, the last picked first.`,
} as const;

export default function Fragments() {
  const { page, feed, cursor } = useLoaderData<typeof loader>();
  const { serverUrl } = useSite();
  const { items, next, reading, readMore } = useList({
    first: page,
    keyOf,
    readPage: (after, signal) =>
      api.get("/api/collections/public", { query: { feed, cursor: after }, signal }),
  });
  return (
    <>
      <div className="subbar">
        <FeedTabs here="fragments" />
      </div>
      <div className="px-(--page) pt-3">
        <PageHead
          title={t`Fragments`}
          description={t`Public collections: sets of pictures that promptsmiths have gathered and put in order.`}
        />
        <link rel="canonical" href={new URL(paths.fragments({ feed }), serverUrl).href} />
        <h1 className="title-large mb-1">{t`Fragments`}</h1>
        <p className="mb-4 text-ink-2">{abouts[feed ?? "all"]}</p>
        <SegmentNav label={t`Collections`} small className="mb-6">
          {views.map(([value, label]) => (
            <Link
              key={label}
              to={paths.fragments({ feed: value })}
              aria-current={value === feed ? "page" : undefined}
            >
              {label}
            </Link>
          ))}
        </SegmentNav>
        {items.length > 0 ? (
          <CollectionGrid collections={items} owners />
        ) : (
          <EmptyState title={feed === "picks" ? t`No picks yet` : t`No public collections yet`}>
            {feed === "picks"
              ? t`Picked collections will appear here.`
              : t`Published collections will appear here.`}
          </EmptyState>
        )}
        {next !== null && (
          <MoreButton
            href={paths.fragments({ feed, cursor: next })}
            reading={reading}
            onMore={() => void readMore()}
          />
        )}
        {cursor !== null && (
          <p className="mt-3 text-center">
            <Link className="link" to={paths.fragments({ feed })}>
              {t`Back to the newest`}
            </Link>
          </p>
        )}
      </div>
    </>
  );
}
