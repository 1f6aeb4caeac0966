import { useEffect } from "react";
import { data, redirect, useLoaderData, type LoaderFunctionArgs } from "react-router";
import { T, t } from "#app/language/message.ts";
import { countContext, limitContext } from "#app/context.ts";
import { pageData, type PageProblem } from "#app/page-data.ts";
import { paths } from "#app/paths.ts";
import { colorsOf } from "#app/rules/color-names.ts";
import { queryTitle } from "#app/rules/search-query.ts";
import { searchSlug } from "#app/rules/search-slug.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { Tab, Tabs } from "#app/ui/tabs.tsx";
import { useSite } from "#app/ui/site.ts";
import { CollectionGrid } from "#app/features/collections/ui/collection-grid.tsx";
import { densityOf } from "#app/features/pictures/ui/density-switch.tsx";
import { PageCard } from "#app/features/pictures/ui/page-card.tsx";
import { toTile } from "#app/features/pictures/ui/tile.ts";
import { PagedWall } from "#app/features/pictures/ui/paged-wall.tsx";
import { useWallPages } from "#app/features/pictures/ui/use-wall-pages.ts";
import { likedBy } from "#app/features/social/queries.ts";
import { useCardActions } from "#app/features/social/ui/card-actions.tsx";
import { searchCounter } from "#app/features/search/commands.ts";
import { addressQuery, filtersOf, type SearchQuery } from "#app/features/search/inputs.ts";
import {
  countCollections,
  offeredChips,
  redirectOf,
  searchCollections,
  searchPictures,
} from "#app/features/search/queries.ts";
import { countText, imagesText } from "#app/features/search/ui/count-text.ts";
import { Chips, ClosestMatches, NothingFound } from "#app/features/search/ui/nothing-found.tsx";
import { noteSearch } from "#app/features/search/ui/recent-searches.ts";
import { SearchFilters } from "#app/features/search/ui/search-filters.tsx";
import {
  filterCount,
  searchAddress,
  readSearchPage,
  type SearchState,
} from "#app/features/search/ui/search-state.ts";
import { Link } from "#app/ui/link.tsx";
import "#app/features/pictures/ui/wall-end.css";
import "./search.css";

export { keepsData as shouldRevalidate } from "#app/ui/modal.tsx";

const pageSize = 40;
/** Pages with fewer results than this are not indexed by search engines. */
const thin = 3;

const tooLong: PageProblem = {
  title: t`That is too long to search for`,
  detail: t`A search has at most 200 characters.`,
  requestId: "",
};

function stateOf(asked: SearchQuery): SearchState {
  const { q = "", sort, shape, color, closeness, style, creator, license, exact } = asked;
  return {
    q,
    sort: sort ?? null,
    shape: shape ?? null,
    color: (color !== undefined && colorsOf(color)?.join()) || null,
    closeness: closeness === undefined ? null : String(closeness),
    style: style ?? null,
    creator: creator?.replace(/^@/, "").toLowerCase() ?? null,
    license: license ?? null,
    exact: exact ?? null,
  };
}

/** Results at `/s/{slug}` and `/search?q=`, whichever of the two this installation uses. See docs/product.md 2.1. */
export function loader({ params, request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const words = params.slug?.replaceAll("-", " ") ?? searchParams.get("q") ?? "";
  const asked = addressQuery(searchParams, words);
  if (asked === null) throw data(tooLong, { status: 400 });
  const { cursor, sort, exact } = asked;
  const state = stateOf(asked);
  const { q } = state;
  const onCollections = searchParams.get("tab") === "collections" && q !== "";
  const isFirst = cursor === undefined && sort === undefined && !onCollections;
  const isSubmitted = isFirst && filterCount(state) === 0;
  return pageData(context, async (services, actor) => {
    const { db } = services;
    if (q !== "" || filterCount(state) > 0) await context.get(limitContext)("search");
    const target = isSubmitted && exact === undefined ? await redirectOf(services, q) : null;
    if (target !== null) {
      searchCounter(services, q, target.pictures)();
      throw redirect(paths.collection(target.username, target.id));
    }
    const [pictures, collections] = await Promise.all([
      searchPictures(services, {
        q,
        ...(sort && { sort }),
        filters: filtersOf(asked),
        exact: exact !== undefined,
        ...(cursor !== undefined && !onCollections && { cursor }),
        limit: pageSize,
      }),
      onCollections
        ? searchCollections(services, {
            viewer: actor,
            q,
            limit: pageSize,
            ...(cursor !== undefined && { cursor }),
          })
        : countCollections(services, { viewer: actor, q }).then((total) => ({
            items: [],
            next: null,
            total,
          })),
    ]);
    const isEmpty = pictures.items.length === 0 && cursor === undefined;
    const [chips, liked] = await Promise.all([
      isEmpty || q === "" ? offeredChips(db) : [],
      likedBy(
        db,
        actor.userId,
        pictures.items.map(({ id }) => id),
      ),
    ]);
    if (isSubmitted) {
      const count = pictures.total?.count ?? pictures.items.length;
      context.get(countContext)(searchCounter(services, q, count));
    }
    return {
      state,
      items: pictures.items.map(toTile),
      next: pictures.next,
      total: pictures.total,
      read: pictures.read,
      corrected: pictures.corrected,
      liked: [...liked],
      collections,
      onCollections,
      near: pictures.near.map(toTile),
      chips,
      cursor: cursor ?? null,
      density: densityOf(request.headers.get("cookie")),
    };
  });
}

/** Remembers plain searches of words in this browser, for the suggestions of the search field. */
function useNotedSearch(state: SearchState): void {
  const { q, exact } = state;
  const isPlain = filterCount(state) === 0 && state.sort === null && exact === null;
  useEffect(() => {
    if (isPlain && q !== "") noteSearch(q);
  }, [isPlain, q]);
}

type Found = ReturnType<typeof useLoaderData<typeof loader>>;

/** The query, and tabs for the two kinds of results. */
function Head({ found }: { found: Found }) {
  const { slugSearch } = useSite();
  const { state, collections, onCollections, total } = found;
  const { q } = state;
  return (
    <div className="search-head">
      <h1 className="title-large wrap-anywhere">{q === "" ? t`Search` : queryTitle(q)}</h1>
      {q === "" && total !== null && <p className="text-ink-3">{imagesText(total)}</p>}
      {q !== "" && (
        <Tabs label={t`Results`} className="search-tabs">
          <Tab to={searchAddress(state, slugSearch)} chosen={!onCollections}>
            {t`Images `}
            {total !== null && <span>{countText(total)}</span>}
          </Tab>
          <Tab to={searchAddress(state, slugSearch, { tab: "collections" })} chosen={onCollections}>
            {t`Collections `}
            {collections.total !== null && <span>{collections.total}</span>}
          </Tab>
        </Tabs>
      )}
    </div>
  );
}

/** Says that the results are for a corrected query. */
function Corrected({ found }: { found: Found }) {
  const { slugSearch } = useSite();
  const { state, corrected } = found;
  if (corrected === null) return null;
  return (
    <output className="search-note">
      <T>
        Showing results for <b>{corrected}</b>.{" "}
      </T>
      <Link className="link" to={searchAddress(state, slugSearch, { exact: "1" })}>
        {t`Search instead for ${state.q}`}
      </Link>
    </output>
  );
}

function Pictures({ found }: { found: Found }) {
  const { slugSearch } = useSite();
  const { state, cursor } = found;
  const name = `search ${JSON.stringify(state)} ${cursor ?? ""}`;
  const wall = useWallPages(name, found, (next, signal) => readSearchPage(state, next, signal));
  const actions = useCardActions(wall.pictures, found);
  if (wall.pictures.length === 0) {
    return <NothingFound state={state} chips={found.chips} near={found.near} />;
  }
  return (
    <PagedWall
      wall={wall}
      density={found.density}
      actions={actions}
      inSight={10}
      cursor={cursor}
      pageAt={(from) => searchAddress(state, slugSearch, { cursor: from })}
      back={t`Back to the beginning`}
    >
      <ClosestMatches near={found.near} />
    </PagedWall>
  );
}

function Collections({ found }: { found: Found }) {
  const { slugSearch } = useSite();
  const { state, collections } = found;
  const { items, next } = collections;
  if (items.length === 0) {
    return <NothingFound state={state} chips={found.chips} near={[]} />;
  }
  return (
    <>
      <CollectionGrid collections={items} />
      {next !== null && (
        <div className="wall-end">
          <ButtonLink
            look="soft"
            to={searchAddress(state, slugSearch, { tab: "collections", cursor: next })}
          >
            {t`Show more`}
          </ButtonLink>
        </div>
      )}
    </>
  );
}

export default function Search() {
  const found = useLoaderData<typeof loader>();
  useNotedSearch(found.state);
  const { slugSearch } = useSite();
  const { state, read, items, onCollections } = found;
  const { q } = state;
  const title = queryTitle(q);
  const about = t`Pictures of ${title}, each with the words behind it.`;
  const isPlain = filterCount(state) === 0 && state.sort === null && found.cursor === null;
  const isListed = isPlain && !onCollections && q !== "" && items.length >= thin;
  return (
    <>
      <PageHead
        title={q === "" ? t`Search` : title}
        description={q === "" ? undefined : about}
        feed={searchSlug(q) === "" ? null : { title: q, to: paths.searchRss(q) }}
      />
      {isListed ? (
        <PageCard
          path={paths.search(q, slugSearch)}
          title={title}
          description={about}
          picture={items[0]}
        />
      ) : (
        <meta name="robots" content="noindex, follow" />
      )}
      <Head found={found} />
      <Corrected found={found} />
      {q === "" && <Chips words={found.chips} />}
      {onCollections ? (
        <Collections found={found} />
      ) : (
        <>
          <SearchFilters state={state} read={read} total={found.total} />
          <Pictures found={found} />
        </>
      )}
    </>
  );
}
