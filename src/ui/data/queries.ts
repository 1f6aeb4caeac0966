import type { ApiResult, Problem } from "../api-client.ts";

/** The defaults of reading data in the browser, in ms. See docs/product.md 9.4. */
export const timing = {
  /** Questions of one key within this time share one request. */
  dedupe: 2_000,
  /** The focus of the window makes a query ask again at most this often. */
  focusThrottle: 5_000,
  /** After a failure the query asks again by itself; each further time it waits twice as long. */
  errorRetry: 5_000,
  /** A first answer that takes longer is slow, and the page may say so. */
  loadingSlow: 3_000,
} as const;

const longestRetry = 60_000;
/** Results that nobody shows any more are kept for a reader who comes back; of more than these the oldest go. */
const mostUnused = 20;

export type Failure = { status: number; problem: Problem };

export type QueryState<T> = {
  /** The last answer, also while a newer one is asked for. */
  data: T | null;
  /** Why the last request failed; null after a good answer. */
  failure: Failure | null;
  /** There is nothing to show yet, and the answer takes long. */
  isSlow: boolean;
};

export type Read<T> = (signal: AbortSignal) => Promise<ApiResult<T>>;

export type WatchOptions = {
  /** Data that were asked for within this time are not asked for again by a new reader, in ms. */
  freshMs: number;
  /** Whether the focus of the window asks again. */
  onFocus: boolean;
};

type Entry = {
  state: QueryState<unknown>;
  read: Read<unknown>;
  listeners: Map<() => void, WatchOptions>;
  /** When the last request began. */
  startedAt: number;
  request: { controller: AbortController; done: Promise<void> } | null;
  failures: number;
  retry?: ReturnType<typeof setTimeout>;
  slow?: ReturnType<typeof setTimeout>;
  /** The focus counts from then on. */
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

/** Whether what is known was left behind by earlier readers too long ago for a new one. */
const isExpired = (entry: Entry, freshMs: number) =>
  entry.listeners.size === 0 && entry.request === null && ageOf(entry) >= freshMs;

/** Whether another request can bring something else: what the server refuses, it refuses again. */
const isPassing = ({ status }: Failure) => status === 0 || status === 429 || status >= 500;

function retryLater(entry: Entry, failure: Failure & { retryAfterSeconds: number | null }): void {
  if (!isPassing(failure) || entry.listeners.size === 0) return;
  const own = timing.errorRetry * 2 ** (entry.failures - 1);
  const wait = Math.max((failure.retryAfterSeconds ?? 0) * 1000, Math.min(own, longestRetry));
  entry.retry = setTimeout(() => void request(entry), wait);
}

/** Asks, in place of any request under way: the answer of an aborted one is not read. */
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

/** Asks unless a request is under way or one began just before. */
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

/** What is known of a query now. */
export function queryState(key: string, freshMs: number): QueryState<unknown> {
  const entry = entries.get(key);
  return entry === undefined || isExpired(entry, freshMs) ? waiting : entry.state;
}

/** Asks again where the window got the focus; where the connection is back, what failed. */
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

/** Reads a query for as long as somebody shows it; the result stops that. A request that nobody waits for is aborted. */
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
    // A component that is put in the place of another one comes in the same turn.
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

/** Asks again at once, whatever is known. */
export async function refreshQuery(key: string): Promise<void> {
  const entry = entries.get(key);
  if (entry === undefined) return;
  if (entry.state.data === null) set(entry, { failure: null });
  await request(entry);
}

/** Changes what is shown. An answer under way knows nothing of the change, so it is asked for again. */
export function changeQuery<T>(key: string, change: (now: T) => T): void {
  const entry = entries.get(key);
  if (entry === undefined || entry.state.data === null) return;
  set(entry, { data: change(entry.state.data as T) });
  if (entry.request !== null) void request(entry);
}

/** Reads what will probably be shown next, once within `freshMs`. */
export function readAheadOf<T>(key: string, read: Read<T>, freshMs: number): void {
  void ask(entryOf(key, read, freshMs), freshMs);
}
