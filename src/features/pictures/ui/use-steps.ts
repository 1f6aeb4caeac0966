import { useEffect } from "react";
import { useSite } from "#app/ui/site.ts";
import { useOpenPicture } from "./open-picture.ts";
import { usePictureList } from "./picture-lists.ts";
import type { Tile } from "./tile.ts";
import { readAhead } from "./use-picture-details.ts";

/** When so few pictures are left in the list, its next page is read. */
const nearEnd = 5;

export type Steps = {
  /** Position in the list, from 1; 0 if the picture is in no list. */
  place: number;
  count: number;
  /** True if the list has more pages than are loaded. */
  goesOn: boolean;
  previous: (() => void) | null;
  next: (() => void) | null;
  /** The neighbours themselves. */
  before: Tile | null;
  after: Tile | null;
};

/** The neighbours of a picture in the list it was opened from; the next one is prefetched. Acceptance row MO-07. */
export function useSteps(address: string | null, listName: string | null): Steps {
  const { imageHost } = useSite();
  const list = usePictureList(listName);
  const openPicture = useOpenPicture(listName);
  const pictures = list?.pictures ?? [];
  const index = pictures.findIndex((picture) => picture.slug === address);
  const before = index > 0 ? pictures[index - 1] : null;
  const after = index === -1 ? null : (pictures.at(index + 1) ?? null);
  const more = list?.more ?? null;
  const left = pictures.length - 1 - index;
  useEffect(() => {
    if (index !== -1 && left < nearEnd) more?.();
  }, [index, left, more]);
  const nextSlug = after?.slug ?? null;
  useEffect(() => {
    if (nextSlug === null) return undefined;
    // The visible picture loads first.
    const timer = setTimeout(() => readAhead(nextSlug, imageHost), 150);
    return () => clearTimeout(timer);
  }, [nextSlug, imageHost]);
  return {
    place: index + 1,
    count: pictures.length,
    goesOn: more !== null,
    previous: before && (() => openPicture(before)),
    next: after && (() => openPicture(after)),
    before,
    after,
  };
}
