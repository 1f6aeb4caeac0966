import { Form, useLoaderData, useSubmit, type LoaderFunctionArgs } from "react-router";
import { t } from "#app/language/message.ts";
import type { Actor } from "#app/lib/actor.ts";
import { pageData } from "#app/page-data.ts";
import { paths } from "#app/paths.ts";
import { longestNameSearch } from "#app/rules/name-search.ts";
import type { Services } from "#app/services.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { SearchInput } from "#app/ui/search-input.tsx";
import { SegmentNav } from "#app/ui/segment.tsx";
import { useSite } from "#app/ui/site.ts";
import { FeedTabs } from "#app/features/pictures/ui/feed-tabs.tsx";
import { toTile } from "#app/features/pictures/ui/tile.ts";
import { listPageSize, wallPageSize } from "#app/features/social/inputs.ts";
import { creators, followCounts, followedPictures, likedBy } from "#app/features/social/queries.ts";
import { api } from "#app/features/social/ui/api.ts";
import { FollowedWall, type FollowedPage } from "#app/features/social/ui/followed-wall.tsx";
import { People } from "#app/features/social/ui/people.tsx";
import { Link } from "#app/ui/link.tsx";
import "#app/ui/sub-bar.css";
import "./creators.css";

export { keepsData as shouldRevalidate } from "#app/ui/modal.tsx";

async function followedPage(
  { db }: Pick<Services, "db">,
  actor: Actor,
  cursor: string | undefined,
): Promise<FollowedPage> {
  const at = cursor ?? null;
  if (actor.role === "guest")
    return { items: [], next: null, liked: [], cursor: at, following: null };
  const [{ items, next }, { following }] = await Promise.all([
    followedPictures(db, actor, { cursor, limit: wallPageSize }),
    followCounts(db, actor.userId),
  ]);
  const ids = items.map(({ id }) => id);
  const liked = [...(await likedBy(db, actor.userId, ids))];
  return { items: items.map(toTile), next, liked, cursor: at, following };
}

/**
 * The directory of creators; sorted by followers it is the list of Echoed Creators. With `sort=following` it is the feed of
 * the creators whom the member follows.
 */
export function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const cursor = searchParams.get("cursor") ?? undefined;
  const q = (searchParams.get("q") ?? "").trim().slice(0, longestNameSearch).toWellFormed();
  const asked = searchParams.get("sort");
  return pageData(context, async ({ db }, actor) => {
    if (asked === "following") {
      return { sort: "following" as const, followed: await followedPage({ db }, actor, cursor) };
    }
    const sort = asked === "newest" ? "newest" : "followers";
    return {
      page: await creators(db, actor.userId, { q, sort, cursor, limit: listPageSize }),
      q,
      sort: sort === "newest" ? ("newest" as const) : null,
    };
  });
}

const orders = [
  { label: t`Most followed`, sort: null },
  { label: t`Newest`, sort: "newest" },
  { label: t`Following`, sort: "following" },
] as const;
type Order = (typeof orders)[number]["sort"];

function OrderLinks({ sort, q }: { sort: Order; q: string | null }) {
  return (
    <SegmentNav label={t`Order`} small>
      {orders.map((order) => (
        <Link
          key={order.label}
          to={paths.creators({ q: order.sort === "following" ? null : q, sort: order.sort })}
          aria-current={order.sort === sort ? "true" : undefined}
        >
          {order.label}
        </Link>
      ))}
    </SegmentNav>
  );
}

function Followed({ first }: { first: FollowedPage }) {
  return (
    <>
      <div className="subbar">
        <FeedTabs here="creators" />
      </div>
      <div className="list-page">
        <PageHead title={t`Following`} />
        <h1 className="title-large mb-4">{t`Following`}</h1>
        <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
          <p className="text-ink-2">{t`New images of the creators you follow.`}</p>
          <OrderLinks sort="following" q={null} />
        </div>
      </div>
      <FollowedWall first={first} />
    </>
  );
}

type DirectoryProps = {
  page: Awaited<ReturnType<typeof creators>>;
  q: string;
  sort: "newest" | null;
};

function Directory({ page, q, sort }: DirectoryProps) {
  const { serverUrl } = useSite();
  const submit = useSubmit();
  const title = sort === null && q === "" ? t`Echoed Creators` : t`Creators`;
  const asked = { q: q === "" ? null : q, sort };
  return (
    <>
      <div className="subbar">
        <FeedTabs here="creators" />
      </div>
      <div className="list-page">
        <PageHead
          title={title}
          description={t`Creators with public pictures, by followers or the newest first.`}
        />
        <link rel="canonical" href={new URL(paths.creators({ sort }), serverUrl).href} />
        <h1 className="title-large mb-4">{title}</h1>
        <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
          <search className="w-full max-w-[340px]">
            <Form
              onSubmit={(event) => {
                event.preventDefault();
                void submit(event.currentTarget);
              }}
            >
              {sort && <input type="hidden" name="sort" value={sort} />}
              <div className="relative">
                <Icon
                  name="magnifying-glass"
                  size={18}
                  className="absolute top-[13px] start-3.5 text-ink-3"
                />
                <SearchInput
                  framed
                  className="ps-10!"
                  name="q"
                  aria-label={t`Name of a creator`}
                  placeholder={t`Name of a creator`}
                  value={q}
                  maxLength={longestNameSearch}
                />
              </div>
            </Form>
          </search>
          <OrderLinks sort={sort} q={asked.q} />
        </div>
        {page.items.length > 0 ? (
          <People
            label={t`Creators`}
            first={page}
            readPage={(cursor, signal) =>
              api.get("/api/creators", { query: { ...asked, cursor }, signal })
            }
            pageOf={(cursor) => paths.creators({ ...asked, cursor })}
          />
        ) : (
          <EmptyState
            title={q === "" ? t`No creators yet` : t`Nobody by the name "${q}"`}
            action={
              q !== "" && (
                <ButtonLink look="soft" size="small" to={paths.creators()}>
                  {t`Show everybody`}
                </ButtonLink>
              )
            }
          >
            {q === ""
              ? t`Creators appear here once they publish an image.`
              : t`Try a part of the name or of the username.`}
          </EmptyState>
        )}
      </div>
    </>
  );
}

export default function Creators() {
  const data = useLoaderData<typeof loader>();
  return data.sort === "following" ? <Followed first={data.followed} /> : <Directory {...data} />;
}
