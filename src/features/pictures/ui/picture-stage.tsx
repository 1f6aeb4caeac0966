import { useEffect, useRef, useState, type CSSProperties, type ReactNode } from "react";
import { t } from "#app/language/message.ts";
import { useSite } from "#app/ui/site.ts";
import { shownAddresses } from "./fallback-tile.ts";
import type { Tile } from "./tile.ts";
import "#app/ui/card.css";
import "./picture-stage.css";

type PictureStageProps = {
  picture: Tile;
  alt: string;
  onZoom: () => void;
  /** Over the picture: links to the neighbours, count, tools. */
  children?: ReactNode;
};

/** The 1024 px picture, shown over the 512 px one once it is loaded. */
function Sharp({ src }: { src: string }) {
  const image = useRef<HTMLImageElement>(null);
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (image.current?.complete && image.current.naturalWidth > 0) setShown(true);
  }, []);
  return (
    <img
      ref={image}
      className="stage-sharp"
      alt=""
      src={src}
      decoding="async"
      data-shown={shown || undefined}
      onLoad={() => setShown(true)}
    />
  );
}

/** The picture on its stage: first the 24 px blur, then 512, then 1024 webp. Acceptance row MO-05. */
export function PictureStage({ picture, alt, onZoom, children }: PictureStageProps) {
  const { imageHost } = useSite();
  const { width, height, colors, placeholder } = picture;
  const { blur, small, large } = shownAddresses(imageHost, picture);
  const style = { "--r": height / width, "--ph": colors[0] } as CSSProperties;
  const inline = placeholder === "" ? "none" : `url(data:image/webp;base64,${placeholder})`;
  return (
    <figure className="stage">
      <div className="card" style={style}>
        <span
          className="card-blur"
          style={{ backgroundImage: `url("${blur}"), ${inline}` }}
          aria-hidden
        />
        <img
          key={small}
          className="stage-small"
          alt={alt}
          width={width}
          height={height}
          src={small}
          fetchPriority="high"
        />
        <Sharp key={large} src={large} />
        <button type="button" className="stage-zoom" onClick={onZoom} aria-label={t`Zoom in`} />
      </div>
      {children}
    </figure>
  );
}
