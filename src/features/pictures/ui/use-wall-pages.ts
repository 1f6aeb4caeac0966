import { useEffect, useRef, useState } from "react";
import { paths } from "../../../paths.ts";
import { send } from "../../../ui/send.ts";
import { useHydrated } from "../../../ui/use-hydrated.ts";
import type { Tile } from "./tile.ts";

export type WallPage = { items: Tile[]; next: string | null };

/** After this many pages added by scrolling, "Show more" has to be pressed: the foot stays in reach. */
const automaticPages = 3;
/** A page is asked for when its place is this near to the window. */
const ahead = "900px";

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

type State = {
  wall: string;
  /** What the page was rendered with. */
  first: WallPage;
  page: WallPage;
  /** Pages added since. */
  added: number;
  reading: "idle" | "loading" | "failed";
};

const begin = (wall: string, first: WallPage): State => ({
  wall,
  first,
  page: remembered(wall, first),
  added: 0,
  reading: "idle",
});

/**
 * The wall's pages: the rendered one, those remembered, and each further one, read when its end comes in sight.
 * @param first what the page was rendered with, the same object for as long as it stands
 */
export function useWallPages(first: WallPage, shape: string | null, cursor: string | null) {
  const wall = `${shape ?? ""} ${cursor ?? ""}`;
  const [state, setState] = useState(() => begin(wall, first));
  let current = state;
  if (state.wall !== wall) current = begin(wall, first);
  else if (state.first !== first) current = { ...state, first, page: join(first, state.page) };
  if (current !== state) setState(current);

  const { page, added, reading } = current;
  useEffect(() => {
    if (added > 0) readBefore.set(wall, page);
  }, [added, page, wall]);

  const asked = useRef<string | null>(null);
  async function readMore() {
    const { next } = page;
    if (next === null || asked.current === next) return;
    asked.current = next;
    setState((now) => ({ ...now, reading: "loading" }));
    const answer = await send<WallPage>("GET", paths.api.pictures({ shape, cursor: next }));
    asked.current = null;
    setState((now) => {
      if (now.wall !== wall) return now;
      if (!answer.ok) return { ...now, reading: "failed" };
      return { ...now, page: join(now.page, answer.data), added: now.added + 1, reading: "idle" };
    });
  }

  const hydrated = useHydrated();
  const scrolling =
    hydrated && page.next !== null && added < automaticPages && reading !== "failed";
  const end = useRef<HTMLDivElement>(null);
  const more = useRef(readMore);
  useEffect(() => {
    more.current = readMore;
  });
  useEffect(() => {
    if (!scrolling || reading !== "idle" || end.current === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) void more.current();
      },
      { rootMargin: ahead },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [scrolling, reading]);

  return {
    pictures: page.items,
    next: page.next,
    rendered: first.items.length,
    reading,
    /** The next page comes by itself when its place is scrolled to. */
    scrolling,
    readMore,
    end,
  };
}
