import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { askRoutes, type Ask } from "#tests/harness/ask.ts";
import { aMember, aPicture, type TestMember } from "#tests/harness/factories.ts";
import { actorFor } from "#tests/harness/made-picture.ts";
import { testServices } from "#tests/harness/services.ts";
import { guest, type Actor } from "#app/lib/actor.ts";
import { deletePicture } from "#app/features/pictures/commands.ts";
import { collectionRoutes, type ApiCollection } from "./http.ts";
import { purgeCollections } from "./jobs.ts";
import { publicCollections, type OwnCollection } from "./queries.ts";

let services: Awaited<ReturnType<typeof testServices>>;
let ask: Ask;
let owner: TestMember;
let other: TestMember;

beforeAll(async () => {
  services = await testServices();
  ask = askRoutes(collectionRoutes(services));
  owner = await aMember(services, { name: "Tobi Okafor" });
  other = await aMember(services);
});
afterAll(() => services.close());

const root = "/api/collections";
const asOwner = (method: string, address: string, json?: unknown) =>
  ask(actorFor(owner), method, address, json);

async function made(body: Record<string, unknown> = {}): Promise<ApiCollection> {
  const answer = await asOwner("POST", root, { name: "Water studies", ...body });
  expect(answer.status).toBe(201);
  return (await answer.json()) as ApiCollection;
}

async function pictures(count: number, overrides = {}) {
  return Promise.all(
    Array.from({ length: count }, (_, index) =>
      aPicture(services, other, { title: `Study ${index + 1}`, ...overrides }),
    ),
  );
}

const idsOf = async (id: string, actor: Actor = actorFor(owner)): Promise<string[]> => {
  const answer = await ask(actor, "GET", `${root}/${id}?limit=100`);
  return ((await answer.json()) as ApiCollection).items.map((picture) => picture.id);
};

test("a collection's answer to a member is not cacheable by shared caches; a guest's is", async () => {
  const { id } = await made({ is_public: true });
  const cache = async (actor: Actor) =>
    (await ask(actor, "GET", `${root}/${id}`)).headers.get("cache-control");
  expect(await cache(guest)).toBe("no-cache");
  expect(await cache(actorFor(other))).toBe("private, no-cache");
  expect(await cache(actorFor(owner))).toContain("private");
});

test("CO-01 a collection is private by default, is renamed, described, published and deleted", async () => {
  const { id, ...fresh } = await made();
  expect(fresh).toMatchObject({
    name: "Water studies",
    description: null,
    is_public: false,
    isOwn: true,
    count: 0,
    items: [],
    owner: { username: owner.username },
  });
  expect(fresh).not.toHaveProperty("ownerId");
  const changed = await asOwner("PATCH", `${root}/${id}`, {
    name: "  Still water ",
    description: "Ponds and basins",
  });
  expect(await changed.json()).toMatchObject({
    name: "Still water",
    description: "Ponds and basins",
  });
  expect((await ask(guest, "GET", `${root}/${id}`)).status).toBe(404);
  const published = await asOwner("PATCH", `${root}/${id}`, { is_public: true, description: "" });
  expect(await published.json()).toMatchObject({ is_public: true, description: null });
  expect((await ask(guest, "GET", `${root}/${id}`)).status).toBe(200);
  expect((await asOwner("DELETE", `${root}/${id}`)).status).toBe(204);
  expect((await asOwner("GET", `${root}/${id}`)).status).toBe(404);
  expect((await asOwner("DELETE", `${root}/${id}`)).status).toBe(404);
});

test("CO-01 a deletion can be undone with everything in it, for half an hour", async () => {
  const [one, two] = await pictures(2);
  const { id } = await made({ is_public: true, picture_ids: [two.id, one.id] });
  await asOwner("DELETE", `${root}/${id}`);
  expect((await ask(actorFor(other), "POST", `${root}/${id}/restore`)).status).toBe(404);
  expect(await purgeCollections(services)).toBe(0);
  const back = await asOwner("POST", `${root}/${id}/restore`);
  expect(back.status).toBe(200);
  expect(await idsOf(id)).toEqual([two.id, one.id]);
  await asOwner("DELETE", `${root}/${id}`);
  await services.pool.query(
    "update collections set deleted_at = now() - interval '31 minutes' where id = $1",
    [id],
  );
  expect(await purgeCollections(services)).toBe(1);
  expect((await asOwner("POST", `${root}/${id}/restore`)).status).toBe(404);
});

test("CO-01 pictures are added and taken out, one and many at once, and twice changes nothing", async () => {
  const all = await pictures(5);
  const ids = all.map((picture) => picture.id);
  const { id } = await made();
  const one = await asOwner("PUT", `${root}/${id}/items/${ids[0]}`);
  expect(await one.json()).toEqual({ count: 1, changed: 1 });
  const again = await asOwner("PUT", `${root}/${id}/items/${ids[0]}`);
  expect(await again.json()).toEqual({ count: 1, changed: 0 });
  const many = await asOwner("PUT", `${root}/${id}/items`, { picture_ids: [...ids, ids[1]] });
  expect(await many.json()).toEqual({ count: 5, changed: 4 });
  expect(await idsOf(id)).toEqual(ids);
  const own = await asOwner("GET", `${root}?picture=${ids[2]}`);
  const list = ((await own.json()) as { items: OwnCollection[] }).items;
  expect(list.filter((collection) => collection.has).map((collection) => collection.id)).toEqual([
    id,
  ]);
  const out = await asOwner("DELETE", `${root}/${id}/items`, { picture_ids: ids.slice(1, 4) });
  expect(await out.json()).toEqual({ count: 2, changed: 3 });
  const last = await asOwner("DELETE", `${root}/${id}/items/${ids[0]}`);
  expect(await last.json()).toEqual({ count: 1, changed: 1 });
  expect(await idsOf(id)).toEqual([ids[4]]);
});

test("CO-01 the owner's order holds under moves, and a page follows a page", async () => {
  const [a, b, c, d] = (await pictures(4)).map((picture) => picture.id);
  const { id } = await made({ picture_ids: [a, b, c, d] });
  const move = (picture: string, before: string | null) =>
    asOwner("PATCH", `${root}/${id}/items/${picture}`, { before });
  expect((await move(d, a)).status).toBe(204);
  expect(await idsOf(id)).toEqual([d, a, b, c]);
  await move(a, null);
  expect(await idsOf(id)).toEqual([d, b, c, a]);
  await asOwner("DELETE", `${root}/${id}/items/${b}`);
  await move(a, c);
  expect(await idsOf(id)).toEqual([d, a, c]);
  expect((await move(a, a)).status).toBe(204);
  expect((await move(b, null)).status).toBe(404);
  expect((await move(a, b)).status).toBe(400);
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const query: string = cursor === null ? "" : `&cursor=${cursor}`;
    const answer = await asOwner("GET", `${root}/${id}?limit=2${query}`);
    const page = (await answer.json()) as ApiCollection;
    seen.push(...page.items.map((picture) => picture.id));
    cursor = page.next;
  } while (cursor !== null);
  expect(seen).toEqual([d, a, c]);
});

test("CO-01 moves at the same moment leave every picture in its collection once", async () => {
  const ids = (await pictures(6)).map((picture) => picture.id);
  const { id } = await made({ picture_ids: ids });
  const answers = await Promise.all(
    ids.map((picture, index) =>
      asOwner("PATCH", `${root}/${id}/items/${picture}`, {
        before: ids[(index + 3) % ids.length],
      }),
    ),
  );
  for (const answer of answers) expect(answer.status).toBe(204);
  expect((await idsOf(id)).toSorted()).toEqual(ids.toSorted());
});

test("CO-01 the cover is one of the collection's pictures and goes with it", async () => {
  const [a, b] = await pictures(2);
  const { id } = await made({ picture_ids: [a.id, b.id] });
  const stranger = (await pictures(1))[0];
  const refused = await asOwner("PATCH", `${root}/${id}`, { cover_picture_id: stranger.id });
  expect(refused.status).toBe(400);
  const chosen = await asOwner("PATCH", `${root}/${id}`, { cover_picture_id: b.id });
  expect(await chosen.json()).toMatchObject({
    coverPictureId: b.id,
    covers: [{ slug: b.slug }, { slug: a.slug }],
  });
  await deletePicture(services, actorFor(other), b.id);
  const after = await asOwner("GET", `${root}/${id}`);
  expect(await after.json()).toMatchObject({ coverPictureId: null, covers: [{ slug: a.slug }] });
});

test("CO-02 somebody else's private picture cannot be collected, and adds nothing beside it", async () => {
  const [open] = await pictures(1);
  const [hidden] = await pictures(1, { is_public: false });
  const { id } = await made();
  for (const picture_ids of [[hidden.id], [open.id, hidden.id], [open.id, randomUUID()]]) {
    expect((await asOwner("PUT", `${root}/${id}/items`, { picture_ids })).status).toBe(404);
  }
  expect((await asOwner("POST", root, { name: "x", picture_ids: [hidden.id] })).status).toBe(404);
  expect(await idsOf(id)).toEqual([]);
});

test("CO-02 a picture that turns private or unapproved vanishes for others, from counts and covers too", async () => {
  const mine = await aPicture(services, owner, { title: "Mine" });
  const [theirs] = await pictures(1);
  const { id } = await made({ is_public: true, picture_ids: [mine.id, theirs.id] });
  expect(await idsOf(id, guest)).toEqual([mine.id, theirs.id]);
  await services.db
    .updateTable("pictures")
    .set({ is_public: false })
    .where("id", "in", [mine.id, theirs.id])
    .execute();
  for (const actor of [guest, actorFor(await aMember(services))]) {
    const answer = await ask(actor, "GET", `${root}/${id}`);
    expect(await answer.json()).toMatchObject({ count: 0, items: [], covers: [], isOwn: false });
  }
  expect(await idsOf(id)).toEqual([mine.id]);
  const listed = await publicCollections(services.db, { limit: 100 });
  expect(listed.items.map((collection) => collection.id)).not.toContain(id);
});

test("CO-02 a private collection is hidden from everybody else, and nobody else can touch it", async () => {
  const [picture] = await pictures(1);
  const { id } = await made({ picture_ids: [picture.id] });
  const admin = await aMember(services, { role: "admin" });
  for (const actor of [guest, actorFor(other), actorFor(admin, "admin")]) {
    for (const query of ["", `?username=${owner.username}`]) {
      const answer = await ask(actor, "GET", `${root}/${id}${query}`);
      expect(answer.status).toBe(404);
      expect(await answer.json()).toMatchObject({ detail: "Collection not found" });
    }
  }
  await asOwner("PATCH", `${root}/${id}`, { is_public: true });
  const tries: [string, string, unknown?][] = [
    ["PATCH", "", { name: "Mine now" }],
    ["DELETE", ""],
    ["PUT", "/items", { picture_ids: [picture.id] }],
    ["DELETE", "/items", { picture_ids: [picture.id] }],
    ["PUT", `/items/${picture.id}`],
    ["DELETE", `/items/${picture.id}`],
    ["PATCH", `/items/${picture.id}`, { before: null }],
  ];
  for (const [method, rest, json] of tries) {
    expect((await ask(actorFor(other), method, `${root}/${id}${rest}`, json)).status).toBe(404);
    expect((await ask(guest, method, `${root}/${id}${rest}`, json)).status).toBe(401);
  }
  expect(await idsOf(id)).toEqual([picture.id]);
});

test("IM-03 a collection is found with its owner's username, and with no other", async () => {
  const { id } = await made({ is_public: true });
  for (const [query, status] of [
    [`?username=${owner.username}`, 200],
    [`?username=${owner.username.toUpperCase()}`, 200],
    ["", 200],
    [`?username=${other.username}`, 404],
    ["?username=%00", 400],
    ["?cursor=x", 400],
    ["?unknown=1", 400],
  ] as const) {
    expect((await ask(guest, "GET", `${root}/${id}${query}`)).status).toBe(status);
  }
  for (const missing of [randomUUID(), "nonsense", "%00"]) {
    expect((await ask(guest, "GET", `${root}/${missing}`)).status).toBe(404);
  }
});

test.each([
  [{}, "name"],
  [{ name: "   " }, "name"],
  [{ name: "x".repeat(101) }, "name"],
  [{ name: "a\0b" }, "name"],
  [{ name: "x", description: "y".repeat(2001) }, "description"],
  [{ name: "x", owner_id: randomUUID() }, "owner_id"],
  [{ name: "x", picture_ids: ["nonsense"] }, "picture_ids.0"],
])("CO-01 refuses a new collection %j at %s", async (body, path) => {
  const answer = await asOwner("POST", root, body);
  expect(answer.status).toBe(400);
  const { errors } = (await answer.json()) as { errors: { path: string }[] };
  expect(errors.map((error) => error.path)).toContain(path);
});
