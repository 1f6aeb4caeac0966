import { useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { paths } from "../../../paths.ts";
import type { WallPicture } from "../queries.ts";

export type WallPage = { items: WallPicture[]; next: string | null };

/** After this many pages added by scrolling, "Show more" has to be pressed: the foot stays in reach. */
const automaticPages = 3;

/** Pages already read in this tab, by wall: going back finds the wall as it was left. */
const readBefore = new Map<string, WallPage>();

function join(first: WallPage, more: WallPage): WallPage {
  const known = new Set(first.items.map((picture) => picture.id));
  const added = more.items.filter((picture) => !known.has(picture.id));
  return { items: [...first.items, ...added], next: more.next };
}

function remembered(wall: string, first: WallPage): WallPage {
  const before = readBefore.get(wall);
  return before === undefined ? first : join(first, before);
}

/**
 * The wall's pages: the rendered one, those remembered, and each further one read when its end comes in sight.
 * @param first what the page was rendered with, the same object for as long as it stands
 */
export function useWallPages(first: WallPage, shape: string | null, cursor: string | null) {
  const wall = `${shape ?? ""} ${cursor ?? ""}`;
  const fetcher = useFetcher<WallPage>();
  const sentinel = useRef<HTMLDivElement>(null);
  const [state, setState] = useState(() => ({
    wall,
    first,
    page: remembered(wall, first),
    added: 0,
  }));
  const taken = useRef<unknown>(null);

  let current = state;
  if (state.wall !== wall || state.first !== first) {
    current =
      state.wall === wall
        ? { ...state, first, page: join(first, state.page) }
        : { wall, first, page: remembered(wall, first), added: 0 };
    setState(current);
  }

  useEffect(() => {
    if (fetcher.data === undefined || fetcher.data === taken.current) return;
    taken.current = fetcher.data;
    const more = fetcher.data;
    setState((now) => ({ ...now, page: join(now.page, more), added: now.added + 1 }));
  }, [fetcher.data]);

  const { page, added } = current;
  useEffect(() => {
    if (page.items.length > first.items.length) readBefore.set(wall, page);
  }, [page, first, wall]);

  const loading = fetcher.state !== "idle";
  const automatic = page.next !== null && added < automaticPages && !loading;
  const showMore = () => {
    if (page.next !== null && !loading) {
      void fetcher.load(`${paths.home({ shape, cursor: page.next })}&index`);
    }
  };
  const more = useRef(showMore);
  useEffect(() => {
    more.current = showMore;
  });
  useEffect(() => {
    const end = sentinel.current;
    if (!automatic || end === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && more.current(),
      { rootMargin: "900px" },
    );
    observer.observe(end);
    return () => observer.disconnect();
  }, [automatic]);

  return {
    pictures: page.items,
    next: page.next,
    rendered: first.items.length,
    loading,
    showMore,
    sentinel,
  };
}
