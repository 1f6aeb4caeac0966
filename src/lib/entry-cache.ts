import { LRUCache } from "lru-cache";

type Options<V extends object | boolean | number> = Pick<
  LRUCache.Options<string, V, unknown>,
  "ttl" | "dispose"
>;

/**
 * The entries that were used last, by name. The library reserves the room for `max` entries at once, 2 MB for 50,000 with
 * a lifetime; one with a limit of size alone grows with what is in it.
 * @param most entries
 */
export function openEntryCache<V extends object | boolean | number>(
  most: number,
  options: Options<V> = {},
): LRUCache<string, V> {
  return new LRUCache<string, V>({ ...options, maxSize: most, sizeCalculation: () => 1 });
}
