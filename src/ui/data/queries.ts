import type { ApiResult, Problem } from "../api-client.ts";

/** The defaults of reading data in the browser, in ms. See docs/product.md 9.4. */
export const timing = {
  /** Requests with the same key within this time are deduplicated. */
  dedupe: 2_000,
  /** A window focus refetches a query at most this often. */
  focusThrottle: 5_000,
  /** Delay of the first retry after a failure; it doubles with each further one. */
  errorRetry: 5_000,
  /** A first response that takes longer than this is slow, and the page may say so. */
  loadingSlow: 3_000,
} as const;

const longestRetry = 60_000;
/** Unused results are kept for later readers; above this number the oldest are dropped. */
const mostUnused = 20;

export type Failure = { status: number; problem: Problem };

export type QueryState<T> = {
  /** The last response, also while it is being refetched. */
  data: T | null;
  /** Why the last request failed; null after a success. */
  failure: Failure | null;
  /** There is no data yet, and the response takes long. */
  isSlow: boolean;
};

export type Read<T> = (signal: AbortSignal) => Promise<ApiResult<T>>;

export type WatchOptions = {
  /** Data younger than this is not refetched for a new reader, in ms. */
  freshMs: number;
  /** Whether a window focus refetches the query. */
  onFocus: boolean;
};

type Entry = {
  state: QueryState<unknown>;
  read: Read<unknown>;
  listeners: Map<() => void, WatchOptions>;
  /** When the last request was started. */
  startedAt: number;
  request: { controller: AbortController; done: Promise<void> } | null;
  failures: number;
  retry?: ReturnType<typeof setTimeout>;
  slow?: ReturnType<typeof setTimeout>;
  /** A window focus refetches from this time on. */
  focusFrom: number;
};

export const waiting: QueryState<never> = { data: null, failure: null, isSlow: false };

/** The queries of this tab by key. */
const entries = new Map<string, Entry>();

const ageOf = (entry: Entry) => performance.now() - entry.startedAt;

function set(entry: Entry, change: Partial<QueryState<unknown>>): void {
  entry.state = { ...entry.state, ...change };
  for (const listener of entry.listeners.keys()) listener();
}

/** Whether unused data has become too old for a new reader. */
const isExpired = (entry: Entry, freshMs: number) =>
  entry.listeners.size === 0 && entry.request === null && ageOf(entry) >= freshMs;

/** Whether a retry can succeed: a refusal by the server is final. */
const isPassing = ({ status }: Failure) => status === 0 || status === 429 || status >= 500;

function retryLater(entry: Entry, failure: Failure & { retryAfterSeconds: number | null }): void {
  if (!isPassing(failure) || entry.listeners.size === 0) return;
  const own = timing.errorRetry * 2 ** (entry.failures - 1);
  const wait = Math.max((failure.retryAfterSeconds ?? 0) * 1000, Math.min(own, longestRetry));
  entry.retry = setTimeout(() => void request(entry), wait);
}

/** Fetches and replaces any pending request, whose response is ignored. */
function request(entry: Entry): Promise<void> {
  entry.request?.controller.abort();
  clearTimeout(entry.retry);
  clearTimeout(entry.slow);
  const controller = new AbortController();
  entry.startedAt = performance.now();
  if (entry.state.data === null) {
    entry.slow = setTimeout(() => set(entry, { isSlow: true }), timing.loadingSlow);
  }
  const work = async () => {
    const answer = await entry.read(controller.signal);
    if (controller.signal.aborted) return;
    clearTimeout(entry.slow);
    entry.request = null;
    if (answer.ok) {
      entry.failures = 0;
      set(entry, { data: answer.data, failure: null, isSlow: false });
    } else {
      entry.failures += 1;
      set(entry, { failure: answer, isSlow: false });
      retryLater(entry, answer);
    }
  };
  const done = work();
  entry.request = { controller, done };
  return done;
}

/** Fetches unless a request is pending or was started just before. */
function ask(entry: Entry, freshMs: number): Promise<void> {
  if (entry.request !== null) return entry.request.done;
  const isKnown = entry.state.data !== null && ageOf(entry) < freshMs;
  const hasJustFailed = entry.state.failure !== null && ageOf(entry) < timing.dedupe;
  return isKnown || hasJustFailed ? Promise.resolve() : request(entry);
}

function forgetOld(): void {
  const unused = [...entries].filter(([, entry]) => isExpired(entry, timing.dedupe));
  for (const [key] of unused.slice(0, -mostUnused)) entries.delete(key);
}

function entryOf(key: string, read: Read<unknown>, freshMs: number): Entry {
  const known = entries.get(key);
  if (known !== undefined && !isExpired(known, freshMs)) return known;
  const entry: Entry = {
    state: waiting,
    read,
    listeners: new Map(),
    startedAt: -Infinity,
    request: null,
    failures: 0,
    focusFrom: 0,
  };
  entries.delete(key);
  entries.set(key, entry);
  forgetOld();
  return entry;
}

/** The current state of a query. */
export function queryState(key: string, freshMs: number): QueryState<unknown> {
  const entry = entries.get(key);
  return entry === undefined || isExpired(entry, freshMs) ? waiting : entry.state;
}

/** Refetches on window focus; when the connection is back, refetches what failed. */
export function noteFocus(): void {
  for (const entry of entries.values()) {
    const isWanted = [...entry.listeners.values()].some(({ onFocus }) => onFocus);
    if (!isWanted || performance.now() < entry.focusFrom) continue;
    entry.focusFrom = performance.now() + timing.focusThrottle;
    void ask(entry, timing.dedupe);
  }
}

function noteOnline(): void {
  for (const entry of entries.values()) {
    if (entry.listeners.size > 0 && entry.state.failure !== null) void request(entry);
  }
}

let isListening = false;

function listenToWindow(): void {
  if (isListening || typeof document === "undefined") return;
  isListening = true;
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") noteFocus();
  });
  addEventListener("focus", noteFocus);
  addEventListener("online", noteOnline);
}

/** Subscribes to a query; returns an unsubscribe function. A request without subscribers is aborted. */
export function watchQuery(
  key: string,
  read: Read<unknown>,
  options: WatchOptions,
  listener: () => void,
): () => void {
  listenToWindow();
  const entry = entryOf(key, read, options.freshMs);
  entry.read = read;
  entry.focusFrom = Math.max(entry.focusFrom, performance.now() + timing.focusThrottle);
  entry.listeners.set(listener, options);
  void ask(entry, options.freshMs);
  return () => {
    entry.listeners.delete(listener);
    // A component that replaces another one mounts in the same task.
    setTimeout(() => {
      if (entry.listeners.size > 0) return;
      clearTimeout(entry.retry);
      clearTimeout(entry.slow);
      if (entry.request === null) return;
      entry.request.controller.abort();
      entries.delete(key);
    });
  };
}

/** Refetches at once. */
export async function refreshQuery(key: string): Promise<void> {
  const entry = entries.get(key);
  if (entry === undefined) return;
  if (entry.state.data === null) set(entry, { failure: null });
  await request(entry);
}

/** Changes the shown data. A pending response does not contain the change, so it is refetched. */
export function changeQuery<T>(key: string, change: (now: T) => T): void {
  const entry = entries.get(key);
  if (entry === undefined || entry.state.data === null) return;
  set(entry, { data: change(entry.state.data as T) });
  if (entry.request !== null) void request(entry);
}

/** Prefetches data, once within `freshMs`. */
export function readAheadOf<T>(key: string, read: Read<T>, freshMs: number): void {
  void ask(entryOf(key, read, freshMs), freshMs);
}
