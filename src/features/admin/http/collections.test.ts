import { afterAll, beforeAll, expect, test } from "vitest";
import { aPicture, type TestPicture } from "#tests/harness/factories.ts";
import { testServer, type SignedUp, type TestServer } from "#tests/harness/server.ts";

let server: TestServer;
let admin: SignedUp;
let owner: SignedUp;
let other: SignedUp;
let picture: TestPicture;
let username: string;

beforeAll(async () => {
  server = await testServer(undefined, { roles: ["web"] });
  admin = await server.signUp("Ada Admin");
  owner = await server.signUp("Tobi Okafor");
  other = await server.signUp("Mira Member");
  const { db } = server.services;
  await db.updateTable("users").set({ role: "admin" }).where("id", "=", admin.userId).execute();
  picture = await aPicture(server.services, { id: owner.userId });
  const profile = (await (await owner.fetch("/api/profile")).json()) as { username: string };
  username = profile.username;
});
afterAll(() => server.close());

const json = { "content-type": "application/json" };
async function call(who: SignedUp, method: string, address: string, body?: unknown) {
  const answer = await who.fetch(address, { method, headers: json, body: JSON.stringify(body) });
  const text = await answer.text();
  return { status: answer.status, body: (text === "" ? null : JSON.parse(text)) as never };
}
async function aCollection(name: string, isPublic = true): Promise<string> {
  const body = { name, is_public: isPublic, picture_ids: [picture.id] };
  return ((await call(owner, "POST", "/api/collections", body)).body as { id: string }).id;
}
async function decide(ids: string[], action: string): Promise<{ changed: number; undo: string }> {
  const answer = await call(admin, "POST", "/api/admin/collections/bulk", { ids, action });
  expect(answer.status).toBe(200);
  return answer.body;
}
const undo = (word: string) => call(admin, "POST", "/api/admin/collections/undo", { undo: word });
const list = async (address: string) => {
  const { items } = (await (await server.fetch(address)).json()) as { items: { id: string }[] };
  return items.map(({ id }) => id);
};
const picks = () => list("/api/collections/public?feed=picks");
const fragments = () => list("/api/collections/public");
const auditOf = (id: string) =>
  server.services.db
    .selectFrom("admin_audit")
    .select(["action", "admin_id", "before", "after"])
    .where("target_kind", "=", "collection")
    .where("target_id", "=", id)
    .orderBy("id")
    .execute();

test("AD-05 a picked collection is among the picks, the last picked first, until that is undone", async () => {
  const [first, second] = [await aCollection("First"), await aCollection("Second")];
  await decide([second], "pick");
  const { changed, undo: word } = await decide([first], "pick");
  expect(changed).toBe(1);
  expect(await picks()).toEqual([first, second]);
  expect(await undo(word)).toEqual({ status: 200, body: { changed: 1 } });
  expect(await picks()).toEqual([second]);
  expect((await decide([second], "unpick")).changed).toBe(1);
  expect(await picks()).toEqual([]);
  expect(await fragments()).toEqual(expect.arrayContaining([first, second]));
  expect(await auditOf(first)).toEqual([
    {
      action: "collection.pick",
      admin_id: admin.userId,
      before: { pickedAt: null, hiddenAt: null },
      after: { pickedAt: expect.any(String) as string, hiddenAt: null },
    },
    {
      action: "collection.undo",
      admin_id: admin.userId,
      before: { pickedAt: expect.any(String) as string, hiddenAt: null },
      after: { pickedAt: null, hiddenAt: null },
    },
  ]);
});

test("AD-05 a hidden collection is 404 for everybody but its owner and admins, and in no list", async () => {
  const id = await aCollection("Taken down");
  await decide([id], "pick");
  const { undo: word } = await decide([id], "hide");
  const statusFor = async (who: Pick<SignedUp, "fetch">) =>
    (await who.fetch(`/api/collections/${id}?username=${username}`)).status;
  expect(await statusFor(server)).toBe(404);
  expect(await statusFor(other)).toBe(404);
  const asOwner = await call(owner, "GET", `/api/collections/${id}`);
  expect(asOwner.body).toMatchObject({ isHidden: true, isOwn: true, is_public: true });
  const asAdmin = await call(admin, "GET", `/api/collections/${id}`);
  expect(asAdmin.body).toMatchObject({ isHidden: true, isOwn: false });
  expect(await fragments()).not.toContain(id);
  expect(await picks()).not.toContain(id);
  expect(await list(`/api/collections/public?username=${username}`)).not.toContain(id);
  // Its owner can publish as often as they like.
  await call(owner, "PATCH", `/api/collections/${id}`, { is_public: false });
  await call(owner, "PATCH", `/api/collections/${id}`, { is_public: true });
  expect(await statusFor(server)).toBe(404);
  expect(await undo(word)).toEqual({ status: 200, body: { changed: 1 } });
  expect(await statusFor(server)).toBe(200);
  expect(await picks()).toContain(id);
});

test("AD-05 somebody else's private collection stays its owner's alone, for admins too", async () => {
  const id = await aCollection("Diary", false);
  expect((await call(admin, "GET", `/api/collections/${id}`)).status).toBe(404);
  await decide([id], "hide");
  expect((await call(admin, "GET", `/api/collections/${id}`)).status).toBe(404);
  expect((await call(owner, "GET", `/api/collections/${id}`)).status).toBe(200);
});

test("AD-05 only what everybody may see can be picked, and nothing is noted where nothing changed", async () => {
  const [secret, hidden] = [await aCollection("Secret", false), await aCollection("Hidden")];
  await decide([hidden], "hide");
  expect((await decide([secret, hidden], "pick")).changed).toBe(0);
  expect(await auditOf(secret)).toEqual([]);
  expect((await decide([hidden], "hide")).changed).toBe(0);
  expect(await auditOf(hidden)).toHaveLength(1);
});

test("AD-05 a decision about many is one: all of them or none, and one undo for all", async () => {
  const ids = [await aCollection("One"), await aCollection("Two"), await aCollection("Three")];
  const gone = await aCollection("Gone");
  await call(owner, "DELETE", `/api/collections/${gone}`);
  for (const wrong of [[...ids, gone], [...ids, ids[0]], [crypto.randomUUID()], ["x"], []]) {
    const body = { ids: wrong, action: "hide" };
    expect((await call(admin, "POST", "/api/admin/collections/bulk", body)).status).toBe(400);
  }
  expect(await fragments()).toEqual(expect.arrayContaining(ids));
  const { changed, undo: word } = await decide(ids, "hide");
  expect(changed).toBe(3);
  expect((await decide([ids[0]], "unhide")).changed).toBe(1);
  // What was decided again meanwhile stays.
  expect((await undo(word)).body).toEqual({ changed: 2 });
  expect(await fragments()).toEqual(expect.arrayContaining(ids));
  expect((await undo("nothing")).status).toBe(404);
});

test("AD-05 admins list everybody's collections by visibility and name, in pages", async () => {
  const open = await aCollection("Herons at noon");
  const secret = await aCollection("Herons asleep", false);
  const hidden = await aCollection("Herons 100%");
  await decide([hidden], "hide");
  await decide([open], "pick");
  const found = async (query: string) => {
    const { body } = await call(admin, "GET", `/api/admin/collections?${query}`);
    return body as { items: { id: string }[]; next: string | null };
  };
  const idsOf = async (query: string) => (await found(query)).items.map(({ id }) => id);
  expect(await idsOf("q=herons")).toEqual([hidden, secret, open]);
  expect(await idsOf("q=herons&visibility=public")).toEqual([open]);
  expect(await idsOf("q=herons&visibility=private")).toEqual([secret]);
  expect(await idsOf("q=herons&visibility=picked")).toEqual([open]);
  expect(await idsOf("q=herons&visibility=hidden")).toEqual([hidden]);
  expect(await idsOf("q=100%25")).toEqual([hidden]);
  expect(await idsOf(`q=@${username}&limit=3`)).toEqual([hidden, secret, open]);
  expect(await idsOf("q=@nobody-here")).toEqual([]);
  const first = await found("q=herons&limit=2");
  expect(await idsOf(`q=herons&limit=2&cursor=${first.next}`)).toEqual([open]);
  expect((await call(admin, "GET", "/api/admin/collections?cursor=zz")).status).toBe(400);
  expect((await call(admin, "GET", "/api/admin/collections?visibility=some")).status).toBe(400);
});
