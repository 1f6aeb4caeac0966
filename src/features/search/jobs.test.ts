import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { aMember, aPicture, type TestMember } from "#tests/harness/factories.ts";
import { testServices } from "#tests/harness/services.ts";
import type { OpenServices } from "#app/open-services.ts";
import { flushSearchLog, pruneSearchLog, pruneWords, searchCounter } from "./commands.ts";
import { indexPending, startIndexing } from "./jobs.ts";
import { searchPictures } from "./queries.ts";

let services: OpenServices;
let mira: TestMember;

beforeAll(async () => {
  services = await testServices();
  mira = await aMember(services, { name: "Mira Holt" });
});
afterAll(() => services.close());
beforeEach(async () => {
  await services.db.deleteFrom("pictures").execute();
  await services.db.deleteFrom("search_outbox").execute();
  await services.db.deleteFrom("search_backfill").execute();
  await services.db.deleteFrom("search_words").execute();
});

const found = async (q: string) =>
  (await searchPictures(services, { q, limit: 10 })).items.map(({ title }) => title);
const indexed = async () =>
  (await services.db.selectFrom("image_search").select("picture_id").execute()).length;

async function until(isSo: () => Promise<boolean>): Promise<void> {
  await expect.poll(isSo).toBe(true);
}

test("pictures from before are indexed by the worker, once, and new ones as they come", async () => {
  for (const title of ["Boat", "Lake", "Tower"]) await aPicture(services, mira, { title });
  // As if they had come before there was an index.
  await services.db.deleteFrom("search_outbox").execute();
  const upkeep = startIndexing(services);
  await until(async () => (await indexed()) === 3);
  await aPicture(services, mira, { title: "Castle" });
  await until(async () => (await indexed()) === 4);
  await upkeep.stop();
  expect(await found("castle")).toEqual(["Castle"]);
  const progress = await services.db.selectFrom("search_backfill").select("done").execute();
  expect(progress).toEqual([{ done: true }]);
  expect(await services.db.selectFrom("search_outbox").selectAll().execute()).toEqual([]);
});

test("two concurrent workers skip nothing and corrupt nothing", async () => {
  const ids = [];
  for (let index = 0; index < 8; index += 1) ids.push((await aPicture(services, mira)).id);
  await Promise.all([1, 2, 3].map(() => indexPending(services)));
  await indexPending(services);
  expect(await indexed()).toBe(ids.length);
});

test("changed words, names, likes and hidden prompts reach the index", async () => {
  const { id } = await aPicture(services, mira, { title: "Boat", prompt: "a xylophone" });
  await indexPending(services);
  expect(await found("xylophone")).toEqual(["Boat"]);
  await services.db.updateTable("pictures").set({ prompt_hidden: true, title: "Ship" }).execute();
  await services.db
    .updateTable("users")
    .set({ name: "Zephyrine" })
    .where("id", "=", mira.id)
    .execute();
  await services.db.insertInto("likes").values({ user_id: mira.id, picture_id: id }).execute();
  await indexPending(services);
  expect(await found("xylophone")).toEqual([]);
  expect(await found("boat")).toEqual([]);
  expect(await found("zephyrine")).toEqual(["Ship"]);
  const counts = await services.db.selectFrom("image_search_counts").selectAll().execute();
  expect(counts).toMatchObject([{ picture_id: id, likes: 1, remixes: 0 }]);
});

test("a picture that changes again before it is indexed is indexed once", async () => {
  const count = 250;
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) ids.push((await aPicture(services, mira)).id);
  await indexPending(services);
  const rename = (name: string) =>
    services.db.updateTable("users").set({ name }).where("id", "=", mira.id).execute();
  for (const name of ["Ann", "Bea", "Cleo", "Zoe"]) await rename(name);
  await sql`create table written (picture_id uuid)`.execute(services.db);
  await sql`
    create function note_written() returns trigger language plpgsql as $$
    begin insert into written values (new.picture_id); return null; end $$`.execute(services.db);
  await sql`
    create trigger note_written after insert or update on image_search
    for each row execute function note_written()`.execute(services.db);
  expect(await indexPending(services)).toBe(4 * count);
  await sql`drop trigger note_written on image_search`.execute(services.db);
  const { rows } = await sql<{ picture_id: string }>`select * from written`.execute(services.db);
  expect(rows.map((row) => row.picture_id).toSorted()).toEqual(ids.toSorted());
  expect((await searchPictures(services, { q: "zoe", limit: 100 })).items).toHaveLength(100);
  expect(await services.db.selectFrom("search_outbox").selectAll().execute()).toEqual([]);
});

test("indexing the same twice changes nothing", async () => {
  await aPicture(services, mira, { title: "Boat" });
  await indexPending(services);
  const all = () => services.db.selectFrom("image_search").selectAll().execute();
  const words = () => services.db.selectFrom("search_words").selectAll().orderBy("word").execute();
  const before = [await all(), await words()];
  await services.db.deleteFrom("search_backfill").execute();
  await services.db.updateTable("pictures").set({ description: "x" }).execute();
  await services.db.updateTable("pictures").set({ description: null }).execute();
  await indexPending(services);
  expect([await all(), await words()]).toEqual(before);
});

test("words that no picture uses are forgotten", async () => {
  const { id } = await aPicture(services, mira, { title: "Xylophone" });
  await aPicture(services, mira, { title: "Boat" });
  await indexPending(services);
  await services.db.deleteFrom("pictures").where("id", "=", id).execute();
  await pruneWords(services.db);
  const words = (await services.db.selectFrom("search_words").select("word").execute()).map(
    ({ word }) => word,
  );
  expect(words).toContain("boat");
  expect(words).not.toContain("xylophone");
});

test("SE-07 searches are in the log within a second, and the last ones before the program ends", async () => {
  const { db, env } = services;
  const other = await testServices({ databaseUrl: env.DATABASE_URL });
  const logged = (query: string) =>
    db.selectFrom("search_log").select("searches").where("query", "=", query).execute();
  for (const _ of [1, 2]) searchCounter(other, "Comet  at dawn", 4)();
  await expect.poll(() => logged("comet at dawn")).toEqual([{ searches: 2 }]);
  for (const words of ["comet at dawn", "comet at noon"]) searchCounter(other, words, 4)();
  await other.close();
  expect(await logged("comet at dawn")).toEqual([{ searches: 3 }]);
  expect(await logged("comet at noon")).toEqual([{ searches: 1 }]);
});

test("at most 5,000 different queries are logged per day, and only the 500 most frequent of old days are kept", async () => {
  const { db } = services;
  await db.deleteFrom("search_log").execute();
  await sql`
    insert into search_log (day, query, searches, results)
    select (now() at time zone 'utc')::date, 'filler ' || n, 1, 0 from generate_series(1, 4999) n
    union all
    select (now() at time zone 'utc')::date - 40, 'old ' || n, n, 0 from generate_series(1, 700) n`.execute(
    db,
  );
  const count = async (query: string) =>
    (
      await db
        .selectFrom("search_log")
        .select("searches")
        .where("query", "=", query)
        .executeTakeFirst()
    )?.searches;
  for (const words of ["lake at dawn", "one too many", "lake at dawn"])
    searchCounter(services, words, 3)();
  await flushSearchLog(services);
  expect(await count("lake at dawn")).toBe(2);
  expect(await count("one too many")).toBeUndefined();
  expect(await pruneSearchLog(db)).toBe(200);
  expect([await count("old 200"), await count("old 201")]).toEqual([undefined, 201]);
  expect(await count("filler 1")).toBe(1);
});
