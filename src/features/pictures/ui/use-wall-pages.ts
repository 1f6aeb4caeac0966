import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useModal } from "#app/ui/modal.tsx";
import type { ApiResult } from "#app/ui/api-client.ts";
import { useList, type Pages } from "#app/ui/data/use-list.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import type { Tile } from "./tile.ts";
import { useAutomaticPages } from "./use-automatic-pages.ts";
import { noteScroll, recallWall, rememberWall, storeWall } from "./wall-memory.ts";

type WallPage = { items: Tile[]; next: string | null };

/** After this many pages added by scrolling, "Show more" must be pressed, and the footer is reachable. */
const automaticPages = 3;

const keyOf = ({ id }: Tile) => id;

/** A wall as shown at a history entry. */
type Visit = {
  wall: string;
  /** Key of the history entry. */
  key: string;
  /** The page's rendered data. */
  first: WallPage;
  /** A new number for each wall that starts again. */
  count: number;
  /** The scroll position to restore, for the tiles that are visible at once; null for a new wall. */
  left: number | null;
};

/** The visit for the current render; keeps its identity if nothing has changed. */
function follow(visit: Visit, wall: string, key: string, first: WallPage): Visit {
  if (visit.wall === wall && visit.key === key && visit.first === first) return visit;
  // Only the hash changed, or the page's data was reloaded: the wall stays as it is.
  if (visit.wall === wall && (visit.key === key || visit.first === first)) {
    return { ...visit, key, first };
  }
  const left = recallWall(key, wall)?.scrollY ?? null;
  return { wall, key, first, count: visit.count + 1, left };
}

/** Stores the wall for going back and for a reload. */
function useMemory({ wall, key }: Visit, { items, next, added }: Pages<Tile>) {
  useEffect(() => {
    rememberWall(key, { wall, items, next, added, scrollY });
  }, [wall, key, items, next, added]);
  // Synchronously on unmount: later the scroll position would be that of the next page.
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
 * The wall's pages: the rendered one, or all that were loaded at this history entry, plus each further page, which is
 * read when its end becomes visible.
 * @param wall name of the wall, made of everything that decides its content
 * @param first the page's rendered data; must keep its identity between renders
 * @param readPage reads the page at a cursor
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

  // After a reload the browser first hydrates what the server sent, then restores what it had before.
  const [restored, setRestored] = useState<number | null>(null);
  useLayoutEffect(() => {
    const before = recallWall(pageKey, wall);
    if (before === null || before.items.length <= first.items.length) return;
    change((now) => (now.items.length < before.items.length ? before : now));
    setVisit((now) => ({ ...now, left: before.scrollY }));
    setRestored(before.scrollY);
    // Once: later changes are handled above.
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
    /** The scroll position to restore, in px. */
    left: current.left,
  };
}
