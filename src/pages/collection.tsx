import { lazy, Suspense, useState } from "react";
import { data, useLoaderData, useRevalidator, type LoaderFunctionArgs } from "react-router";
import { m, plural, t } from "#app/language/message.ts";
import { images } from "#app/rules/counted.ts";
import { limitContext } from "#app/context.ts";
import { pageData, type PageProblem } from "#app/page-data.ts";
import { paths } from "#app/paths.ts";
import { timeAgo, updatedAgo } from "#app/rules/time-ago.ts";
import { Avatar } from "#app/ui/avatar.tsx";
import { Button, IconButton, buttonClass } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { useCopy } from "#app/ui/use-copy.ts";
import { written } from "#app/ui/written.ts";
import { api } from "#app/features/collections/ui/api.ts";
import { PageCard } from "#app/features/pictures/ui/page-card.tsx";
import { toTile } from "#app/features/pictures/ui/tile.ts";
import { PagedWall } from "#app/features/pictures/ui/paged-wall.tsx";
import { useWallPages } from "#app/features/pictures/ui/use-wall-pages.ts";
import { searchWithin } from "#app/features/search/queries.ts";
import { FoundPictures, foundTiles } from "#app/features/search/ui/found-pictures.tsx";
import { SearchWithin } from "#app/features/search/ui/search-within.tsx";
import { isFollowing, likedBy } from "#app/features/social/queries.ts";
import { api as socialApi } from "#app/features/social/ui/api.ts";
import { FollowButton } from "#app/features/social/ui/follow-button.tsx";
import { useCardActions } from "#app/features/social/ui/card-actions.tsx";
import { collectionPage } from "#app/features/collections/queries.ts";
import { readLikes } from "#app/features/social/ui/read-likes.ts";
import { Link } from "#app/ui/link.tsx";
import "#app/features/collections/ui/collection-head.css";
import "#app/ui/chip.css";

export { keepsData as shouldRevalidate } from "#app/ui/modal.tsx";

const pageSize = 40;
const OwnerTools = lazy(async () => ({
  default: (await import("#app/features/collections/ui/owner-tools.tsx")).OwnerTools,
}));
const Workshop = lazy(async () => ({
  default: (await import("#app/features/collections/ui/workshop.tsx")).Workshop,
}));

const missing: PageProblem = {
  title: t`Collection not found`,
  detail: t`It was deleted, or its owner keeps it private.`,
  requestId: "",
};

/** The collection page (docs/product.md 2.1): a private one is for its owner alone, a hidden one for admins too. */
export function loader({ params, request, context }: LoaderFunctionArgs) {
  const { handle = "", id = "" } = params;
  const { searchParams } = new URL(request.url);
  const isSearch = (searchParams.get("q") ?? "").trim() !== "";
  // The cursor of a search is one of its results.
  const cursor = isSearch ? undefined : (searchParams.get("cursor") ?? undefined);
  return pageData(context, async (services, actor) => {
    const { db } = services;
    if (!handle.startsWith("@")) throw data(null, { status: 404 });
    const asked = { id, username: handle.slice(1), cursor, limit: pageSize };
    const found = await collectionPage(db, asked, actor);
    if (found === null) throw data(missing, { status: 404 });
    const { items, next, ...collection } = found;
    const ids = items.map((picture) => picture.id);
    const scope = { viewer: actor, kind: "collection", id } as const;
    const takeTurn = () => context.get(limitContext)("search");
    const results = await searchWithin(services, scope, searchParams, takeTurn);
    return {
      collection,
      found: results && foundTiles(results),
      wall: {
        items: items.map(toTile),
        next,
        liked: [...(await likedBy(db, actor.userId, ids))],
      },
      cursor: cursor ?? null,
      following: await isFollowing(db, actor.userId, collection.ownerId),
      ago: timeAgo(new Date(collection.updatedAt), new Date()),
      updated: updatedAgo(new Date(collection.updatedAt), new Date()),
    };
  });
}

type LoaderData = ReturnType<typeof useLoaderData<typeof loader>>;

function Head({ collection, found, ago }: Pick<LoaderData, "collection" | "found" | "ago">) {
  const { id, name, description, owner, covers, count } = collection;
  const cover = covers.at(0);
  const about =
    description ??
    plural(
      count,
      m`# image collected by ${owner.name}, ${ago}.`,
      m`# images collected by ${owner.name}, ${ago}.`,
    );
  return (
    <>
      <PageHead title={t`${name} by ${owner.name}`} description={about.slice(0, 200)} />
      {(!collection.is_public || collection.isHidden || found !== null) && (
        <meta name="robots" content="noindex" />
      )}
      <PageCard
        path={paths.collection(owner.username, id)}
        title={name}
        description={about}
        picture={cover && { slug: cover.slug, title: name }}
      />
    </>
  );
}

function Pictures({ collection, wall: first, cursor }: LoaderData) {
  const { id, owner } = collection;
  const name = `collection ${id} ${collection.updatedAt} ${cursor ?? ""}`;
  const wall = useWallPages(name, first, (next, signal) =>
    api.get("/api/collections/:id", { param: { id }, query: { cursor: next }, signal }),
  );
  const actions = useCardActions(wall.pictures, first);
  return (
    <PagedWall
      wall={wall}
      actions={actions}
      inSight={10}
      cursor={cursor}
      pageAt={(from) => paths.collection(owner.username, id, { cursor: from })}
      back={t`Back to the beginning`}
    />
  );
}

export default function Collection() {
  const page = useLoaderData<typeof loader>();
  const { collection, found, following, ago, updated } = page;
  const { revalidate } = useRevalidator();
  const { copy } = useCopy();
  const [arranging, setArranging] = useState(false);
  const { name, owner, count, isOwn, isHidden, is_public: isPublic } = collection;
  const sources = [
    {
      label: t`Your images`,
      readPage: (cursor: string, signal: AbortSignal) =>
        socialApi.get("/api/users/:username/pictures", {
          param: { username: owner.username },
          query: { cursor },
          signal,
        }),
    },
    { label: t`Your likes`, readPage: readLikes },
  ];
  const share = () => copy(location.origin + location.pathname, t`Link copied. Ready to echo.`);
  return (
    <>
      <Head collection={collection} found={found} ago={ago} />
      <header className="collection-head">
        <div className="min-w-0 flex-1">
          <h1 {...written} className="title-xl wrap-anywhere">
            {name}
          </h1>
          <p className="mt-3.5 flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <Avatar name={owner.name} src={owner.avatar} />
            <Link className="font-[580]" to={paths.creator(owner.username)}>
              {owner.name}
            </Link>
            <span className="text-ink-2">
              {images(count)}, {updated}
            </span>
            {!isPublic && (
              <span className="chip chip-small">
                <Icon name="lock-simple" size={14} />
                {t`Private`}
              </span>
            )}
            {isHidden && (
              <span className="chip chip-small">
                <Icon name="lock-simple" size={14} />
                {t`Hidden`}
              </span>
            )}
          </p>
          {isHidden && (
            <p className="collection-about">
              {isOwn
                ? t`An admin has hidden this collection. You and the admins of this site still see it; its images are where they were.`
                : t`Hidden by an admin. Its owner and admins still see it, nobody else does.`}
            </p>
          )}
          {collection.description && (
            <p {...written} className="collection-about">
              {collection.description}
            </p>
          )}
        </div>
        <div className="flex flex-wrap items-center gap-2">
          {isOwn ? (
            <Suspense fallback={<span className={buttonClass({ look: "outline" })} aria-hidden />}>
              <OwnerTools
                collection={collection}
                arranging={arranging}
                onArrange={() => setArranging(!arranging)}
                onChanged={() => void revalidate()}
              />
            </Suspense>
          ) : (
            <FollowButton username={owner.username} following={following} />
          )}
          <IconButton
            className="bg-fill"
            label={t`Copy link`}
            data-tip={isPublic ? undefined : t`Publish it to share it`}
            disabled={!isPublic || isHidden}
            onClick={share}
          >
            <Icon name="link-simple" />
          </IconButton>
        </div>
      </header>
      {arranging && isOwn ? (
        <Suspense>
          <Workshop
            collection={collection}
            sources={sources}
            onDone={() => {
              setArranging(false);
              void revalidate();
            }}
          />
        </Suspense>
      ) : (
        page.wall.items.length > 0 && (
          <>
            <div className="mx-(--page) mb-4 flex justify-end">
              <SearchWithin label={t`Search this collection`} value={found?.q ?? ""} />
            </div>
            {found === null ? (
              <Pictures key={collection.updatedAt} {...page} />
            ) : (
              <FoundPictures
                found={found}
                within={collection.id}
                address={(query) => paths.collection(owner.username, collection.id, query)}
                all={{
                  label: t`Show the whole collection`,
                  to: paths.collection(owner.username, collection.id),
                }}
              />
            )}
          </>
        )
      )}
      {!arranging && page.wall.items.length === 0 && (
        <EmptyState
          title={t`Nothing in it yet`}
          action={
            isOwn && (
              <Button look="primary" onClick={() => setArranging(true)}>
                {t`Add images`}
              </Button>
            )
          }
        >
          {isOwn
            ? t`Add your own images and those you like, or press Collect on any picture.`
            : t`Its owner has not put anything public into it.`}
        </EmptyState>
      )}
    </>
  );
}
