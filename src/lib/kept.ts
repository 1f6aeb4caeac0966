import { LRUCache } from "lru-cache";

export type KeptOptions = {
  /** Most results kept. */
  max: number;
  ttlMs: number;
};

export type Kept<T> = (source: object, key: string, ask: () => Promise<T>) => Promise<T>;

/**
 * Caches the results of equal calls for a moment and shares calls in flight; errors are not cached. An entry
 * belongs to its source (a database, say) and is dropped with it.
 */
export function createKept<T>({ max, ttlMs }: KeptOptions): Kept<T> {
  const bySource = new WeakMap<object, LRUCache<string, { answer: Promise<T> }>>();
  return (source, key, ask) => {
    let answers = bySource.get(source);
    if (answers === undefined) {
      answers = new LRUCache({ max, ttl: ttlMs });
      bySource.set(source, answers);
    }
    const before = answers.get(key);
    if (before !== undefined) return before.answer;
    const entry = { answer: ask() };
    answers.set(key, entry);
    entry.answer.catch(() => {
      if (answers.get(key) === entry) answers.delete(key);
    });
    return entry.answer;
  };
}
