import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { v7 as uuidv7 } from "uuid";
import { aMember, aPicture, type TestMember } from "#tests/harness/factories.ts";
import { testServer, type TestServer } from "#tests/harness/server.ts";
import { testServices } from "#tests/harness/services.ts";
import type { OpenServices } from "#app/open-services.ts";
import { createAnalysis } from "#app/features/pictures/jobs/analyse.ts";
import { flushSearchLog } from "./commands.ts";
import { indexPending } from "./jobs.ts";
import { loggedQueries, type SearchPage } from "./queries.ts";

let services: OpenServices;
let server: TestServer;
let mira: TestMember;

beforeAll(async () => {
  services = await testServices({ env: { HELPERS: "meaning" } });
  server = await testServer(services, { roles: ["web"] });
});
afterAll(async () => {
  await server.close();
  await services.close();
});
beforeEach(async () => {
  await services.db.deleteFrom("pictures").execute();
  await flushSearchLog(services);
  await services.db.deleteFrom("search_log").execute();
  await services.db.deleteFrom("search_words").execute();
  mira = await aMember(services, { name: "Mira Holt" });
});

type Overrides = Parameters<typeof aPicture>[2];

/** A picture of words of its own alone. */
function aWork(title: string, overrides: Overrides = {}) {
  const slug = `work-${uuidv7().slice(-12)}`;
  const own = { title, prompt: null, tags: [], slug, filename: `${slug}.jpg`, ...overrides };
  return aPicture(services, mira, own);
}

async function search(query: Record<string, string>): Promise<SearchPage> {
  await indexPending(services);
  const answer = await server.fetch(`/api/pictures?${new URLSearchParams(query).toString()}`);
  expect(answer.status).toBe(200);
  return (await answer.json()) as SearchPage;
}
const titles = ({ items }: SearchPage) => items.map(({ title }) => title);

const teal = ["#0f766e", "#115e59", "#134e4a", "#14b8a6", "#2f7f6f"];
const red = ["#b5352c", "#8f2018", "#c8281e", "#e0503f", "#701510"];
const tall = { width: 64, height: 96 };
const wide = { width: 96, height: 64 };

test("SE-01 guests find public, approved pictures and nothing else", async () => {
  await aWork("Lighthouse at dusk");
  await aWork("Hidden lighthouse", { is_public: false });
  await aWork("Waiting lighthouse", { approved: false, status: "waiting" });
  expect(titles(await search({ q: "lighthouse" }))).toEqual(["Lighthouse at dusk"]);
});

test("a search within a part of the gallery answers from it, is not cached and not counted", async () => {
  const iris = await aMember(services, { name: "Iris Zephyr" });
  await aWork("Lighthouse at dusk");
  await aPicture(services, iris, { title: "Lighthouse of Iris", prompt: null });
  await indexPending(services);
  const ask = (where: string) => server.fetch(`/api/pictures?q=lighthouse&within=${where}`);
  const answer = await ask(`@${iris.username}`);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(titles((await answer.json()) as SearchPage)).toEqual(["Lighthouse of Iris"]);
  expect((await ask("likes")).status).toBe(401);
  expect((await ask(uuidv7())).status).toBe(404);
  expect((await ask("everything")).status).toBe(400);
  await flushSearchLog(services);
  expect(await services.db.selectFrom("search_log").selectAll().execute()).toEqual([]);
});

test("SE-01 a hidden or deleted picture leaves the index at once, and returns when shown again", async () => {
  const { id } = await aWork("Lighthouse at dusk");
  const other = await aWork("Lighthouse at noon");
  expect((await search({ q: "lighthouse" })).items).toHaveLength(2);
  const indexed = async () =>
    (await services.db.selectFrom("image_search").select("picture_id").execute()).map(
      (row) => row.picture_id,
    );
  await services.db
    .updateTable("pictures")
    .set({ is_public: false })
    .where("id", "=", id)
    .execute();
  expect(await indexed()).toEqual([other.id]);
  await services.db.deleteFrom("pictures").where("id", "=", other.id).execute();
  expect(await indexed()).toEqual([]);
  await services.db.updateTable("pictures").set({ is_public: true }).where("id", "=", id).execute();
  expect(titles(await search({ q: "lighthouse" }))).toEqual(["Lighthouse at dusk"]);
});

test("SE-02 words in title, tags, prompt, description and creator count, the title's most", async () => {
  const iris = await aMember(services, { name: "Iris Zephyr" });
  await aWork("Of the description", { description: "a zephyr over corn" });
  await aWork("Of the prompt", { prompt: "corn moved by a zephyr" });
  await aWork("Of the tags", { tags: ["zephyr"] });
  await aWork("Zephyr itself");
  await aPicture(services, iris, { title: "Of the creator", prompt: null });
  const found = titles(await search({ q: "zephyr" }));
  expect(found.toSorted()).toEqual(
    [
      "Of the creator",
      "Of the description",
      "Of the prompt",
      "Of the tags",
      "Zephyr itself",
    ].toSorted(),
  );
  expect(found[0]).toBe("Zephyr itself");
  expect(found[1]).toBe("Of the tags");
  expect(found[4]).toBe("Of the creator");
});

test("SE-02 a hidden prompt is not searched", async () => {
  await aWork("Quiet", { prompt: "a xylophone in snow", prompt_hidden: true });
  await aWork("Loud", { prompt: "a xylophone in rain" });
  expect(titles(await search({ q: "xylophone" }))).toEqual(["Loud"]);
});

test.each([
  ["lighthose", "lighthouse"],
  ["lihgthouse keeper", "lighthouse keeper"],
  ["wofl", "wolf"],
])("SE-02 a misspelt query still finds: %s", async (typed, meant) => {
  await aWork("Lighthouse keeper with a wolf");
  await aWork("Fox");
  const page = await search({ q: typed });
  expect(titles(page)[0]).toBe("Lighthouse keeper with a wolf");
  expect(page.corrected).toBe(meant);
});

test("SE-02 known words stay, and exact words are not corrected", async () => {
  await aWork("Red fox");
  await aWork("For a box");
  const page = await search({ q: "box" });
  expect(page.corrected).toBeNull();
  expect(titles(page)[0]).toBe("For a box");
  expect((await search({ q: "lighthose", exact: "1" })).corrected).toBeNull();
});

test("SE-03 colours and shapes narrow in words and as filters", async () => {
  await aWork("One", { ...tall, colors: teal });
  await aWork("Two", { ...wide, colors: teal });
  await aWork("Three", { ...tall, colors: red });
  const page = await search({ q: "teal portrait" });
  expect(titles(page)).toEqual(["One"]);
  expect(page.read.map(({ label }) => label)).toEqual(["Teal", "Portrait"]);
  expect(titles(await search({ q: "#0f766e" })).toSorted()).toEqual(["One", "Two"]);
  expect(titles(await search({ color: "0f766e", shape: "portrait" }))).toEqual(["One"]);
  expect(titles(await search({ color: "teal" })).toSorted()).toEqual(["One", "Two"]);
  expect(titles(await search({ q: "", shape: "landscape", sort: "newest" }))).toEqual(["Two"]);
});

test("SE-03 a picture is found by each of its five colours, before those that have less of it", async () => {
  const palette = ["#17191c", "#b5352c", "#2f7f6f", "#e2b93b", "#6a4fb3"];
  await aWork("Mixed", { colors: palette });
  for (const [at, hex] of palette.entries()) {
    await aWork(`Only ${at}`, { colors: Array.from({ length: 5 }, () => hex) });
  }
  for (const [at, hex] of palette.entries()) {
    const found = titles(await search({ color: hex, closeness: "75" }));
    const both = [`Only ${at}`, "Mixed"];
    // Both have the first colour first.
    expect(at === 0 ? found.toSorted() : found).toEqual(at === 0 ? both.toSorted() : both);
  }
});

test("SE-03 a colour in the words narrows the rest, and a title that has them all is kept", async () => {
  await aWork("Boat at rest", { colors: teal });
  await aWork("Boat in a storm", { colors: red });
  await aWork("The red boat", { colors: teal });
  expect(titles(await search({ q: "red boat" })).toSorted()).toEqual([
    "Boat in a storm",
    "The red boat",
  ]);
});

test("SE-03 styles narrow in words and as filters", async () => {
  await aWork("Harbour", { prompt: "harbour, watercolour" });
  await aWork("Harbour", { prompt: "harbour, oil painting", slug: "oil", filename: "oil.jpg" });
  const page = await search({ q: "watercolor harbor" });
  expect(page.items.map(({ prompt }) => prompt)).toEqual(["harbour, watercolour"]);
  expect(page.read).toMatchObject([{ kind: "style", value: "watercolor" }]);
  const filtered = await search({ q: "harbour", style: "oil-painting" });
  expect(filtered.items.map(({ slug }) => slug)).toEqual(["oil"]);
});

test("SE-03 a creator and a licence narrow", async () => {
  const iris = await aMember(services, { name: "Iris" });
  await aWork("Boat of Mira", { license: "cc0" });
  await aPicture(services, iris, { title: "Boat of Iris", prompt: null });
  expect(titles(await search({ q: "boat", creator: iris.username }))).toEqual(["Boat of Iris"]);
  expect(titles(await search({ q: `@${iris.username} boat` }))).toEqual(["Boat of Iris"]);
  expect(titles(await search({ q: "boat", license: "cc0" }))).toEqual(["Boat of Mira"]);
});

test("SE-03 results are sorted by relevance, newest, most liked and most remixed", async () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute));
  const a = await aWork("Boat", { created_at: at(1) });
  const b = await aWork("A long title about a small boat and a lake", { created_at: at(2) });
  const c = await aWork("Sea", { prompt: "a boat", created_at: at(3) });
  const like = async (id: string) => {
    const { id: user_id } = await aMember(services);
    await services.db.insertInto("likes").values({ user_id, picture_id: id }).execute();
  };
  await like(b.id);
  await like(b.id);
  await like(c.id);
  await aWork("Remix", { source_picture_id: c.id });
  const order = async (sort: string) =>
    (await search({ q: "boat", sort })).items.map(({ id }) => id);
  expect((await order("relevance"))[0]).toBe(a.id);
  expect(await order("newest")).toEqual([c.id, b.id, a.id]);
  expect(await order("liked")).toEqual([b.id, c.id, a.id]);
  expect((await order("remixed"))[0]).toBe(c.id);
  expect((await search({ q: "", sort: "liked" })).items[0].id).toBe(b.id);
});

test("SE-04 a query finds pictures that share no word with it", async () => {
  await aWork("Old car beside a road", { prompt: "old car beside a road" });
  await aWork("Loaf of bread on a table", { prompt: "loaf of bread on a table" });
  await aWork("Kitten asleep", { prompt: "a kitten asleep on wool" });
  const read = createAnalysis(services);
  while ((await read(new AbortController().signal)) > 0);
  expect(titles(await search({ q: "vintage automobile near the highway" }))[0]).toBe(
    "Old car beside a road",
  );
  expect(titles(await search({ q: "sleeping cat" }))[0]).toBe("Kitten asleep");
});

test("SE-06 closest matches are apart from results", async () => {
  await aWork("Kitten asleep", { prompt: "a kitten asleep on wool" });
  const page = await search({ q: "kitten with a trombone" });
  expect(titles(page)).toEqual([]);
  expect(page.near.map(({ title }) => title)).toEqual(["Kitten asleep"]);
  expect(page.total).toEqual({ count: 0, isMore: false });
});

test("SE-06 a search without matches is an empty list", async () => {
  await aWork("Boat");
  const page = await search({ q: "xqzzyv", exact: "1" });
  expect(page).toMatchObject({ items: [], next: null, total: { count: 0, isMore: false } });
});

test("SE-07 every query is counted by day, without its author", async () => {
  await aWork("Boat");
  await search({ q: " Boat " });
  await search({ q: "boat" });
  await search({ q: "xqzzyv", exact: "1" });
  await search({ q: "ada@example.org" });
  await flushSearchLog(services);
  const rows = await services.db.selectFrom("search_log").selectAll().orderBy("query").execute();
  expect(rows.map(({ query, searches, results }) => ({ query, searches, results }))).toEqual([
    { query: "boat", searches: 2, results: 1 },
    { query: "xqzzyv", searches: 1, results: 0 },
  ]);
  const span = { days: 7, limit: 10 };
  const popular = await loggedQueries(services.db, { ...span, list: "popular" });
  expect(popular.items).toEqual([{ query: "boat", searches: 2, results: 1, before: 0 }]);
  const nothing = await loggedQueries(services.db, { ...span, list: "nothing" });
  expect(nothing.items.map(({ query }) => query)).toEqual(["xqzzyv"]);
});

test.each([
  "%",
  "_",
  "\\",
  "'",
  '"',
  "(".repeat(200),
  "a & !b | (c",
  "قمر فوق البحر",
  "* <-> :*",
  "🦊",
  "x".repeat(200),
])("SE-02 any text is only text: %j", async (q) => {
  await aWork("Boat");
  expect((await search({ q })).next).toBeNull();
});

test.each([
  { q: "x".repeat(201) },
  { q: "a\0b" },
  { color: "notacolour" },
  { color: "teal,notacolour" },
  { color: "red,orange,teal,blue,pink,black" },
  { shape: "round", q: "a" },
  { q: "a", cursor: "nonsense" },
  { q: "a", unknown: "1" },
])("a search that cannot be is refused: %j", async (query) => {
  const answer = await server.fetch(
    `/api/pictures?${new URLSearchParams(query as never).toString()}`,
  );
  expect(answer.status).toBe(400);
});
