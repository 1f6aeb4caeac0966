import { LRUCache } from "lru-cache";
import { isVisionError, type Vision } from "#app/adapters/vision/port.ts";
import type { Services } from "#app/services.ts";

type EmbeddingServices = Pick<Services, "vision" | "log">;

/** Meanings of what was asked lately: 2 kB each. */
const remembered = 1_000;
/**
 * A reader who is only starting takes a second, longer on a busy machine; who waits longer gets the results of the words
 * alone, so that no search takes two seconds for it. The next one finds the reader awake.
 */
const patienceMs = 1_000;

type Entry = {
  meaning: Promise<Float32Array | null>;
  /** How many still wait for it; when nobody does, its turn need not come. */
  waiting: number;
  nobodyWaits: AbortController;
};

/** What the same process was asked before; whatever is in it can be lost without harm. */
const known = new WeakMap<Vision, LRUCache<string, Entry>>();

function knownBy(vision: Vision) {
  const cache = known.get(vision) ?? new LRUCache({ max: remembered });
  known.set(vision, cache);
  return cache;
}

async function embed(
  { vision, log }: EmbeddingServices,
  text: string,
  nobodyWaits: AbortSignal,
): Promise<Float32Array | null> {
  try {
    const [meaning] = await vision.embedText([text], nobodyWaits);
    return meaning;
  } catch (error) {
    const isExpected = isVisionError(error, "cancelled") || isVisionError(error, "busy");
    if (!isExpected) log.warn({ err: error }, "cannot embed a query");
    knownBy(vision).delete(text);
    return null;
  }
}

function ask(services: EmbeddingServices, text: string): Entry {
  const nobodyWaits = new AbortController();
  const meaning = embed(services, text, nobodyWaits.signal);
  return { meaning, waiting: 0, nobodyWaits };
}

/**
 * What a query means, or null where that cannot be known: the helper is off, busy, does not answer in time, or cannot
 * read the text. The search then goes by the words alone.
 */
export async function embeddingOf(
  services: EmbeddingServices,
  text: string,
): Promise<Float32Array | null> {
  const { vision } = services;
  if (!vision.has("meaning") || text === "") return null;
  const cache = knownBy(vision);
  const asked = text.toLowerCase();
  const entry = cache.get(asked) ?? ask(services, asked);
  cache.set(asked, entry);
  entry.waiting += 1;
  const { promise: tooLate, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(resolve, patienceMs, null);
  try {
    return await Promise.race([entry.meaning, tooLate]);
  } finally {
    clearTimeout(timer);
    entry.waiting -= 1;
    if (entry.waiting === 0) entry.nobodyWaits.abort();
  }
}
