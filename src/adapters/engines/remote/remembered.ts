/** A value asked for at most once in a while; a failure is not remembered, and callers at once share one question. */
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
