import { useCallback, useEffect, useRef, useSyncExternalStore } from "react";
import {
  changeQuery,
  queryState,
  refreshQuery,
  timing,
  waiting,
  watchQuery,
  type QueryState,
  type Read,
  type WatchOptions,
} from "./queries.ts";

export type Query<T> = QueryState<T> & {
  /** There is neither data nor an error yet. */
  isLoading: boolean;
  /** Refetches at once. */
  again: () => Promise<void>;
  /** Changes the shown data, before or after the server is called. */
  change: (change: (now: T) => T) => void;
};

type QueryOptions = Partial<WatchOptions> & {
  /** Polling interval while the page is visible, in ms. */
  everyMs?: number | null;
};

const stopNothing = () => undefined;

/**
 * Reads from the API and keeps the data current: components with the same key share the request and the response, an
 * outdated response is never shown, and a failure is retried. See docs/product.md 9.4.
 * @param key identifies the data by everything it depends on; null reads nothing
 * @param read calls the API; it passes the signal on
 */
export function useQuery<T>(
  key: string | null,
  read: Read<T>,
  { freshMs = timing.dedupe, onFocus = true, everyMs = null }: QueryOptions = {},
): Query<T> {
  const latest = useRef(read);
  useEffect(() => {
    latest.current = read;
  });
  const subscribe = useCallback(
    (listener: () => void) =>
      key === null
        ? stopNothing
        : watchQuery(key, (signal) => latest.current(signal), { freshMs, onFocus }, listener),
    [key, freshMs, onFocus],
  );
  const state = useSyncExternalStore(
    subscribe,
    () => (key === null ? waiting : queryState(key, freshMs)),
    () => waiting,
  ) as QueryState<T>;
  useEffect(() => {
    if (key === null || everyMs === null) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") void refreshQuery(key);
    }, everyMs);
    return () => clearInterval(timer);
  }, [key, everyMs]);
  const again = useCallback(async () => {
    if (key !== null) await refreshQuery(key);
  }, [key]);
  const change = useCallback(
    (change: (now: T) => T) => {
      if (key !== null) changeQuery(key, change);
    },
    [key],
  );
  const isLoading = key !== null && state.data === null && state.failure === null;
  return { ...state, isLoading, again, change };
}
