import { afterAll, beforeAll, expect, test } from "vitest";
import type { OpenServices } from "#app/open-services.ts";
import { parseQuery } from "#app/rules/search-query.ts";
import { aMember, aPicture } from "#tests/harness/factories.ts";
import { testServices } from "#tests/harness/services.ts";
import { removeDocuments } from "../commands.ts";
import { indexPending } from "../jobs.ts";
import type { SearchRequest } from "./request.ts";
import { findHits, openSearch } from "./shared-results.ts";

let services: OpenServices;
beforeAll(async () => {
  services = await testServices();
  const owner = await aMember(services);
  await aPicture(services, owner, { title: "Boat" });
  await indexPending(services);
});
afterAll(() => services.close());

const asking = (words: string, meaning = () => Promise.resolve(null)): SearchRequest => ({
  query: parseQuery(words),
  filters: {},
  sort: "newest",
  exact: false,
  synonyms: {},
  meaning,
  after: null,
  limit: 10,
});

/** Counts the statements that reach the database. */
function counted() {
  const seen = { queries: 0 };
  const db = services.db.withPlugin({
    transformQuery: ({ node }) => {
      seen.queries += 1;
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
  return { db, seen };
}

test("equal searches share one result for a moment, and newly indexed pictures are found at once", async () => {
  const { db, seen } = counted();
  const index = { ...services, db, search: openSearch() };
  const first = await findHits(index, asking("boat"));
  const once = seen.queries;
  const many = await Promise.all(
    Array.from({ length: 200 }, () => findHits(index, asking("boat"))),
  );
  expect(seen.queries).toBe(once);
  expect(new Set(many.map(({ ids }) => ids.join()))).toEqual(new Set([first.ids.join()]));
  await findHits(index, asking("ship"));
  expect(seen.queries).toBeGreaterThan(once);
  const before = seen.queries;
  await removeDocuments(index, first.ids);
  expect((await findHits(index, asking("boat"))).ids).toEqual([]);
  expect(seen.queries).toBeGreaterThan(before);
});

test("three searches run at once, a hundred wait, and the rest are told to retry", async () => {
  const holding = Promise.withResolvers<null>();
  let running = 0;
  const index = { ...services, search: openSearch() };
  const held = () => {
    running += 1;
    return holding.promise;
  };
  // By relevance few words ask for their meaning, which is held here.
  const asked = Array.from({ length: 140 }, (_, n) =>
    findHits(index, { ...asking(`boat number${n}`, held), sort: "relevance" }),
  );
  const settled = Promise.allSettled(asked);
  await expect.poll(() => running).toBe(3);
  await expect(findHits(index, asking("one more"))).rejects.toMatchObject({
    code: "unavailable",
    info: { retryAfterSeconds: 2 },
  });
  expect(running).toBe(3);
  holding.resolve(null);
  const refused = (await settled).filter(({ status }) => status === "rejected");
  expect(refused.length).toBeGreaterThanOrEqual(37);
});
