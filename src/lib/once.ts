/** Calls it once, when somebody asks: for what takes memory that a process may never need. */
export function once<T>(make: () => T): () => T {
  let known: { value: T } | null = null;
  return () => (known ??= { value: make() }).value;
}
