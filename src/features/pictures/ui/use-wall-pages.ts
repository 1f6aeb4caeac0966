import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useModal } from "#app/ui/modal.tsx";
import type { ApiResult } from "#app/ui/api-client.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import type { Tile } from "./tile.ts";
import { useAutomaticPages } from "./use-automatic-pages.ts";
import { noteScroll, recallWall, rememberWall, storeWall } from "./wall-memory.ts";

export type WallPage = { items: Tile[]; next: string | null };

/** After this many pages added by scrolling, "Show more" has to be pressed, and the footer follows the wall. */
const automaticPages = 3;

/** The pages one after the other; a picture that is in both counts once. */
function join(first: WallPage, more: WallPage): WallPage {
  const known = new Set(first.items.map((picture) => picture.id));
  const added = more.items.filter((picture) => !known.has(picture.id));
  return { items: [...first.items, ...added], next: more.next };
}

type State = {
  wall: string;
  /** Of the history's entry that shows the wall. */
  key: string;
  /** What the page was rendered with. */
  first: WallPage;
  page: WallPage;
  /** Pages added since. */
  added: number;
  /** Where the wall was left, for the tiles that are in sight at once; null for one that begins. */
  left: number | null;
  reading: "idle" | "loading" | "failed";
};

function begin(wall: string, key: string, first: WallPage, recalls: boolean): State {
  const memory = recalls ? recallWall(key, wall) : null;
  const page = memory === null ? first : { items: memory.items, next: memory.next };
  const left = memory?.scrollY ?? null;
  return { wall, key, first, page, added: memory?.added ?? 0, left, reading: "idle" };
}

/** The state that goes with what is rendered now; the same object where nothing has changed. */
function follow(state: State, wall: string, key: string, first: WallPage): State {
  if (state.wall !== wall) return begin(wall, key, first, true);
  if (state.key !== key && state.first !== first) return begin(wall, key, first, true);
  // A place on the page got an address of its own: the wall stands as it is.
  if (state.key !== key) return { ...state, key };
  if (state.first !== first) return { ...state, first, page: join(first, state.page) };
  return state;
}

/** Keeps the wall for going back and for a reload of the page. */
function useMemory({ wall, key, page, added }: State) {
  useEffect(() => {
    rememberWall(key, { wall, ...page, added, scrollY });
  }, [wall, key, page, added]);
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
  readPage: (cursor: string) => Promise<ApiResult<WallPage>>,
) {
  const { pageKey } = useModal();
  const hydrated = useHydrated();
  const [state, setState] = useState(() => begin(wall, pageKey, first, hydrated));
  const current = follow(state, wall, pageKey, first);
  if (current !== state) setState(current);
  useMemory(current);

  // After a reload the browser first takes over what the server sent, then finds what it had before.
  const [restored, setRestored] = useState<number | null>(null);
  useLayoutEffect(() => {
    const before = begin(wall, pageKey, first, true);
    if (before.left === null || before.page.items.length <= first.items.length) return;
    setState((now) => (now.page.items.length < before.page.items.length ? before : now));
    setRestored(before.left);
    // Once: later changes are followed above.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  useLayoutEffect(() => {
    if (restored !== null) scrollTo(0, restored);
  }, [restored]);

  const { page, added, reading } = current;
  const asked = useRef<string | null>(null);
  async function readNext() {
    const { next } = page;
    if (next === null || asked.current === next) return;
    asked.current = next;
    setState((now) => ({ ...now, reading: "loading" }));
    const answer = await readPage(next);
    asked.current = null;
    setState((now) => {
      if (now.wall !== wall || now.page.next !== next) return { ...now, reading: "idle" };
      if (!answer.ok) return { ...now, reading: "failed" };
      // Pages of one cursor after the other never repeat a picture.
      const items = now.page.items.concat(answer.data.items);
      const grown = { items, next: answer.data.next };
      return { ...now, page: grown, added: now.added + 1, reading: "idle" };
    });
  }

  const end = useRef<HTMLDivElement>(null);
  const latest = useRef(readNext);
  useEffect(() => {
    latest.current = readNext;
  });
  const readMore = useCallback(() => latest.current(), []);
  const isAutomatic = hydrated && page.next !== null && added < automaticPages;
  useAutomaticPages(end, isAutomatic && reading === "idle", readMore);

  return {
    name: wall,
    pictures: page.items,
    next: page.next,
    rendered: first.items.length,
    reading,
    readMore,
    end,
    /** Where the wall was left, in px. */
    left: current.left,
  };
}
