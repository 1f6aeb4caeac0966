import { Link, useLoaderData, type LoaderFunctionArgs } from "react-router";
import { pageData } from "#app/page-data.ts";
import { paths } from "#app/paths.ts";
import { useList } from "#app/ui/data/use-list.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { MoreButton } from "#app/ui/more-button.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { useSite } from "#app/ui/site.ts";
import { publicCollections, type CollectionCard } from "#app/features/collections/queries.ts";
import { api } from "#app/features/collections/ui/api.ts";
import { CollectionGrid } from "#app/features/collections/ui/collection-grid.tsx";

export { keepsData as shouldRevalidate } from "#app/ui/modal.tsx";

const pageSize = 24;
const keyOf = (collection: CollectionCard) => collection.id;

/** Fragments: all public collections, latest published first. */
export function loader({ request, context }: LoaderFunctionArgs) {
  const cursor = new URL(request.url).searchParams.get("cursor") ?? undefined;
  return pageData(context, async ({ db }) => ({
    page: await publicCollections(db, { cursor, limit: pageSize }),
    cursor: cursor ?? null,
  }));
}

export default function Fragments() {
  const { page, cursor } = useLoaderData<typeof loader>();
  const { serverUrl } = useSite();
  const { items, next, reading, readMore } = useList({
    first: page,
    keyOf,
    readPage: (after, signal) =>
      api.get("/api/collections/public", { query: { cursor: after }, signal }),
  });
  return (
    <div className="px-(--page) pt-6">
      <PageHead
        title="Fragments"
        description="Public collections: sets of pictures that promptsmiths have gathered and put in order."
      />
      <link rel="canonical" href={new URL(paths.fragments(), serverUrl).href} />
      <h1 className="title-large mb-1">Fragments</h1>
      <p className="mb-6 text-ink-2">Collections that their owners made public, newest first.</p>
      {items.length > 0 ? (
        <CollectionGrid collections={items} owners />
      ) : (
        <EmptyState title="No public collections yet">
          The first one that somebody publishes will stand here.
        </EmptyState>
      )}
      {next !== null && (
        <MoreButton
          href={paths.fragments({ cursor: next })}
          reading={reading}
          onMore={() => void readMore()}
        />
      )}
      {cursor !== null && (
        <p className="mt-3 text-center">
          <Link className="link" to={paths.fragments()}>
            Back to the newest
          </Link>
        </p>
      )}
    </div>
  );
}
