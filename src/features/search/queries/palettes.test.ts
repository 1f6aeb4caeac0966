import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { OpenServices } from "#app/open-services.ts";
import { aMember, aPicture, type TestMember } from "#tests/harness/factories.ts";
import { testServices } from "#tests/harness/services.ts";
import { indexPending } from "../jobs.ts";
import { searchPictures } from "../queries.ts";
import { paletteIds, type Wanted } from "./conditions.ts";
import { newestOfPalettes, keptPalettes, type KeptPalettes } from "./palettes.ts";

let services: OpenServices;
let mira: TestMember;

beforeAll(async () => {
  services = await testServices();
  mira = await aMember(services);
});
afterAll(() => services.close());

const greens = ["#0f766e", "#115e59", "#134e4a"];
const reds = ["#b5352c", "#a02020", "#c84a3a"];
const filtersOf = (hexes: string[]) => ({ color: { hexes, closeness: 38 } });
const wantedOf = (hexes: string[]): Wanted => ({
  filters: filtersOf(hexes),
  read: [],
  words: [],
  literal: [],
  synonyms: {},
});

/** Five colours between two. */
const between = (one: number[], other: number[], share: number) =>
  `#${one
    .map((part, at) => Math.round(part + (other[at] - part) * share))
    .map((part) => part.toString(16).padStart(2, "0"))
    .join("")}`;
const colorsAt = (share: number) =>
  [0, 0.05, 0.1, 0.15, 0.2].map((more) =>
    between([15, 118, 110], [181, 53, 44], Math.min(1, share + more)),
  );

/** What the process has in memory. */
async function kept(): Promise<KeptPalettes> {
  const known = await keptPalettes(services);
  if (known === null) throw new Error("the palettes could not be read");
  return known;
}

const asked = (hexes: string[]) => ({
  wanted: wantedOf(hexes),
  asOf: new Date(),
  byNames: true,
  atMost: 1_001,
});

async function byMemory(known: KeptPalettes, hexes: string[], atMost = 1_001): Promise<string[]> {
  const { ids } = await newestOfPalettes(
    services.db,
    known,
    { ...asked(hexes), atMost },
    async (condition) => {
      const { rows } = await sql<{ id: string }>`
        select s.picture_id as id from image_search s where ${condition}
        order by s.created_at desc, s.picture_id desc limit ${atMost}`.execute(services.db);
      return { ids: rows.map(({ id }) => id), count: rows.length };
    },
  );
  return ids;
}

async function byDatabase(hexes: string[], atMost = 1_001): Promise<string[]> {
  const found = paletteIds(wantedOf(hexes), { ...asked(hexes), before: null, atMost });
  const { rows } = await sql<{ ids: string[] }>`select ${found} as ids`.execute(services.db);
  return rows[0].ids;
}

async function show(id: string, isPublic: boolean): Promise<void> {
  await services.db
    .updateTable("pictures")
    .set({ is_public: isPublic })
    .where("id", "=", id)
    .execute();
  await indexPending(services);
}

test("SE-03 a palette is found in memory as in the database, after every change of pictures", async () => {
  const began = Date.now();
  const pictures: string[] = [];
  for (let at = 0; at < 24; at += 1) {
    const created_at = new Date(began - Math.floor(at / 2) * 1_000 - 60_000);
    pictures.push((await aPicture(services, mira, { colors: colorsAt(at / 30), created_at })).id);
  }
  await indexPending(services);
  const both = async (hexes: string[], atMost?: number) => {
    const found = await byMemory(await kept(), hexes, atMost);
    expect(found).toEqual(await byDatabase(hexes, atMost));
    return found;
  };
  const found = await both(greens);
  expect(found.length).toBeGreaterThan(3);
  expect(found.length).toBeLessThan(24);
  expect(await both(greens, 3)).toEqual(found.slice(0, 3));
  expect((await both(reds)).length).toBeGreaterThan(0);
  // Hidden: what comes behind it takes its place; shown again, changed, new.
  await show(found[0], false);
  expect(await both(greens, 3)).toEqual(found.slice(1, 4));
  await show(found[0], true);
  expect(await both(greens)).toEqual(found);
  await services.db
    .updateTable("pictures")
    .set({ colors: colorsAt(1), title: "Red" })
    .where("id", "=", found[1])
    .execute();
  await indexPending(services);
  expect(await both(greens)).toEqual(found.filter((id) => id !== found[1]));
  const { id: fresh } = await aPicture(services, mira, { colors: colorsAt(0) });
  await indexPending(services);
  expect((await both(greens))[0]).toBe(fresh);
});

test("SE-03 while palettes are read, and where there are more than are kept, the database finds the older ones", async () => {
  const all = await byDatabase(greens);
  expect(all.length).toBeGreaterThan(4);
  const sizes = { kept: 12, most: 14, first: 5, atOnce: 3 };
  const few = async () => {
    const known = await keptPalettes(services, sizes);
    if (known === null) throw new Error("the palettes could not be read");
    return known;
  };
  services.search.palettes.kept = null;
  const known = await few();
  expect(known.table.size).toBe(6);
  expect(await byMemory(known, greens)).toEqual(all);
  while (known.table.size < 12) {
    for (const atMost of [1, 4, 1_001]) {
      expect(await byMemory(await few(), greens, atMost)).toEqual(all.slice(0, atMost));
    }
  }
  expect(known.since).toEqual(known.table.oldest);
  // What changes among the older ones stays with the database.
  const last = all[all.length - 1];
  await show(last, false);
  await show(last, true);
  expect(await byMemory(await few(), greens)).toEqual(all);
  // New ones come to those in memory, until they are too many.
  const sizesSeen: number[] = [];
  for (let turn = 0; turn < 3; turn += 1) {
    const { id } = await aPicture(services, mira, { colors: colorsAt(0) });
    await indexPending(services);
    expect((await byMemory(await few(), greens))[0]).toBe(id);
    sizesSeen.push(known.table.size);
  }
  expect(sizesSeen).toEqual([13, 14, 12]);
  expect(await byMemory(await few(), greens)).toEqual(await byDatabase(greens));
  services.search.palettes.kept = null;
});

test("SE-03 a search that finds the palettes unreadable has the database measure them", async () => {
  const search = (given: OpenServices) =>
    searchPictures(given, { q: "", filters: filtersOf(greens), limit: 40 });
  services.search.palettes.kept = null;
  const { items } = await search(services);
  expect(items.length).toBeGreaterThan(3);
  // The statement that reads them fails; what searches in its transaction does not.
  const db = services.db.withPlugin({
    transformQuery: () => {
      throw new Error("no room");
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
  services.search.palettes.kept = null;
  expect(await keptPalettes({ ...services, db })).toBeNull();
  expect(services.search.palettes.kept).toBeNull();
  services.search.hits.clear();
  expect((await search(services)).items).toEqual(items);
});
