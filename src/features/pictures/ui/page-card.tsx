import { imageAddress } from "#app/rules/image-address.ts";
import { useSite } from "#app/ui/site.ts";

const cardWidth = 1200;
const longestDescription = 200;

type PageCardProps = {
  /** Canonical URL of the page, a path of this site. */
  path: string;
  title: string;
  description: string;
  type?: "website" | "profile";
  /** The picture on the card. */
  picture?: { slug: string; title: string };
};

/** Canonical URL and link preview of a page with many pictures. Acceptance row IM-08. */
export function PageCard({ path, title, description, type, picture }: PageCardProps) {
  const { appName, imageHost, serverUrl } = useSite();
  const whole = (address: string) => new URL(address, serverUrl).href;
  const page = whole(path);
  return (
    <>
      <link rel="canonical" href={page} />
      <meta property="og:type" content={type ?? "website"} />
      <meta property="og:site_name" content={appName} />
      <meta property="og:title" content={`${title} · ${appName}`} />
      <meta
        property="og:description"
        content={description.slice(0, longestDescription).toWellFormed()}
      />
      <meta property="og:url" content={page} />
      {picture && (
        <>
          <meta
            property="og:image"
            content={whole(imageAddress(imageHost, picture.slug, { width: cardWidth }))}
          />
          <meta property="og:image:alt" content={picture.title} />
          <meta name="twitter:card" content="summary_large_image" />
        </>
      )}
    </>
  );
}
