import { useLayoutEffect, useRef, useState } from "react";
import { justifiedRows } from "#app/rules/justified-rows.ts";
import { useOpenPicture } from "./open-picture.ts";
import { useOfferedList } from "./picture-lists.ts";
import { PictureCard, type CardActions } from "./picture-card.tsx";
import type { Tile } from "./tile.ts";
import "./strip.css";

const gap = 12;
const narrow = 768;

type StripProps = {
  pictures: readonly Tile[];
  /** Name of the list for stepping to neighbours. */
  name: string;
  /** Maximum number of rows. */
  rows: number;
  actions?: CardActions;
};

/** Justified rows of pictures, rendered only in the browser; a press opens the picture in the dialog. */
export function Strip({ pictures, name, rows: most, actions }: StripProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const onOpen = useOpenPicture(name);
  useOfferedList(name, { pictures, more: null });
  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const height = width < narrow ? 130 : 210;
  const ratios = pictures.map((picture) => picture.width / picture.height);
  const rows = width === 0 ? [] : justifiedRows(ratios, { width, height, gap, most });
  const sized = rows.flatMap((row) => row.widths.map((wide) => ({ wide, high: row.height })));
  return (
    <div ref={frame} className="strip">
      {sized.map(({ wide, high }, index) => (
        <PictureCard
          key={pictures[index].id}
          picture={pictures[index]}
          style={{ width: Math.floor(wide * 100) / 100, height: high }}
          sizes={`${Math.round(wide)}px`}
          actions={actions}
          onOpen={onOpen}
        />
      ))}
    </div>
  );
}
