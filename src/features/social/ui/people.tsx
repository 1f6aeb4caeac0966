import { m, plural, t } from "#app/language/message.ts";
import { paths } from "#app/paths.ts";
import { countedAtMost, formatCounted } from "#app/rules/counted-at-most.ts";
import { imageAddress } from "#app/rules/image-address.ts";
import type { ApiResult } from "#app/ui/api-client.ts";
import { useList } from "#app/ui/data/use-list.ts";
import { Avatar } from "#app/ui/avatar.tsx";
import { Link } from "#app/ui/link.tsx";
import { MoreButton } from "#app/ui/more-button.tsx";
import { useSite } from "#app/ui/site.ts";
import type { CreatorCard, CreatorList } from "../queries.ts";
import { FollowButton } from "./follow-button.tsx";
import "#app/ui/chip.css";
import "./people.css";

/** "1 follower", "1,204 followers". */
export function followerCount(count: number): string {
  return plural(count, "# follower", "# followers");
}

/** "12 images", "1,000+ images". */
export function pictureCount(count: number): string {
  const said = formatCounted(count, countedAtMost.pictures);
  return plural(count, m`${said} image`, m`${said} images`);
}

function Person({ creator }: { creator: CreatorCard }) {
  const { imageHost } = useSite();
  const { username, name, avatar, followers, pictures, latest, following, isDemo } = creator;
  return (
    <li className="person">
      <Avatar name={name} src={avatar} size={40} />
      <div className="person-name">
        <span className="flex items-center gap-2">
          <Link className="truncate" to={paths.creator(username)}>
            {name}
          </Link>
          {isDemo && <span className="chip chip-small">{t`Demo`}</span>}
        </span>
        <span className="block truncate text-13 text-ink-3">
          <bdi>@{username}</bdi>, {followerCount(followers)}, {pictureCount(pictures)}
        </span>
      </div>
      <span className="person-latest" aria-hidden>
        {latest.map(({ slug, color }) => (
          <span key={slug} style={{ background: color }}>
            <img
              alt=""
              src={imageAddress(imageHost, slug, { width: 300, format: "webp" })}
              loading="lazy"
              decoding="async"
            />
          </span>
        ))}
      </span>
      <span className="person-follow">
        {!creator.isSelf && (
          <FollowButton
            username={username}
            following={following}
            followers={followers}
            name={name}
            small
          />
        )}
      </span>
    </li>
  );
}

const keyOf = (creator: CreatorCard) => creator.username;

type PeopleProps = {
  label: string;
  /** The page's rendered data; must keep its identity between renders. */
  first: CreatorList;
  /** Reads the page at a cursor. */
  readPage: (cursor: string, signal: AbortSignal) => Promise<ApiResult<CreatorList>>;
  /** URL of the page at a cursor, for visitors without JavaScript. */
  pageOf: (cursor: string) => string;
};

/** A list of creators, each with a follow button. */
export function People({ label, first, readPage, pageOf }: PeopleProps) {
  const { items, next, reading, readMore } = useList({ first, keyOf, readPage });
  return (
    <>
      <ul className="people" aria-label={label}>
        {items.map((creator) => (
          <Person key={creator.username} creator={creator} />
        ))}
      </ul>
      {next !== null && (
        <MoreButton href={pageOf(next)} reading={reading} onMore={() => void readMore()} />
      )}
    </>
  );
}
