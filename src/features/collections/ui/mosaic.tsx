import { imageAddress } from "#app/rules/image-address.ts";
import { useSite } from "#app/ui/site.ts";
import type { CoverPicture } from "../queries.ts";
import "./mosaic.css";

/** The first pictures of a collection: one large, two small beside it. Decorative: the name is below. */
export function Mosaic({ covers }: { covers: readonly CoverPicture[] }) {
  const { imageHost } = useSite();
  return (
    <span className="mosaic" data-count={covers.length}>
      {covers.map(({ slug, color }, index) => (
        <span key={slug} style={{ background: color }}>
          <img
            alt=""
            src={imageAddress(imageHost, slug, { width: index === 0 ? 512 : 300, format: "webp" })}
            loading="lazy"
            decoding="async"
          />
        </span>
      ))}
    </span>
  );
}
