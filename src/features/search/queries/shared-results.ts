import { LRUCache } from "lru-cache";
import { t } from "#app/language/message.ts";
import { createGate } from "#app/lib/gate.ts";
import type { SearchHits } from "#app/rules/search-hits.ts";
import type { Services } from "#app/services.ts";
import { queryIndex } from "./index-query.ts";
import { openPalettes } from "./palettes.ts";
import { openState } from "./recent.ts";
import type { SearchRequest } from "./request.ts";
import { openSigns } from "./signs.ts";
import { openSynonyms } from "./synonyms.ts";
import { openVocabulary } from "./vocabulary.ts";

type SearchServices = Pick<Services, "db" | "search" | "log">;

/** Results of equal requests are the same for so long; what this process changes is seen at once. */
const keptMs = 10_000;
const mostKept = 500;

/** Opens what the searches of a process share. Few of them run at once: processor and connections are left to the rest of the site. */
export function openSearch(): Services["search"] {
  return {
    gate: createGate({
      wide: 3,
      queue: 100,
      waitMs: 2_000,
      detail: () => t`Too many searches are running right now`,
    }),
    hits: new LRUCache({ max: mostKept, ttl: keptMs }),
    collections: new LRUCache({ max: mostKept, ttl: keptMs }),
    state: openState(),
    signs: openSigns(),
    palettes: openPalettes(),
    uncounted: { queries: new Map(), timer: undefined, writing: Promise.resolve() },
    synonyms: openSynonyms(),
    vocabulary: openVocabulary(),
  };
}

type Results<Hits> = LRUCache<string, { result: Promise<Hits> }>;

async function dropUnless<Hits>(
  results: Results<Hits>,
  key: string,
  result: Promise<Hits>,
  isGood: () => boolean,
): Promise<void> {
  const isKept = await result.then(isGood, () => false);
  if (!isKept && results.peek(key)?.result === result) results.delete(key);
}

/**
 * The result of an equal request of a moment ago or under way, else of this one.
 * @param isGood whether a result that came may be kept; an error is not
 */
export function sharedResult<Hits>(
  results: Results<Hits>,
  key: string,
  find: () => Promise<Hits>,
  isGood = () => true,
): Promise<Hits> {
  const before = results.get(key);
  if (before !== undefined) return before.result;
  const result = find();
  results.set(key, { result });
  void dropUnless(results, key, result, isGood);
  return result;
}

/**
 * Pictures that have what a request asks for: the result of an equal request of a moment ago or under way, else of this
 * one when its turn comes.
 * @throws AppError unavailable after 2 s; invalid-request for a place of another list
 */
export function findHits(services: SearchServices, request: SearchRequest): Promise<SearchHits> {
  const { gate, hits } = services.search;
  // Likes, collections and private pictures change without this index: their searches are not shared.
  if (request.scope !== undefined) return gate.run(() => queryIndex(services, request));
  let isLess = false;
  const meaning = async () => {
    const found = await request.meaning();
    isLess = found === null;
    return found;
  };
  // The meaning is of the words, which are in the key; a function is left out of it.
  return sharedResult(
    hits,
    JSON.stringify(request),
    () => gate.run(() => queryIndex(services, { ...request, meaning })),
    // What went by the words alone may be better a moment later.
    () => !isLess,
  );
}
