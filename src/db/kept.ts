import type { Live } from "./live.ts";

/** Milliseconds after which a value is read again without having been announced to have changed. */
const trustMs = 5_000;

type Entry = { asked: Promise<unknown> | null; until: number };

/** One set of values per process and database. */
const all = new WeakMap<Live, Map<string, Entry>>();

function entryOf(live: Live, channel: string): Entry {
  const own = all.get(live) ?? new Map<string, Entry>();
  all.set(live, own);
  const before = own.get(channel);
  if (before !== undefined) return before;
  const entry: Entry = { asked: null, until: 0 };
  own.set(channel, entry);
  const forget = () => (entry.asked = null);
  live.on(channel, forget);
  live.onReconnect(forget);
  return entry;
}

/**
 * Something small that is read often and changed seldom, from memory: until the channel tells that it has changed, within milliseconds of the
 * commit, and at most five seconds where the announcement is lost. @param channel of one kind of value alone
 */
export function kept<T>(live: Live, channel: string, ask: () => Promise<T>): Promise<T> {
  const entry = entryOf(live, channel);
  if (entry.asked === null || entry.until <= performance.now()) {
    const asked = ask();
    entry.asked = asked;
    entry.until = performance.now() + trustMs;
    asked.catch(() => {
      if (entry.asked === asked) entry.asked = null;
    });
  }
  return entry.asked as Promise<T>;
}

/** After a change by this process, whose announcement may come later than the next reader. */
export function forgetKept(live: Live, channel: string): void {
  entryOf(live, channel).asked = null;
}
