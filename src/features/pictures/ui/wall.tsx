import {
  useId,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type FocusEvent,
  type ReactNode,
} from "react";
import type { Density } from "#app/rules/wall-layout.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { useOpenPicture } from "./open-picture.ts";
import { useOfferedList } from "./picture-lists.ts";
import { PictureCard, type CardActions } from "./picture-card.tsx";
import type { Tile } from "./tile.ts";
import { longWall, useViewportRange } from "./use-viewport-range.ts";
import { wallStyle } from "./wall-style.ts";
import "./wall.css";

type WallProps = {
  pictures: readonly Tile[];
  /** The same name for the same wall, so that going forward finds the neighbours again. */
  name?: string;
  /** Reads the next page for the dialog, when it reaches the last picture; null on the last page. */
  more?: (() => void) | null;
  density?: Density;
  /** Like and collect buttons of each picture; must keep its identity between renders. */
  actions?: CardActions;
  /** Pictures from this index on were added in the browser. */
  freshFrom?: number;
  /** Number of pictures visible without scrolling. */
  inSight?: number;
  /** The scroll position to restore, in px. */
  left?: number | null;
  /** Wall text, across the first two columns. */
  children?: ReactNode;
};

/** The index of the focused picture, which stays mounted wherever the page is scrolled. */
function useFocused() {
  const [focused, setFocused] = useState<number | null>(null);
  const onFocus = (event: FocusEvent) => {
    const card = event.target.closest<HTMLElement>("[data-index]");
    setFocused(card === null ? null : Number(card.dataset.index));
  };
  return { focused, onFocus, onBlur: () => setFocused(null) };
}

/**
 * A masonry of pictures, positioned by CSS alone: the same before and after hydration. Of a long wall only the part
 * near the window is mounted. A press opens the picture's dialog over the page.
 */
export function Wall({
  pictures,
  name,
  more = null,
  density = "comfortable",
  actions,
  freshFrom = Infinity,
  inSight = 0,
  left = null,
  children,
}: WallProps) {
  const withText = Boolean(children);
  const ownName = useId();
  const list = name ?? ownName;
  const onOpen = useOpenPicture(list);
  useOfferedList(list, { pictures, more });
  const { focused, onFocus, onBlur } = useFocused();

  const frame = useRef<HTMLDivElement>(null);
  const hydrated = useHydrated();
  const isLong = hydrated && pictures.length > longWall;
  const range = useViewportRange(frame, pictures, {
    isLong,
    withText,
    density,
    kept: focused,
    left,
  });
  const whole = useMemo(
    () => (isLong ? null : wallStyle(pictures, withText, density)),
    [isLong, pictures, withText, density],
  );
  const height = range && ({ height: range.height } as CSSProperties);
  const mounted = range?.mounted ?? pictures.map((_, index) => index);
  return (
    <div ref={frame} className="wall-frame" data-density={density}>
      <div className="wall" style={height ?? whole?.wall} onFocus={onFocus} onBlur={onBlur}>
        {children}
        {mounted.map((index) => {
          const picture = pictures[index];
          const style = range?.styleOf(index) ?? whole?.tiles[index] ?? {};
          return (
            <PictureCard
              key={picture.id}
              index={index}
              className="tile"
              picture={picture}
              style={style}
              first={index < inSight}
              fresh={index >= freshFrom}
              actions={actions}
              onOpen={onOpen}
            />
          );
        })}
      </div>
    </div>
  );
}
