import { useCallback, useEffect, useRef, useState } from "react";
import type { ApiResult } from "../api-client.ts";

export type Page<Item> = { items: readonly Item[]; next: string | null };

/** What is known of a list: its items, the cursor of the next page, and how many pages were added to the first one. */
export type Pages<Item> = { items: Item[]; next: string | null; added: number };

export type Reading = "idle" | "loading" | "failed";

/** The first page of a list that the page was not rendered with: it is read as soon as the list is shown. */
export const unread: Page<never> = { items: [], next: "" };

type ListOptions<Item> = {
  /** What the page was rendered with, the same object for as long as it stands; `unread` for nothing. */
  first: Page<Item>;
  /** Reads the page of a cursor; that of the first page is empty. */
  readPage: (cursor: string, signal: AbortSignal) => Promise<ApiResult<Page<Item>>>;
  /** Tells the items apart: one that is in two pages is shown once. */
  keyOf: (item: Item) => string;
  /** A list of another name begins anew. Without a name it does so when `first` is another. */
  name?: string;
  /** Joins a first page that was rendered again with what is known of the list of the same name. */
  merge?: (first: Page<Item>, known: Pages<Item>) => Pages<Item>;
  /** What a list begins with in place of its first page, e.g. all that was read before the reader went elsewhere. */
  restore?: () => Pages<Item> | null;
};

type State<Item> = {
  /** Another object for each list that begins. */
  list: { name: string | undefined };
  first: Page<Item>;
  pages: Pages<Item>;
  reading: Reading;
};

/** The items of both, each once, in the place where it stood first. */
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

/** The state that goes with what is rendered now; the same object where nothing has changed. */
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

/** A list that is read page by page: each item once, a failed page tried again, no answer of a list that is gone. */
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

  // A list that was not rendered is read when it is shown; a reader who leaves waits for nothing.
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

  /** Changes what is known of the list, e.g. after an item was deleted. */
  const change = useCallback((change: (now: Pages<Item>) => Pages<Item>) => {
    setState((now) => ({ ...now, pages: change(now.pages) }));
  }, []);

  const { items, next, added } = current.pages;
  return { items, next, added, reading: current.reading, readMore, change };
}
