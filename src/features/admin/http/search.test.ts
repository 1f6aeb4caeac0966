import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { indexPending } from "#app/features/search/jobs.ts";
import { aPicture } from "#tests/harness/factories.ts";
import { testServer, type SignedUp, type TestServer } from "#tests/harness/server.ts";

let server: TestServer;
let admin: SignedUp;
let owner: SignedUp;
let titles: Map<string, string>;

beforeAll(async () => {
  server = await testServer(undefined, { roles: ["web"] });
  admin = await server.signUp("Ada Admin");
  owner = await server.signUp("Tobi Okafor");
  const { db } = server.services;
  await db.updateTable("users").set({ role: "admin" }).where("id", "=", admin.userId).execute();
  const made = ["Northern lights over a lake", "Castle in the snow", "A quiet harbour"].map(
    async (title) => {
      const row = { title, prompt: null, tags: [] };
      return [(await aPicture(server.services, { id: owner.userId }, row)).id, title] as const;
    },
  );
  titles = new Map(await Promise.all(made));
  await indexPending(server.services);
});
beforeEach(async () => {
  await server.services.db.deleteFrom("search_rules").execute();
  await server.services.db.deleteFrom("search_log").execute();
});
afterAll(() => server.close());

const json = { "content-type": "application/json" };
async function call(who: SignedUp, method: string, address: string, body?: unknown) {
  const answer = await who.fetch(address, { method, headers: json, body: JSON.stringify(body) });
  const text = await answer.text();
  return { status: answer.status, body: (text === "" ? null : JSON.parse(text)) as never };
}
const rules = "/api/admin/search-rules";
const add = (body: object) => call(admin, "POST", rules, body);
async function added(body: object): Promise<{ id: string; undo: string; finds: number | null }> {
  const answer = await add(body);
  expect(answer.status).toBe(201);
  return answer.body;
}
const undo = async (word: string) =>
  (await call(admin, "POST", `${rules}/undo`, { undo: word })).body as { changed: number };
async function find(q: string, more = "") {
  const answer = await server.fetch(`/api/pictures?q=${encodeURIComponent(q)}${more}`);
  const { items } = (await answer.json()) as { items: { id: string }[] };
  return items.map(({ id }) => titles.get(id));
}
async function aCollection(name: string, isPublic = true): Promise<string> {
  const body = { name, is_public: isPublic, picture_ids: [...titles.keys()].slice(0, 1) };
  return ((await call(owner, "POST", "/api/collections", body)).body as { id: string }).id;
}
const auditOf = async (id: string) => {
  const rows = await server.services.db
    .selectFrom("admin_audit")
    .select(["action", "before", "after"])
    .where("target_kind", "=", "search-rule")
    .where("target_id", "=", id)
    .orderBy("id")
    .execute();
  return rows.map(({ action, before, after }) => [action, before !== null, after !== null]);
};

test("AD-07 a synonym counts from the next search on, and no more once it is undone", async () => {
  expect(await find("polarschein")).toEqual([]);
  const synonym = { kind: "synonym", query: "Polarschein", words: "northern lights" };
  const { id, undo: word, finds } = await added(synonym);
  expect(finds).toBe(1);
  expect(await find("polarschein")).toEqual(["Northern lights over a lake"]);
  expect(await find("POLARSCHEIN lake")).toEqual(["Northern lights over a lake"]);
  expect(await find("polarschein", "&sort=newest")).toEqual(["Northern lights over a lake"]);
  // Taken as typed, nothing stands for a word.
  expect(await find("polarschein", "&exact=1")).toEqual([]);
  expect(await undo(word)).toEqual({ changed: 1 });
  expect(await find("polarschein")).toEqual([]);
  expect(await auditOf(id)).toEqual([
    ["search-rule.add", false, true],
    ["search-rule.undo", true, false],
  ]);
});

test("AD-07 several words have a synonym together, not one by one", async () => {
  await added({ kind: "synonym", query: "frozen fortress", words: "castle snow" });
  expect(await find("frozen fortress")).toEqual(["Castle in the snow"]);
  expect(await find("the frozen fortress")).toEqual(["Castle in the snow"]);
  expect(await find("fortress", "&sort=newest")).toEqual([]);
});

test("AD-07 rules are listed by kind and words, removed together, and come back by one undo", async () => {
  const collection = await aCollection("Quiet places");
  const first = await added({ kind: "synonym", query: "hafen", words: "harbour" });
  const second = await added({ kind: "redirect", query: "hafenruhe", collection_id: collection });
  const listed = async (query = "") => {
    const { body } = await call(admin, "GET", `${rules}?${query}`);
    return (body as { items: { id: string }[] }).items;
  };
  expect(await listed()).toEqual([
    {
      id: second.id,
      kind: "redirect",
      query: "hafenruhe",
      collection: { id: collection, name: "Quiet places", owner: expect.any(String) as string },
      isInForce: true,
      createdAt: expect.any(String) as string,
    },
    {
      id: first.id,
      kind: "synonym",
      query: "hafen",
      words: "harbor",
      createdAt: expect.any(String) as string,
    },
  ]);
  expect((await listed("kind=synonym")).map(({ id }) => id)).toEqual([first.id]);
  expect((await listed("q=Ruhe")).map(({ id }) => id)).toEqual([second.id]);
  const { body } = await call(admin, "GET", `${rules}?limit=1`);
  const { next } = body as { next: string };
  expect((await listed(`limit=1&cursor=${next}`)).map(({ id }) => id)).toEqual([first.id]);

  const ids = [first.id, second.id];
  expect((await call(admin, "DELETE", rules, { ids: [...ids, crypto.randomUUID()] })).status).toBe(
    400,
  );
  expect(await listed()).toHaveLength(2);
  const removed = (await call(admin, "DELETE", rules, { ids })).body as {
    changed: number;
    undo: string;
  };
  expect(removed.changed).toBe(2);
  expect(await find("hafen")).toEqual([]);
  // The same synonym was added anew meanwhile: the undo leaves it as it is.
  await added({ kind: "synonym", query: "hafen", words: "harbour" });
  expect(await undo(removed.undo)).toEqual({ changed: 1 });
  expect(await listed()).toHaveLength(2);
  expect((await call(admin, "POST", `${rules}/undo`, { undo: "nothing" })).status).toBe(404);
});

test("AD-07 a rule without words, for too many words, of the same words or twice is refused", async () => {
  const secret = await aCollection("Secret", false);
  for (const body of [
    { kind: "synonym", query: "…", words: "harbour" },
    { kind: "synonym", query: "hafen", words: "!!" },
    { kind: "synonym", query: "Hafen", words: "hafen" },
    { kind: "synonym", query: "one two three four five", words: "harbour" },
    { kind: "synonym", query: "hafen" },
    { kind: "redirect", query: "hafen", collection_id: secret },
    { kind: "redirect", query: "hafen", collection_id: crypto.randomUUID() },
    { kind: "redirect", query: "hafen", words: "harbour" },
    { kind: "other", query: "hafen" },
  ]) {
    expect({ body, status: (await add(body)).status }).toEqual({ body, status: 400 });
  }
  await added({ kind: "synonym", query: "hafen", words: "harbour" });
  expect((await add({ kind: "synonym", query: "HAFEN ", words: "harbor" })).status).toBe(409);
  const [here, there] = [await aCollection("Here"), await aCollection("There")];
  await added({ kind: "redirect", query: "hafen", collection_id: here });
  const again = await add({ kind: "redirect", query: "hafen", collection_id: there });
  expect(again.status).toBe(409);
});

test("AD-07 a redirect rests while its collection is hidden or private", async () => {
  const collection = await aCollection("Quiet places");
  await added({ kind: "redirect", query: "stille", collection_id: collection });
  const isInForce = async () => {
    const { body } = await call(admin, "GET", rules);
    return (body as { items: { isInForce: boolean }[] }).items.map((rule) => rule.isInForce);
  };
  expect(await isInForce()).toEqual([true]);
  const body = { ids: [collection], action: "hide" };
  await call(admin, "POST", "/api/admin/collections/bulk", body);
  expect(await isInForce()).toEqual([false]);
  await call(admin, "POST", "/api/admin/collections/bulk", { ...body, action: "unhide" });
  await call(owner, "PATCH", `/api/collections/${collection}`, { is_public: false });
  expect(await isInForce()).toEqual([false]);
});

test("AD-07 queries are listed by number, by growth, and where they found nothing, in pages", async () => {
  const { db } = server.services;
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000);
  const log = async (query: string, searches: number, results: number, ago = 0) => {
    await db
      .insertInto("search_log")
      .values({ day: day(ago), query, searches, results })
      .execute();
  };
  await log("boat", 9, 12);
  await log("boat", 30, 12, 9);
  await log("comet", 8, 3);
  await log("comet", 2, 3, 9);
  await log("ufo", 5, 0);
  await log("yeti", 5, 0);
  await log("once", 1, 4);
  const page = async (query: string) => {
    const { status, body } = await call(admin, "GET", `/api/admin/search-pulse?${query}`);
    expect(status).toBe(200);
    return body as { items: { query: string }[]; next: string | null };
  };
  const queries = async (query: string) => (await page(query)).items.map((row) => row.query);
  expect((await page("")).items[0]).toEqual({
    query: "boat",
    searches: 9,
    results: 12,
    before: 30,
  });
  expect(await queries("")).toEqual(["boat", "comet", "once"]);
  expect(await queries("list=rising")).toEqual(["comet", "ufo", "yeti"]);
  expect(await queries("list=nothing")).toEqual(["ufo", "yeti"]);
  expect(await queries("days=30")).toEqual(["boat", "comet", "once"]);
  expect(await queries("q=OME")).toEqual(["comet"]);
  expect(await queries("q=%25")).toEqual([]);
  const pages: string[] = [];
  let cursor: string | null = null;
  do {
    const found: Awaited<ReturnType<typeof page>> = await page(
      `list=rising&limit=1${cursor === null ? "" : `&cursor=${cursor}`}`,
    );
    pages.push(...found.items.map((row) => row.query));
    cursor = found.next;
  } while (cursor !== null);
  expect(pages).toEqual(["comet", "ufo", "yeti"]);
  const wrong = await call(admin, "GET", "/api/admin/search-pulse?cursor=zz");
  expect(wrong.status).toBe(400);
});
