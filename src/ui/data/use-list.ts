import { useCallback, useEffect, useRef, useState } from "react";
import type { ApiResult } from "../api-client.ts";

export type Page<Item> = { items: readonly Item[]; next: string | null };

/** The state of a list: its items, the cursor of the next page, and how many pages were added to the first one. */
export type Pages<Item> = { items: Item[]; next: string | null; added: number };

export type Reading = "idle" | "loading" | "failed";

/** Stands for a first page that was not rendered: it is read as soon as the list is shown. */
export const unread: Page<never> = { items: [], next: "" };

type ListOptions<Item> = {
  /** The page's rendered data, which must keep its identity between renders; `unread` if there is none. */
  first: Page<Item>;
  /** Reads the page at a cursor; the first page has an empty cursor. */
  readPage: (cursor: string, signal: AbortSignal) => Promise<ApiResult<Page<Item>>>;
  /** Key of an item; an item in two pages is shown once. */
  keyOf: (item: Item) => string;
  /** A new name resets the list. Without a name a new `first` resets it. */
  name?: string;
  /** Merges a newly rendered first page into the list of the same name. */
  merge?: (first: Page<Item>, known: Pages<Item>) => Pages<Item>;
  /** Initial state that replaces the first page, e.g. all pages loaded before the reader went elsewhere. */
  restore?: () => Pages<Item> | null;
};

type State<Item> = {
  /** A new object for each list. */
  list: { name: string | undefined };
  first: Page<Item>;
  pages: Pages<Item>;
  reading: Reading;
};

/** The items of both, each once, at its first position. */
export function joinItems<Item>(
  before: readonly Item[],
  after: readonly Item[],
  keyOf: (item: Item) => string,
): Item[] {
  const known = new Set(before.map(keyOf));
  return [...before, ...after.filter((item) => !known.has(keyOf(item)))];
}

function begin<Item>({ name, first, restore }: ListOptions<Item>): State<Item> {
  const pages = restore?.() ?? { items: [...first.items], next: first.next, added: 0 };
  return { list: { name }, first, pages, reading: "idle" };
}

/** The state for the current render; keeps its identity if nothing has changed. */
function follow<Item>(state: State<Item>, options: ListOptions<Item>): State<Item> {
  const { first, name, merge } = options;
  if (state.list.name !== name) return begin(options);
  if (state.first === first) return state;
  if (name === undefined) return begin(options);
  const { pages } = state;
  const merged = merge
    ? merge(first, pages)
    : { ...pages, items: joinItems(first.items, pages.items, options.keyOf) };
  return { ...state, first, pages: merged };
}

/** A list that is read page by page: without duplicates, with retries, and without responses of a previous list. */
export function useList<Item>(options: ListOptions<Item>) {
  const [state, setState] = useState(() => begin(options));
  const current = follow(state, options);
  if (current !== state) setState(current);

  const latest = useRef({ state: current, options });
  useEffect(() => {
    latest.current = { state: current, options };
  });
  const asked = useRef<{ list: object; cursor: string; controller: AbortController } | null>(null);

  const readMore = useCallback(async () => {
    const { list, pages } = latest.current.state;
    const { next } = pages;
    if (next === null) return;
    if (asked.current?.list === list && asked.current.cursor === next) return;
    asked.current?.controller.abort();
    const own = { list, cursor: next, controller: new AbortController() };
    asked.current = own;
    const { signal } = own.controller;
    setState((now) => (now.list === list ? { ...now, reading: "loading" } : now));
    const answer = await latest.current.options.readPage(next, signal);
    if (asked.current === own) asked.current = null;
    if (signal.aborted) return;
    const { keyOf } = latest.current.options;
    setState((now) => {
      if (now.list !== list) return now;
      if (now.pages.next !== next) return { ...now, reading: "idle" };
      if (!answer.ok) return { ...now, reading: "failed" };
      const items = joinItems(now.pages.items, answer.data.items, keyOf);
      const added = now.pages.added + 1;
      return { ...now, pages: { items, next: answer.data.next, added }, reading: "idle" };
    });
  }, []);

  // A list that was not rendered is read when it is shown; the request is aborted on unmount.
  const unreadList = current.pages.next === "" ? current.list : null;
  useEffect(() => {
    if (unreadList !== null) void readMore();
  }, [unreadList, readMore]);
  useEffect(() => {
    return () => {
      asked.current?.controller.abort();
      asked.current = null;
    };
  }, []);

  /** Changes the state of the list, e.g. after an item was deleted. */
  const change = useCallback((change: (now: Pages<Item>) => Pages<Item>) => {
    setState((now) => ({ ...now, pages: change(now.pages) }));
  }, []);

  const { items, next, added } = current.pages;
  return { items, next, added, reading: current.reading, readMore, change };
}
