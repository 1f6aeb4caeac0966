import { LRUCache } from "lru-cache";
import { renderAtOnce } from "./render-page.ts";
import type { MarkupCache } from "./ui/markup-cache.ts";

/** Characters that are kept: some 2,000 cards of pictures, which is more than all pages in memory show. */
const usualRoom = 4 * 1024 ** 2;

/** Keeps the markup that was asked for last (decision 507). @param room characters, keys included */
export function createMarkupCache(room = usualRoom): MarkupCache {
  const kept = new LRUCache<string, string>({
    maxSize: room,
    sizeCalculation: (html, key) => html.length + key.length,
  });
  return (key, part) => {
    const known = kept.get(key);
    if (known !== undefined) return known;
    const html = renderAtOnce(part());
    if (html !== null) kept.set(key, html);
    return html;
  };
}
