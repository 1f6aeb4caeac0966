import { t } from "#app/language/message.ts";
import { paths } from "#app/paths.ts";
import { imageAddress, originalAddress } from "#app/rules/image-address.ts";
import { imageObject } from "#app/rules/image-object.ts";
import { jsonForScript } from "#app/rules/json-script.ts";
import { licenceOf } from "#app/rules/licences.ts";
import { useSite } from "#app/ui/site.ts";
import type { PictureDetails } from "./picture-details.ts";

/** Width of the picture on a card, in px. */
const cardWidth = 1200;
const longestDescription = 300;

/** Metadata of the page for other sites and search engines. Acceptance row IM-08. */
export function PictureMeta({ picture }: { picture: PictureDetails }) {
  const { appName, imageHost, serverUrl } = useSite();
  const { slug, title, width, height, alt, creator, tags, license, createdAt } = picture;
  const isOpen = picture.is_public && picture.approved;
  const page = new URL(paths.picture(slug), serverUrl).href;
  const image = new URL(imageAddress(imageHost, slug, { width: cardWidth }), serverUrl).href;
  const scale = Math.min(1, cardWidth / width);
  const description = (picture.description || picture.prompt || t`By ${creator.name}.`)
    .slice(0, longestDescription)
    .toWellFormed();
  const object = imageObject({
    contentUrl: new URL(originalAddress(imageHost, slug), serverUrl).href,
    width,
    height,
    name: title,
    description,
    encodingFormat: "image/jpeg",
    keywords: tags,
    license: licenceOf(license).href,
    datePublished: createdAt,
    author: creator.name,
  });
  return (
    <>
      <link rel="canonical" href={page} />
      {!isOpen && <meta name="robots" content="noindex" />}
      <link
        rel="alternate"
        type="application/json+oembed"
        href={new URL(paths.oembed(page), serverUrl).href}
        title={title}
      />
      <link
        rel="alternate"
        type="text/xml+oembed"
        href={new URL(paths.oembed(page, "xml"), serverUrl).href}
        title={title}
      />
      <meta property="og:type" content="article" />
      <meta property="og:site_name" content={appName} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={page} />
      <meta property="og:image" content={image} />
      <meta property="og:image:type" content="image/jpeg" />
      <meta property="og:image:width" content={String(Math.round(width * scale))} />
      <meta property="og:image:height" content={String(Math.round(height * scale))} />
      <meta property="og:image:alt" content={alt} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={title} />
      <meta name="twitter:description" content={description} />
      <meta name="twitter:image" content={image} />
      <meta name="twitter:image:alt" content={alt} />
      {isOpen && (
        <script
          type="application/ld+json"
          dangerouslySetInnerHTML={{ __html: jsonForScript(object) }}
        />
      )}
    </>
  );
}
