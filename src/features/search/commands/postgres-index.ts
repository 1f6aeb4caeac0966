import type { Kysely } from "kysely";
import { LRUCache } from "lru-cache";
import type { SearchIndex } from "#app/adapters/search-index/port.ts";
import type { Database } from "#app/db/schema.ts";
import { createGate } from "#app/lib/gate.ts";
import { queryIndex, queryNear } from "../queries/index-query.ts";
import { createSynonyms } from "../queries/synonyms.ts";
import { removeDocuments, upsertDocuments, writeCounts } from "./upsert.ts";

/** Answers to equal questions are the same for so long; what this process changes is seen at once. */
const keptMs = 10_000;
const mostKept = 500;

/** Keeps answers for a moment; equal questions that are under way share one. */
function cacheAnswers<Request extends { meaning(): Promise<Float32Array | null> }, Answer>(
  ask: (request: Request) => Promise<Answer>,
) {
  const kept = new LRUCache<string, { answer: Promise<Answer> }>({ max: mostKept, ttl: keptMs });
  async function dropUnless(answer: Promise<Answer>, isGood: () => boolean, key: string) {
    const isKept = await answer.then(isGood, () => false);
    if (!isKept && kept.get(key)?.answer === answer) kept.delete(key);
  }

  return {
    forget: () => kept.clear(),
    get(request: Request): Promise<Answer> {
      // The meaning is of the words, which are in the key; a function is left out of it.
      const key = JSON.stringify(request);
      const before = kept.get(key);
      if (before !== undefined) return before.answer;
      let isLess = false;
      const meaning = async () => {
        const found = await request.meaning();
        isLess = found === null;
        return found;
      };
      const entry = { answer: ask({ ...request, meaning }) };
      kept.set(key, entry);
      // What went by the words alone may be better a moment later.
      void dropUnless(entry.answer, () => !isLess, key);
      return entry.answer;
    },
  };
}

/**
 * The index that needs nothing but the database. Good to some millions of public pictures. Few searches
 * run at once, so that a crowd of them leaves processor and connections to the rest of the site.
 */
export function createPostgresIndex(db: Kysely<Database>): SearchIndex {
  const gate = createGate({
    wide: 3,
    queue: 100,
    waitMs: 2_000,
    detail: "Too many searches are running right now",
  });
  const synonyms = createSynonyms();
  type Query = Parameters<SearchIndex["query"]>[0];
  type Near = Parameters<SearchIndex["near"]>[0];
  const queries = cacheAnswers((request: Query) =>
    gate.run(() => queryIndex(db, synonyms, request)),
  );
  const nears = cacheAnswers((request: Near) => gate.run(() => queryNear(db, synonyms, request)));
  async function changing<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } finally {
      queries.forget();
      nears.forget();
    }
  }
  return {
    upsert: (documents) => changing(upsertDocuments(db, documents)),
    count: (counts) => changing(writeCounts(db, counts)),
    remove: (ids) => changing(removeDocuments(db, ids)),
    query: (request) => queries.get(request),
    near: (request) => nears.get(request),
  };
}
