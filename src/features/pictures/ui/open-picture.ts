import { useCallback, useEffect, useRef } from "react";
import { paths } from "#app/paths.ts";
import { useModal } from "#app/ui/modal.tsx";
import type { Tile } from "./tile.ts";

/** The data with which the picture dialog opens; stored in the history entry. */
export type CarriedPicture = { picture: Tile; list: string | null };

/** Validates the state of a history entry. */
export function asCarriedPicture(carried: unknown): CarriedPicture | null {
  const isObject = typeof carried === "object" && carried !== null && "picture" in carried;
  return isObject ? (carried as CarriedPicture) : null;
}

/**
 * Opens a picture's dialog over the page. From another picture's dialog it replaces that one; from a collection's
 * dialog it adds a history entry, so that going back leads to the collection.
 * @param list name of the list that the arrow keys step through
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
