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
  /** Number of pictures visible without scrolling. */
  inSight: number;
  /** The requested cursor; null for the beginning of the wall. */
  cursor: string | null;
  /** URL of the page at a cursor, or of the first page, for visitors without JavaScript. */
  pageAt: (cursor: string | null) => string;
  /** Label of the link to the first page. */
  back: string;
  /** Wall text, across the first two columns. */
  text?: ReactNode;
  /** Content between the pictures and the end of the wall. */
  children?: ReactNode;
};

/** A wall with paging, its end, and a link back to its beginning. */
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
