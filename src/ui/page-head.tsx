import { useSite } from "./site.ts";

type PageHeadProps = {
  title: string;
  description?: string;
  /** The page's feed; `to` is a path of this site. */
  feed?: { title: string; to: string } | null;
};

/** Title and description of a page, and its feed; React moves them into the head. */
export function PageHead({ title, description, feed }: PageHeadProps) {
  const { appName, serverUrl } = useSite();
  return (
    <>
      <title>{`${title} · ${appName}`}</title>
      {description && <meta name="description" content={description} />}
      {feed && (
        <link
          rel="alternate"
          type="application/rss+xml"
          title={feed.title}
          href={new URL(feed.to, serverUrl).href}
        />
      )}
    </>
  );
}
