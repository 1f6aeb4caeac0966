import {
  data,
  useLoaderData,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from "react-router";
import { locale, plural, t } from "#app/language/message.ts";
import { actorContext, limitContext } from "#app/context.ts";
import { pageData, type PageProblem } from "#app/page-data.ts";
import { acceptedOf, formAction } from "#app/page-form.ts";
import { paths } from "#app/paths.ts";
import { countedAtMost, formatCounted } from "#app/rules/counted-at-most.ts";
import { isStorable } from "#app/rules/storable-text.ts";
import { withIntent } from "#app/rules/intent.ts";
import { apiClient } from "#app/ui/api-client.ts";
import { Avatar } from "#app/ui/avatar.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { MoreButton } from "#app/ui/more-button.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { useHosted } from "#app/ui/site.ts";
import { useList } from "#app/ui/data/use-list.ts";
import { publicCollections, type CollectionCard } from "#app/features/collections/queries.ts";
import { api as collectionsApi } from "#app/features/collections/ui/api.ts";
import { CollectionGrid } from "#app/features/collections/ui/collection-grid.tsx";
import { publicProfile } from "#app/features/identity/queries.ts";
import { PageCard } from "#app/features/pictures/ui/page-card.tsx";
import { toTile } from "#app/features/pictures/ui/tile.ts";
import { PagedWall } from "#app/features/pictures/ui/paged-wall.tsx";
import { useWallPages } from "#app/features/pictures/ui/use-wall-pages.ts";
import { searchWithin } from "#app/features/search/queries.ts";
import { FoundPictures, foundTiles } from "#app/features/search/ui/found-pictures.tsx";
import { SearchWithin } from "#app/features/search/ui/search-within.tsx";
import {
  creatorFigures,
  followCounts,
  isFollowing,
  likedBy,
  picturesOf,
} from "#app/features/social/queries.ts";
import { api, type SocialRoutes } from "#app/features/social/ui/api.ts";
import { FollowButton } from "#app/features/social/ui/follow-button.tsx";
import { useCardActions } from "#app/features/social/ui/card-actions.tsx";
import { profileLinks } from "#app/features/social/ui/profile-links.ts";
import { setFollow, useFollow } from "#app/features/social/ui/use-follow.ts";
import "#app/ui/chip.css";
import { Tab, Tabs } from "#app/ui/tabs.tsx";
import { written } from "#app/ui/written.ts";
import "./creator.css";

export { keepsData as shouldRevalidate } from "#app/ui/modal.tsx";

const wallPage = 40;
const listPage = 24;

const missing: PageProblem = {
  title: t`Nobody goes by this name`,
  detail: t`The creator may have another name now, or left.`,
  requestId: "",
};

/** A creator's public page, at `/@` and the username. Acceptance row RT-11. */
export function loader({ params, request, context }: LoaderFunctionArgs) {
  const { handle = "" } = params;
  const { searchParams } = new URL(request.url);
  const cursor = searchParams.get("cursor") ?? undefined;
  const tab = searchParams.get("tab") === "collections" ? "collections" : null;
  return pageData(context, async (services, actor) => {
    const { db } = services;
    // Any other single path segment is a 404.
    if (!handle.startsWith("@")) throw data(null, { status: 404 });
    const username = handle.slice(1);
    const profile = isStorable(username) ? await publicProfile(db, username) : null;
    if (profile === null) throw data(missing, { status: 404 });
    const [counts, following, figures] = await Promise.all([
      followCounts(db, profile.id),
      isFollowing(db, actor.userId, profile.id),
      creatorFigures(db, profile.id),
    ]);
    const isOwn = actor.userId === profile.id;
    const head = { profile, counts, following, figures, isOwn, cursor: cursor ?? null };
    if (tab === "collections") {
      const asked = { username: profile.username, cursor, limit: listPage };
      const collections = await publicCollections(db, asked);
      return { ...head, tab, collections, wall: null, found: null };
    }
    const scope = { viewer: actor, kind: "creator", id: profile.id } as const;
    const takeTurn = () => context.get(limitContext)("search");
    const found = await searchWithin(services, scope, searchParams, takeTurn);
    if (found !== null) {
      return { ...head, tab, collections: null, wall: null, found: foundTiles(found) };
    }
    const { items, next } = await picturesOf(db, actor, profile.id, { cursor, limit: wallPage });
    const ids = items.map((picture) => picture.id);
    const liked = [...(await likedBy(db, actor.userId, ids))];
    const wall = { items: items.map(toTile), next, liked };
    return { ...head, tab, collections: null, wall, found: null };
  });
}

/** Handles a follow without JavaScript; a signed-out visitor signs in first. */
export function action(args: ActionFunctionArgs) {
  const { handle = "" } = args.params;
  if (!handle.startsWith("@")) throw data(null, { status: 404 });
  const username = handle.slice(1);
  const address = paths.creator(username);
  const { role } = args.context.get(actorContext);
  return formAction(args, async (typed, transport, goOn) => {
    if (role === "guest") {
      const next = withIntent(address, { kind: "follow", target: username });
      return goOn(paths.login({ next }));
    }
    acceptedOf(await setFollow(apiClient<SocialRoutes>(transport), username, typed.on === "true"));
    return goOn(address);
  });
}

type LoaderData = ReturnType<typeof useLoaderData<typeof loader>>;
type WallData = NonNullable<LoaderData["wall"]>;
type ListData = NonNullable<LoaderData["collections"]>;

/** Likes of the counted pictures. */
function likesOf({ pictures, likes }: LoaderData["figures"]): string {
  return `${likes.toLocaleString(locale("en"))}${pictures >= countedAtMost.pictures ? "+" : ""}`;
}

function Head({ profile, figures, counts, following }: LoaderData) {
  const { name, username, avatar, bio, profession, location, isDemo } = profile;
  const cover = useHosted(profile.coverPhotoUrl);
  const { followers } = useFollow(username, { followers: counts.followers, following });
  const facts = [
    {
      label: plural(followers, "follower", "followers"),
      count: followers.toLocaleString(locale("en")),
    },
    { label: t`following`, count: formatCounted(counts.following, countedAtMost.follows) },
    { label: plural(figures.likes, "like", "likes"), count: likesOf(figures) },
  ];
  return (
    <header className="creator-head">
      {cover && <img className="creator-cover" src={cover} alt="" width={1800} height={450} />}
      <Avatar name={name} src={avatar} size={40} />
      <div className="flex min-w-0 flex-1 basis-[300px] flex-col gap-3">
        <div>
          <h1 className="title-large wrap-anywhere">{name}</h1>
          <p className="flex flex-wrap items-center gap-2 text-ink-2">
            <bdi>@{username}</bdi>
            {profession && <span>{profession}</span>}
            {location?.label && <span>{location.label}</span>}
            {isDemo && <span className="chip chip-small">{t`Demo`}</span>}
          </p>
        </div>
        {bio && (
          <p {...written} className="creator-about">
            {bio}
          </p>
        )}
        <div className="creator-facts">
          <span>
            <b>{formatCounted(figures.pictures, countedAtMost.pictures)}</b>{" "}
            {plural(figures.pictures, "image", "images")}
          </span>
          {facts.map(({ label, count }) => (
            <span key={label}>
              <b>{count}</b> {label}
            </span>
          ))}
          {profileLinks(profile).map(({ label, href }) => (
            <a key={href} className="link" href={href} rel="nofollow ugc noopener" target="_blank">
              {label}
              <span className="sr-only">{t` (opens in a new tab)`}</span>
            </a>
          ))}
        </div>
      </div>
      <FollowButton username={username} following={following} followers={counts.followers} />
    </header>
  );
}

function Pictures({
  username,
  first,
  cursor,
}: {
  username: string;
  first: WallData;
  cursor: string | null;
}) {
  const name = `creator ${username} ${cursor ?? ""}`;
  const wall = useWallPages(name, first, (cursor, signal) =>
    api.get("/api/users/:username/pictures", { param: { username }, query: { cursor }, signal }),
  );
  const actions = useCardActions(wall.pictures, first);
  if (wall.pictures.length === 0) {
    return (
      <EmptyState title={t`No public images yet`}>
        {t`Images that they publish will appear here.`}
      </EmptyState>
    );
  }
  return (
    <PagedWall
      wall={wall}
      actions={actions}
      inSight={8}
      cursor={cursor}
      pageAt={(from) => paths.creator(username, { cursor: from })}
      back={t`Back to the newest`}
    />
  );
}

const keyOf = (collection: CollectionCard) => collection.id;

function Collections({ username, first }: { username: string; first: ListData }) {
  const { items, next, reading, readMore } = useList({
    first,
    keyOf,
    readPage: (cursor, signal) =>
      collectionsApi.get("/api/collections/public", { query: { username, cursor }, signal }),
  });
  if (items.length === 0) {
    return (
      <EmptyState title={t`No public collections yet`}>
        {t`Collections that they publish will appear here.`}
      </EmptyState>
    );
  }
  return (
    <div className="px-(--page)">
      <CollectionGrid collections={items} />
      {next !== null && (
        <MoreButton
          href={paths.creator(username, { tab: "collections", cursor: next })}
          reading={reading}
          onMore={() => void readMore()}
        />
      )}
    </div>
  );
}

export default function Creator() {
  const page = useLoaderData<typeof loader>();
  const { profile, tab, wall, found, collections, isOwn, cursor } = page;
  const { name, username, bio } = profile;
  const label = isOwn ? t`Search your images` : t`Search images by ${name}`;
  const about = bio ?? t`Pictures and collections by ${name}, with the words behind them.`;
  const tabs = [
    { label: t`Images`, to: paths.creator(username), chosen: tab === null },
    {
      label: t`Collections`,
      to: paths.creator(username, { tab: "collections" }),
      chosen: tab === "collections",
    },
  ];
  return (
    <>
      <PageHead
        title={`${name} (@${username})`}
        description={about.slice(0, 200)}
        feed={{ title: t`Images by ${name}`, to: paths.creatorRss(username) }}
      />
      <PageCard
        type="profile"
        path={paths.creator(username)}
        title={name}
        description={about}
        picture={wall?.items[0]}
      />
      {found && <meta name="robots" content="noindex, follow" />}
      <Head {...page} />
      <Tabs label={t`Work of ${name}`} className="creator-tabs">
        {tabs.map(({ label, to, chosen }) => (
          <Tab key={label} to={to} chosen={chosen} preventScrollReset>
            {label}
          </Tab>
        ))}
      </Tabs>
      {(found !== null || (wall?.items.length ?? 0) > 0) && (
        <div className="mx-(--page) mb-4 flex justify-end">
          <SearchWithin label={label} value={found?.q ?? ""} />
        </div>
      )}
      {found && (
        <FoundPictures
          found={found}
          within={`@${username}`}
          address={(query) => paths.creator(username, query)}
          all={{ label: t`Show all images`, to: paths.creator(username) }}
        />
      )}
      {wall && <Pictures key={username} username={username} first={wall} cursor={cursor} />}
      {collections && <Collections key={username} username={username} first={collections} />}
    </>
  );
}
