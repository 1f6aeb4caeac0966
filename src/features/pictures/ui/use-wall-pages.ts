import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useModal } from "#app/ui/modal.tsx";
import type { ApiResult } from "#app/ui/api-client.ts";
import { useList, type Pages } from "#app/ui/data/use-list.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import type { Tile } from "./tile.ts";
import { useAutomaticPages } from "./use-automatic-pages.ts";
import { noteScroll, recallWall, rememberWall, storeWall } from "./wall-memory.ts";

type WallPage = { items: Tile[]; next: string | null };

/** After this many pages added by scrolling, "Show more" has to be pressed, and the footer follows the wall. */
const automaticPages = 3;

const keyOf = ({ id }: Tile) => id;

/** A wall as it is shown at an entry of the history. */
type Visit = {
  wall: string;
  /** Of the history's entry that shows the wall. */
  key: string;
  /** What the page was rendered with. */
  first: WallPage;
  /** Another number for each wall that begins anew. */
  count: number;
  /** Where the wall was left, for the tiles that are in sight at once; null for one that begins. */
  left: number | null;
};

/** The visit that goes with what is rendered now; the same object where nothing has changed. */
function follow(visit: Visit, wall: string, key: string, first: WallPage): Visit {
  if (visit.wall === wall && visit.key === key && visit.first === first) return visit;
  // A place on the page got an address of its own, or the page was read again: the wall stands as it is.
  if (visit.wall === wall && (visit.key === key || visit.first === first)) {
    return { ...visit, key, first };
  }
  const left = recallWall(key, wall)?.scrollY ?? null;
  return { wall, key, first, count: visit.count + 1, left };
}

/** Keeps the wall for going back and for a reload of the page. */
function useMemory({ wall, key }: Visit, { items, next, added }: Pages<Tile>) {
  useEffect(() => {
    rememberWall(key, { wall, items, next, added, scrollY });
  }, [wall, key, items, next, added]);
  // As the wall is taken down, not some time after: the next page's own place is no place on this wall.
  useLayoutEffect(() => {
    const scrolled = () => noteScroll(key, scrollY);
    const leaving = () => {
      noteScroll(key, scrollY);
      storeWall(key);
    };
    addEventListener("scroll", scrolled, { passive: true });
    addEventListener("pagehide", leaving);
    return () => {
      removeEventListener("scroll", scrolled);
      removeEventListener("pagehide", leaving);
      storeWall(key);
    };
  }, [key]);
}

/**
 * The wall's pages: the rendered one, or all of them as they were left at this entry of the history, and each
 * further one, read when its end comes in sight.
 * @param wall name of the wall, by all that decides what hangs on it
 * @param first what the page was rendered with, the same object for as long as it stands
 * @param readPage reads the page of a cursor
 */
export function useWallPages(
  wall: string,
  first: WallPage,
  readPage: (cursor: string, signal: AbortSignal) => Promise<ApiResult<WallPage>>,
) {
  const { pageKey } = useModal();
  const hydrated = useHydrated();
  const [visit, setVisit] = useState<Visit>(() => {
    const left = hydrated ? (recallWall(pageKey, wall)?.scrollY ?? null) : null;
    return { wall, key: pageKey, first, count: 0, left };
  });
  const current = follow(visit, wall, pageKey, first);
  if (current !== visit) setVisit(current);
  const list = useList({
    name: String(current.count),
    first,
    keyOf,
    readPage,
    restore: () => (hydrated ? recallWall(pageKey, wall) : null),
  });
  const { items, next, added, reading, readMore, change } = list;
  useMemory(current, list);

  // After a reload the browser first takes over what the server sent, then finds what it had before.
  const [restored, setRestored] = useState<number | null>(null);
  useLayoutEffect(() => {
    const before = recallWall(pageKey, wall);
    if (before === null || before.items.length <= first.items.length) return;
    change((now) => (now.items.length < before.items.length ? before : now));
    setVisit((now) => ({ ...now, left: before.scrollY }));
    setRestored(before.scrollY);
    // Once: later changes are followed above.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  useLayoutEffect(() => {
    if (restored !== null) scrollTo(0, restored);
  }, [restored]);

  const end = useRef<HTMLDivElement>(null);
  const isAutomatic = hydrated && next !== null && added < automaticPages;
  useAutomaticPages(end, isAutomatic && reading === "idle", readMore);

  return {
    name: wall,
    pictures: items,
    next,
    rendered: first.items.length,
    reading,
    readMore,
    end,
    /** Where the wall was left, in px. */
    left: current.left,
  };
}
