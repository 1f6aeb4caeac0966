import { useCallback, type ReactNode } from "react";

import type { Density } from "#app/rules/wall-layout.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import type { CardActions } from "./picture-card.tsx";
import type { useWallPages } from "./use-wall-pages.ts";
import { WallEnd } from "./wall-end.tsx";
import { Wall } from "./wall.tsx";

type PagedWallProps = {
  wall: ReturnType<typeof useWallPages>;
  density?: Density;
  actions: CardActions;
  /** So many pictures are in sight at once. */
  inSight: number;
  /** What the page was asked to begin at; null for the beginning of the wall. */
  cursor: string | null;
  /** Address of the page that begins at a cursor, or of the first one, for those without script. */
  pageAt: (cursor: string | null) => string;
  /** What the way to the first page is called. */
  back: string;
  /** Wall text, across the first two columns. */
  text?: ReactNode;
  /** What stands below the pictures, before the end. */
  children?: ReactNode;
};

/** A wall whose pages follow one another, with its end and the way back to its beginning. */
export function PagedWall({
  wall,
  density,
  actions,
  inSight,
  cursor,
  pageAt,
  back,
  text,
  children,
}: PagedWallProps) {
  const { name, pictures, next, readMore, rendered, left } = wall;
  const more = useCallback(() => void readMore(), [readMore]);
  return (
    <>
      <Wall
        pictures={pictures}
        name={name}
        more={next === null ? null : more}
        density={density}
        actions={actions}
        freshFrom={rendered}
        inSight={inSight}
        left={left}
      >
        {text}
      </Wall>
      {children}
      <WallEnd wall={wall} moreAt={next === null ? null : pageAt(next)}>
        {cursor !== null && (
          <ButtonLink look="soft" to={pageAt(null)}>
            {back}
          </ButtonLink>
        )}
      </WallEnd>
    </>
  );
}
