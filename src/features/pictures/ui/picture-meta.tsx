import { paths } from "../../../paths.ts";
import { imageAddress } from "../../../rules/image-address.ts";
import { useSite } from "../../../ui/site.ts";
import type { PictureDetails } from "./picture-details.ts";

/** Width of the picture on a card, in px. */
const cardWidth = 1200;

/** What other sites show of a link to the page. Acceptance row IM-08. */
export function PictureMeta({ picture }: { picture: PictureDetails }) {
  const { imageHost, serverUrl } = useSite();
  const { slug, title, width, height } = picture;
  const page = new URL(paths.picture(slug), serverUrl).href;
  const image = new URL(imageAddress(imageHost, slug, { width: cardWidth }), serverUrl).href;
  const scale = Math.min(1, cardWidth / width);
  return (
    <>
      <link rel="canonical" href={page} />
      <meta property="og:type" content="article" />
      <meta property="og:title" content={title} />
      <meta property="og:url" content={page} />
      <meta property="og:image" content={image} />
      <meta property="og:image:width" content={String(Math.round(width * scale))} />
      <meta property="og:image:height" content={String(Math.round(height * scale))} />
      <meta property="og:image:alt" content={picture.alt} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}
