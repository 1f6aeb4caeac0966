/** Memoises a value for a while; a failure is not cached, and concurrent callers share one call. */
export function remembered<T>(forMs: number, ask: () => Promise<T>): () => Promise<T> {
  let latest: { at: number; value: Promise<T> } | undefined;
  return () => {
    if (latest && performance.now() - latest.at < forMs) return latest.value;
    const value = ask();
    const entry = { at: performance.now(), value };
    latest = entry;
    value.catch(() => {
      if (latest === entry) latest = undefined;
    });
    return value;
  };
}
