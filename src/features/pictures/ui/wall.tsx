import { useMemo, type ReactNode } from "react";
import { Print } from "./print.tsx";
import type { Tile } from "./tile.ts";
import { wallStyle } from "./wall-style.ts";

type WallProps = {
  pictures: readonly Tile[];
  /** Pictures from this index on were added in the browser. */
  freshFrom?: number;
  /** The first of them are in sight at once. */
  inSight?: number;
  /** Wall text, across the first two columns. */
  children?: ReactNode;
};

/** Masonry of pictures, laid out by style sheet alone: the same before and after the page is alive. */
export function Wall({ pictures, freshFrom = Infinity, inSight = 0, children }: WallProps) {
  const withText = children !== undefined;
  const { wall, tiles } = useMemo(() => wallStyle(pictures, withText), [pictures, withText]);
  return (
    <div className="wall-frame">
      <div className="wall" style={wall}>
        {children}
        {pictures.map((picture, index) => (
          <Print
            key={picture.id}
            className="tile"
            picture={picture}
            style={tiles[index]}
            first={index < inSight}
            fresh={index >= freshFrom}
          />
        ))}
      </div>
    </div>
  );
}
