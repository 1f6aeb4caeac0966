import { LRUCache } from "lru-cache";

type Kept = { status: number; headers: [string, string][]; body: string };

export type ResponseCache = {
  /** The cached or pending response of an equal request, else that of `ask`. */
  get(key: string, ask: () => Promise<Response>): Promise<Response>;
};

const memory = 32 * 1024 ** 2;
const longestMs = 60_000;

function maxAgeMs(headers: Headers): number {
  const header = headers.get("cache-control") ?? "";
  if (!/\bpublic\b/.test(header)) return 0;
  return Number(/\bmax-age=(\d+)/.exec(header)?.[1] ?? 0) * 1000;
}

const again = ({ status, headers, body }: Kept) => new Response(body, { status, headers });

/** Caches responses that are marked as public, for a minute at most. */
export function createResponseCache(): ResponseCache {
  const kept = new LRUCache<string, Kept>({
    maxSize: memory,
    maxEntrySize: memory / 4,
    sizeCalculation: ({ body }) => body.length + 1_000,
  });
  const asking = new Map<string, Promise<Kept>>();

  async function askAnew(key: string, ask: () => Promise<Response>): Promise<Kept> {
    const answer = await ask();
    const { status, headers } = answer;
    const found = { status, headers: [...headers], body: await answer.text() };
    const ttl = Math.min(longestMs, answer.ok ? maxAgeMs(headers) : 0);
    if (ttl > 0) kept.set(key, found, { ttl });
    return found;
  }

  return {
    async get(key, ask) {
      const before = kept.get(key);
      if (before !== undefined) return again(before);
      let answer = asking.get(key);
      if (answer === undefined) {
        answer = askAnew(key, ask).finally(() => asking.delete(key));
        asking.set(key, answer);
      }
      return again(await answer);
    },
  };
}
