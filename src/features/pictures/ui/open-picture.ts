import { useCallback, useEffect, useRef } from "react";
import { paths } from "#app/paths.ts";
import { useModal } from "#app/ui/modal.tsx";
import type { Tile } from "./tile.ts";

/** What the dialog of a picture begins with: carried by the entry of the history. */
export type CarriedPicture = { picture: Tile; list: string | null };

/** Narrows what an entry of the history carries. */
export function asCarriedPicture(carried: unknown): CarriedPicture | null {
  const isObject = typeof carried === "object" && carried !== null && "picture" in carried;
  return isObject ? (carried as CarriedPicture) : null;
}

/**
 * Opens a picture's dialog over the page; in the dialog of a picture it takes the other's place. Over a collection's it
 * is one step further, so that going back leads to the collection.
 * @param list name of the list whose neighbours the arrow keys go to
 */
export function useOpenPicture(list: string | null): (picture: Tile) => void {
  const modal = useModal();
  const latest = useRef(modal);
  useEffect(() => {
    latest.current = modal;
  });
  return useCallback(
    (picture: Tile) => {
      const { open, state } = latest.current;
      const isOver = state.open !== null && state.mode === "gallery";
      const replace = isOver && state.open.kind === "image";
      open(paths.picture(picture.slug), {
        replace,
        carry: { picture, list } satisfies CarriedPicture,
      });
    },
    [list],
  );
}
