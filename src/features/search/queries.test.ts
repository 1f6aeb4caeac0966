import * as fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { v7 as uuidv7 } from "uuid";
import { aMember, aPicture, type TestMember } from "#tests/harness/factories.ts";
import { testServices } from "#tests/harness/services.ts";
import { guest } from "#app/lib/actor.ts";
import type { SearchSort } from "#app/rules/search-hits.ts";
import type { OpenServices } from "#app/open-services.ts";
import { flushSearchLog, INDEX_VERSION, searchCounter } from "./commands.ts";
import { indexPending } from "./jobs.ts";
import { popularChips, searchCollections, searchPictures, type SearchInput } from "./queries.ts";

let services: OpenServices;
let mira: TestMember;

beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.close());
beforeEach(async () => {
  await services.db.deleteFrom("collections").execute();
  await services.db.deleteFrom("pictures").execute();
  await services.db.deleteFrom("search_log").execute();
  await services.db.deleteFrom("search_words").execute();
  mira = await aMember(services, { name: "Mira Holt" });
});

type Overrides = Parameters<typeof aPicture>[2];

function aWork(title: string, overrides: Overrides = {}) {
  const slug = `work-${uuidv7().slice(-12)}`;
  const own = { title, prompt: null, tags: [], slug, filename: `${slug}.jpg`, ...overrides };
  return aPicture(services, mira, own);
}

/** Every page of a search; between two pages `meanwhile` happens. */
async function allPages(
  input: Omit<SearchInput, "limit">,
  limit: number,
  meanwhile: () => Promise<unknown>,
) {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await searchPictures(services, { ...input, ...(cursor && { cursor }), limit });
    ids.push(...page.items.map(({ id }) => id));
    cursor = page.next ?? undefined;
    await meanwhile();
  } while (cursor !== undefined && ids.length < 500);
  return ids;
}

const sorts: SearchSort[] = ["relevance", "newest", "liked", "remixed"];
const titles = [
  "Boat",
  "Small boat at sea",
  "A boat, a lake and a very long title of many words",
  "Lake",
];
const queries = ["boat", "boat lake", "lake harbour", "", "teal"];

test("SE-05 pages join without gaps or repeats while pictures arrive", async () => {
  const run = fc.record({
    count: fc.integer({ min: 1, max: 24 }),
    limit: fc.integer({ min: 1, max: 7 }),
    sort: fc.constantFrom(...sorts),
    q: fc.constantFrom(...queries),
    likes: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 24, maxLength: 24 }),
  });
  await fc.assert(
    fc.asyncProperty(run, async ({ count, limit, sort, q, likes }) => {
      await services.db.deleteFrom("pictures").execute();
      const before = Date.now() - 60_000;
      for (let index = 0; index < count; index += 1) {
        // Several of one moment: the order must not hang on the time alone.
        const created_at = new Date(before + 1_000 * Math.floor(index / 3));
        await aWork(titles[index % titles.length], { created_at, likes: likes[index] });
      }
      await indexPending(services);
      const atOnce = await allPages({ q, sort }, 100, () => Promise.resolve());
      const paged = await allPages({ q, sort }, limit, async () => {
        await aWork(titles[0]);
        await indexPending(services);
      });
      expect(paged).toEqual(atOnce);
    }),
    { numRuns: 25 },
  );
  await services.db.deleteFrom("pictures").execute();
});

test.each(sorts)("SE-05 pages by %s join while others add pictures concurrently", async (sort) => {
  for (let index = 0; index < 20; index += 1) {
    await aWork(titles[index % titles.length], { likes: index % 4 });
  }
  await indexPending(services);
  const before = await allPages({ q: "boat", sort }, 100, () => Promise.resolve());
  const paging = new AbortController();
  const others = [1, 2].map(async () => {
    while (!paging.signal.aborted) {
      await aWork(titles[0], { likes: 2 });
      await indexPending(services);
    }
  });
  const pages = allPages({ q: "boat", sort }, 2, () => Promise.resolve());
  const paged = await pages.finally(() => paging.abort());
  await Promise.all(others);
  expect(new Set(paged).size).toBe(paged.length);
  expect(paged.filter((id) => before.includes(id))).toEqual(before);
  // Their likes are of nobody.
  await services.db.deleteFrom("pictures").execute();
});

test("SE-05 the cursor of another list is refused", async () => {
  await aWork("Boat one");
  await aWork("Boat two");
  await indexPending(services);
  const { next } = await searchPictures(services, { q: "boat", sort: "newest", limit: 1 });
  await expect(
    searchPictures(services, { q: "boat", sort: "liked", limit: 1, cursor: next ?? "" }),
  ).rejects.toMatchObject({ code: "invalid-request" });
});

test("SE-03 a colour by its name finds what it finds by measure, while the index is made again and after", async () => {
  const palettes = ["#2f7f6f", "#2a8a75", "#7fa653", "#b5352c", "#2f7f6f", "#17191c"];
  for (const [at, hex] of palettes.entries()) {
    const colors = [hex, "#f3efe6", "#f4f0e7", "#f5f1e8", "#f6f2e9"];
    await aWork(`${at % 2 === 0 ? "Boat" : "Lake"} ${at}`, { colors });
  }
  await aWork("Teal boat", { colors: Array.from({ length: 5 }, () => "#b5352c") });
  await indexPending(services);
  const backfill = { version: INDEX_VERSION, done: true };
  for (const q of ["teal", "teal boat", "teal boat square", "#2f7f6f boat", "red boat", "lime"]) {
    await services.db.deleteFrom("search_backfill").execute();
    const measured = await searchPictures(services, { q, limit: 20 });
    await services.db.insertInto("search_backfill").values(backfill).execute();
    const named = await searchPictures(services, { q, limit: 20 });
    expect(named).toEqual(measured);
    expect(named.items.length + named.near.length).toBeGreaterThan(0);
  }
});

async function aCollection(name: string, more: { description?: string; is_public?: boolean } = {}) {
  const { is_public = true, description } = more;
  const id = uuidv7();
  await services.db
    .insertInto("collections")
    .values({
      id,
      owner_id: mira.id,
      name,
      description,
      is_public,
      published_at: is_public ? new Date() : null,
    })
    .execute();
  const { id: picture_id } = await aWork("Anything");
  await services.db
    .insertInto("collection_items")
    .values({ collection_id: id, picture_id, position: 1 })
    .execute();
  return id;
}

test("SE-01 public collections are found beside the pictures, private and empty ones are not", async () => {
  await aCollection("Boats at rest");
  await aCollection("Quiet", { description: "every boat I know" });
  await aCollection("Secret boats", { is_public: false });
  const empty = await aCollection("Empty boats");
  await services.db.deleteFrom("collection_items").where("collection_id", "=", empty).execute();
  const found = await searchCollections(services, { viewer: guest, q: "boats", limit: 10 });
  expect(found.items.map(({ name }) => name)).toEqual(["Boats at rest", "Quiet"]);
  expect(found).toMatchObject({ next: null, total: 2 });
  const first = await searchCollections(services, { viewer: guest, q: "boats", limit: 1 });
  const second = await searchCollections(services, {
    viewer: guest,
    q: "boats",
    limit: 1,
    cursor: first.next ?? "",
  });
  expect([...first.items, ...second.items].map(({ name }) => name)).toEqual([
    "Boats at rest",
    "Quiet",
  ]);
});

test("SE-07 popular chips are the design's until enough was searched for, and repeat only words that pictures use", async () => {
  expect(await popularChips(services.db)).toContain("abstract");
  const words = [
    "boat",
    "lake",
    "harbour",
    "forest",
    "castle",
    "river",
    "tower",
    "garden",
    "rudeword",
  ];
  for (const word of words.slice(0, 8)) {
    for (const _ of [1, 2, 3]) await aWork(`The ${word}`);
  }
  await indexPending(services);
  for (const word of words) {
    for (const _ of [1, 2, 3, 4, 5]) searchCounter(services, word, 20)();
  }
  await flushSearchLog(services);
  expect((await popularChips(services.db)).toSorted()).toEqual(words.slice(0, 8).toSorted());
});
