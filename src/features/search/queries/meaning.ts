import { LRUCache } from "lru-cache";
import { isVisionError, type Vision } from "#app/adapters/vision/port.ts";
import type { Services } from "#app/services.ts";

type MeaningServices = Pick<Services, "vision" | "log">;

/** Meanings of what was asked lately: 2 kB each. */
const remembered = 1_000;
/** A reader who is only starting takes a second; who waits longer gets the results of the words alone. */
const patienceMs = 2_500;

/** What the same process was asked before; whatever is in it can be lost without harm. */
const known = new WeakMap<Vision, LRUCache<string, { meaning: Promise<Float32Array | null> }>>();

function knownBy(vision: Vision) {
  const cache = known.get(vision) ?? new LRUCache({ max: remembered });
  known.set(vision, cache);
  return cache;
}

async function embed({ vision, log }: MeaningServices, text: string): Promise<Float32Array | null> {
  try {
    const [meaning] = await vision.embedText([text]);
    return meaning;
  } catch (error) {
    if (!isVisionError(error, "cancelled")) log.warn({ err: error }, "a query was not understood");
    knownBy(vision).delete(text);
    return null;
  }
}

/**
 * What a query means, or null where that cannot be known: the helper is off, does not answer in time, or cannot read
 * the text. The search then goes by the words alone.
 */
export async function meaningOf(
  services: MeaningServices,
  text: string,
): Promise<Float32Array | null> {
  const { vision } = services;
  if (!vision.has("meaning") || text === "") return null;
  const cache = knownBy(vision);
  const asked = text.toLowerCase();
  const entry = cache.get(asked) ?? { meaning: embed(services, asked) };
  cache.set(asked, entry);
  const { promise: tooLate, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(resolve, patienceMs, null);
  try {
    return await Promise.race([entry.meaning, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
