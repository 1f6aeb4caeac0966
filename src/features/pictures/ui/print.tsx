import { useEffect, useRef, useState, type CSSProperties } from "react";
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import { imageAddress, responsiveAddresses } from "../../../rules/image-address.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { RemixGlyph } from "../../../ui/glyphs.tsx";
import { useSite } from "../../../ui/site.ts";
import type { Tile } from "./tile.ts";

/** Widths of the wall's sources; 512 and 1024 are made with the picture. */
const widths = [300, 512, 1024];
const wallSizes =
  "(min-width: 1608px) 16vw, (min-width: 1168px) 19vw, (min-width: 908px) 24vw, (min-width: 608px) 33vw, 50vw";

type PrintProps = {
  picture: Tile;
  style: CSSProperties;
  className?: string;
  /** Among the first on the page: fetched at once. */
  first?: boolean;
  /** Added in the browser: appears over its blur when it has arrived. */
  fresh?: boolean;
};

/** The picture's own name in a list: "title, by creator". */
export function printName(picture: Pick<Tile, "title" | "creator">): string {
  return `${picture.title}, by ${picture.creator.name}`;
}

/** A picture on the wall: first its colour, then its blur, then itself; the veil names creator and remix. */
export function Print({
  picture,
  style,
  className = "",
  first = false,
  fresh = false,
}: PrintProps) {
  const { imageHost } = useSite();
  const image = useRef<HTMLImageElement>(null);
  const [shown, setShown] = useState(!fresh);
  useEffect(() => {
    if (image.current?.complete) setShown(true);
  }, []);
  const { slug, width, height, colors, placeholder, creator } = picture;
  return (
    <article
      className={`print ${className}`}
      style={{ ...style, "--ph": colors[0] } as CSSProperties}
    >
      <div
        className="print-blur"
        style={{ backgroundImage: `url(data:image/webp;base64,${placeholder})` }}
      />
      <Link className="print-link ring-outside" to={paths.picture(slug)}>
        <img
          ref={image}
          alt={printName(picture)}
          width={width}
          height={height}
          sizes={wallSizes}
          srcSet={responsiveAddresses(imageHost, slug, widths, { format: "webp" })}
          src={imageAddress(imageHost, slug, { width: 512, format: "webp" })}
          loading={first ? "eager" : "lazy"}
          decoding="async"
          data-fresh={fresh ? (shown ? "shown" : "") : undefined}
          onLoad={() => setShown(true)}
        />
      </Link>
      <div className="veil">
        <div className="veil-row">
          <span className="veil-who">
            <Avatar name={creator.name} src={creator.avatar} size={24} />
            <span className="truncate">{creator.name}</span>
          </span>
          <Link
            className="veil-remix"
            to={paths.studio({ source: picture.id })}
            aria-label={`Remix ${picture.title}`}
          >
            <RemixGlyph size={16} />
            Remix
          </Link>
        </div>
      </div>
    </article>
  );
}
