import { paths } from "../../../paths.ts";
import { imageAddress } from "../../../rules/image-address.ts";
import { useSite } from "../../../ui/site.ts";
import type { Feed } from "../queries.ts";
import type { Tile } from "./tile.ts";

const cardWidth = 1200;

type FeedMetaProps = { feed: Feed | null; title: string; description: string; first?: Tile };

/** What other sites and readers of feeds are told of the home page. Acceptance row IM-08. */
export function FeedMeta({ feed, title, description, first }: FeedMetaProps) {
  const { appName, imageHost, serverUrl } = useSite();
  const whole = (path: string) => new URL(path, serverUrl).href;
  const page = whole(paths.home({ feed }));
  return (
    <>
      <link rel="canonical" href={page} />
      <link
        rel="alternate"
        type="application/rss+xml"
        href={whole(paths.homeRss({ feed }))}
        title={title}
      />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={appName} />
      <meta property="og:title" content={`${title} · ${appName}`} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={page} />
      {first && (
        <>
          <meta
            property="og:image"
            content={whole(imageAddress(imageHost, first.slug, { width: cardWidth }))}
          />
          <meta property="og:image:alt" content={first.title} />
          <meta name="twitter:card" content="summary_large_image" />
        </>
      )}
    </>
  );
}
