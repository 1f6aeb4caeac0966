import { useRef, useState } from "react";
import type { ApiResult } from "./api-client.ts";

export type Page<Item> = { items: Item[]; next: string | null };
type State<Item> = { first: Page<Item>; page: Page<Item>; reading: "idle" | "loading" | "failed" };

/**
 * A list that grows by a press on "Show more".
 * @param first what the page was rendered with, the same object for as long as it stands
 * @param keyOf tells the items apart: one that is in two pages is shown once
 * @param readPage reads the page of a cursor
 */
export function useMore<Item>(
  first: Page<Item>,
  keyOf: (item: Item) => string,
  readPage: (cursor: string) => Promise<ApiResult<Page<Item>>>,
) {
  const [state, setState] = useState<State<Item>>({ first, page: first, reading: "idle" });
  let current = state;
  if (state.first !== first) {
    current = { first, page: first, reading: "idle" };
    setState(current);
  }
  const asked = useRef<string | null>(null);
  async function readMore() {
    const { next } = current.page;
    if (next === null || asked.current === next) return;
    asked.current = next;
    setState((now) => ({ ...now, reading: "loading" }));
    const answer = await readPage(next);
    asked.current = null;
    setState((now) => {
      if (now.first !== first || now.page.next !== next) return { ...now, reading: "idle" };
      if (!answer.ok) return { ...now, reading: "failed" };
      const known = new Set(now.page.items.map(keyOf));
      const added = answer.data.items.filter((item) => !known.has(keyOf(item)));
      const page = { items: [...now.page.items, ...added], next: answer.data.next };
      return { first, page, reading: "idle" };
    });
  }
  return { items: current.page.items, next: current.page.next, reading: current.reading, readMore };
}
