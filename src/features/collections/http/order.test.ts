import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { askRoutes, type Ask } from "#tests/harness/ask.ts";
import { aMember, aPicture, type TestMember } from "#tests/harness/factories.ts";
import { actorFor } from "#tests/harness/made-picture.ts";
import { testServices } from "#tests/harness/services.ts";
import { collectionRoutes, type ApiCollection } from "../http.ts";

let services: Awaited<ReturnType<typeof testServices>>;
let ask: Ask;
let owner: TestMember;

beforeAll(async () => {
  services = await testServices();
  ask = askRoutes(collectionRoutes(services));
  owner = await aMember(services);
});
afterAll(() => services.close());

const root = "/api/collections";
const asOwner = (method: string, address: string, json?: unknown) =>
  ask(actorFor(owner), method, address, json);

async function made(picture_ids: string[] = []): Promise<ApiCollection> {
  const answer = await asOwner("POST", root, { name: "Water studies", picture_ids });
  expect(answer.status).toBe(201);
  return (await answer.json()) as ApiCollection;
}

const inOrder = async (id: string): Promise<string[]> => {
  const rows = await services.db
    .selectFrom("collection_items")
    .select("picture_id")
    .where("collection_id", "=", id)
    .orderBy("position")
    .execute();
  return rows.map((row) => row.picture_id);
};

/** A collection of 1,000 pictures, and one picture more. */
async function aFullCollection() {
  const { id } = await made();
  const picture = await aPicture(services, owner);
  await services.pool.query(
    `insert into pictures select (jsonb_populate_record(p, jsonb_build_object(
       'id', gen_random_uuid(), 'slug', 'many-' || $2 || n, 'filename', 'many-' || $2 || n || '.jpg',
       'storage_key', p.storage_key || n))).*
     from pictures p, generate_series(1, 1000) n where p.id = $1`,
    [picture.id, id],
  );
  await services.pool.query(
    `insert into collection_items (collection_id, picture_id, position)
     select $1, id, row_number() over () from pictures where slug like 'many-' || $2 || '%'`,
    [id, id],
  );
  return { id, picture };
}

test("CO-01 a collection holds at most 1,000 images", async () => {
  const { id, picture } = await aFullCollection();
  const answer = await asOwner("PUT", `${root}/${id}/items/${picture.id}`);
  expect(answer.status).toBe(422);
  expect(await answer.json()).toMatchObject({ detail: "A collection holds at most 1000 images" });
});

test("CO-01 a whole collection is emptied, filled again and put in order by one request each", async () => {
  const { id } = await aFullCollection();
  const before = await inOrder(id);
  expect(before).toHaveLength(1000);
  const all = { picture_ids: before.toSorted() };
  const emptied = await asOwner("DELETE", `${root}/${id}/items`, all);
  expect(await emptied.json()).toEqual({ count: 0, changed: 1000 });
  expect((await asOwner("PUT", `${root}/${id}/items`, all)).status).toBe(200);
  expect(await inOrder(id)).toEqual(all.picture_ids);
  expect((await asOwner("PUT", `${root}/${id}/order`, { picture_ids: before })).status).toBe(204);
  expect(await inOrder(id)).toEqual(before);
});

test("CO-01 what an order does not name follows as it was, what it names in vain does not matter", async () => {
  const five = await Promise.all(Array.from({ length: 5 }, () => aPicture(services, owner)));
  const [a, b, c, d, e] = five.map((picture) => picture.id);
  const { id } = await made([a, b, c, d]);
  const order = (picture_ids: string[], of = id) =>
    asOwner("PUT", `${root}/${of}/order`, { picture_ids });
  expect((await order([d.toUpperCase(), e, b, d])).status).toBe(204);
  expect(await inOrder(id)).toEqual([d, b, a, c]);
  expect((await order([])).status).toBe(400);
  expect((await order(["nonsense"])).status).toBe(400);
  expect((await order([a], randomUUID())).status).toBe(404);
  expect(await inOrder(id)).toEqual([d, b, a, c]);
});
