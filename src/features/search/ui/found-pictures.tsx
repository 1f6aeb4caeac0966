import type { ReactNode } from "react";
import { T, t } from "#app/language/message.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PagedWall } from "#app/features/pictures/ui/paged-wall.tsx";
import { toTile, type Tile } from "#app/features/pictures/ui/tile.ts";
import { useWallPages } from "#app/features/pictures/ui/use-wall-pages.ts";
import { useCardActions } from "#app/features/social/ui/card-actions.tsx";
import { Link } from "#app/ui/link.tsx";
import type { FoundWithin } from "../queries.ts";
import { api } from "./api.ts";
import { imagesText } from "./count-text.ts";
import { ClosestMatches } from "./nothing-found.tsx";

/** What a page's loader passes on of a search within its pictures. */
export type FoundTiles = Omit<FoundWithin, "items" | "near" | "read"> & {
  items: Tile[];
  near: Tile[];
};

/** Reduces what was found to what the page shows. */
export function foundTiles(found: FoundWithin): FoundTiles {
  const { read: _, ...rest } = found;
  return { ...rest, items: found.items.map(toTile), near: found.near.map(toTile) };
}

/** Parameters of the page's address; null leaves one out. */
export type FoundAddress = { q: string; exact: string | null; cursor: string | null };

type FoundProps = {
  found: FoundTiles;
  /** As in the API: "likes", "@username", or the id of a collection. */
  within: string;
  /** Address of the page with these parameters. */
  address: (query: FoundAddress) => string;
  /** Link to the page without a search. */
  all: { label: string; to: string };
};

function Summary({ found, address, all }: Omit<FoundProps, "within">): ReactNode {
  const { q, corrected, total } = found;
  return (
    <p className="mx-(--page) mb-4 flex flex-wrap gap-x-3 gap-y-1 text-ink-2">
      {total !== null && (
        <output>
          <T>
            {imagesText(total)} for <b>{corrected ?? q}</b>
          </T>
        </output>
      )}
      {corrected !== null && (
        <Link className="link" to={address({ q, exact: "1", cursor: null })}>
          {t`Search instead for ${q}`}
        </Link>
      )}
      <Link className="link" to={all.to}>
        {all.label}
      </Link>
    </p>
  );
}

/** The results of a search within a page's pictures, in place of the pictures. */
export function FoundPictures({ found, within, address, all }: FoundProps) {
  const { q, exact, cursor } = found;
  const name = `within ${within} ${exact ?? ""} ${cursor ?? ""} ${q}`;
  const wall = useWallPages(name, found, (next, signal) =>
    api.get("/api/pictures", {
      query: { q, within, ...(exact && { exact }), cursor: next },
      signal,
    }),
  );
  const actions = useCardActions(wall.pictures, found);
  if (wall.pictures.length === 0) {
    return (
      <>
        <EmptyState
          title={t`Nothing found for “${q}”`}
          action={
            <ButtonLink look="soft" size="small" to={all.to}>
              {all.label}
            </ButtonLink>
          }
        >
          {t`Try fewer or other words, or a colour.`}
        </EmptyState>
        <ClosestMatches near={found.near} />
      </>
    );
  }
  return (
    <>
      <Summary found={found} address={address} all={all} />
      <PagedWall
        wall={wall}
        actions={actions}
        inSight={8}
        cursor={cursor}
        pageAt={(from) => address({ q, exact, cursor: from })}
        back={t`Back to the beginning`}
      >
        <ClosestMatches near={found.near} />
      </PagedWall>
    </>
  );
}
