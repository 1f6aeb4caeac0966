import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aPicture } from "#tests/harness/factories.ts";
import { madePicture } from "#tests/harness/made-picture.ts";
import { testServer, type SignedUp, type TestServer } from "#tests/harness/server.ts";

let server: TestServer;
let admin: SignedUp;
let member: SignedUp;
beforeAll(async () => {
  server = await testServer();
  admin = await server.signUp("Ada Admin");
  member = await server.signUp("Mira Member");
  await server.services.db
    .updateTable("users")
    .set({ role: "admin" })
    .where("id", "=", admin.userId)
    .execute();
});
afterAll(() => server.close());

type Answer = { status: number; body: Record<string, unknown> };
const post = async (address: string, body: object): Promise<Answer> => {
  const answer = await admin.fetch(address, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as Answer["body"] };
};
const edit = (ids: readonly string[], fields: object) =>
  post("/api/admin/images/edit", { ids, ...fields });
const undo = (token: unknown) => post("/api/admin/images/undo", { undo: token });
const made = (title: string, more: object = {}) =>
  madePicture(server.services, { id: member.userId }, { title, ...more });
const rowsOf = async (ids: readonly string[]) => {
  const rows = await server.services.db
    .selectFrom("pictures")
    .select(["id", "title", "license", "is_public", "tags", "sha256", "storage_key", "slug"])
    .where("id", "in", ids)
    .execute();
  return ids.map((id) => rows.find((row) => row.id === id));
};
const xmpOf = async (key: string) => {
  const file = await server.services.storage.get(key);
  return (await sharp(file?.bytes).metadata()).xmp?.toString("utf8") ?? "";
};
const logOf = (ids: readonly string[]) =>
  server.services.db
    .selectFrom("admin_audit")
    .select(["action", "target_id", "before", "after", "request_id"])
    .where("target_id", "in", ids)
    .orderBy("id")
    .execute();
const originals = async () => {
  const keys: string[] = [];
  for await (const key of server.services.storage.list("pictures/")) keys.push(key);
  return keys.toSorted();
};

test("AD-01 only the named fields of many pictures change, in the files too, with an audit entry each", async () => {
  const pictures = [
    await made("First", { tags: ["snow", "house"] }),
    await made("Second", { tags: ["sea"], license: "cc0" }),
  ];
  const ids = pictures.map(({ id }) => id);
  const answer = await edit(ids, {
    license: "cc-by-sa",
    is_public: false,
    tags: { add: ["Winter"], remove: ["house"] },
  });
  expect(answer).toEqual({
    status: 200,
    body: { changed: 2, undo: expect.any(String) as string },
  });
  const rows = await rowsOf(ids);
  expect(rows).toMatchObject([
    { title: "First", license: "cc-by-sa", is_public: false, tags: ["snow", "winter"] },
    { title: "Second", license: "cc-by-sa", is_public: false, tags: ["sea", "winter"] },
  ]);
  for (const [index, row] of rows.entries()) {
    expect(row?.slug).toBe(pictures[index].slug);
    const xmp = await xmpOf(row?.storage_key ?? "");
    expect(xmp).toContain("cc-by-sa");
    expect(xmp).toContain(pictures[index].title);
  }
  const log = await logOf(ids);
  expect(log).toMatchObject([
    {
      action: "picture.edit",
      before: { license: "cc-by", is_public: true, tags: ["snow", "house"] },
      after: { license: "cc-by-sa", is_public: false, tags: ["snow", "winter"] },
    },
    { action: "picture.edit", before: { license: "cc0" } },
  ]);
  expect(new Set(log.map(({ request_id }) => request_id)).size).toBe(1);
});

test("AD-01 the whole edit is undone, and what was changed since stays", async () => {
  const pictures = [await made("Roof", { tags: ["a"] }), await made("Sea", { tags: ["b"] })];
  const ids = pictures.map(({ id }) => id);
  const { body } = await edit(ids, { title: "Both", license: "cc0", tags: { replace: ["c"] } });
  await admin.fetch(`/api/picture/${ids[1]}`, {
    method: "PATCH",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ title: "Open sea" }),
  });
  expect((await undo(body["undo"])).body).toEqual({ changed: 2 });
  const rows = await rowsOf(ids);
  expect(rows).toMatchObject([
    { title: "Roof", license: "cc-by", tags: ["a"] },
    { title: "Open sea", license: "cc-by", tags: ["b"] },
  ]);
  expect(await xmpOf(rows[0]?.storage_key ?? "")).toContain("Roof");
  expect(await xmpOf(rows[1]?.storage_key ?? "")).toContain("Open sea");
  // Undone once: nothing is left to undo.
  expect((await undo(body["undo"])).body).toEqual({ changed: 0 });
  expect((await logOf(ids)).map(({ action }) => action)).toEqual([
    "picture.edit",
    "picture.edit",
    "picture.change",
    "picture.revert",
    "picture.revert",
  ]);
});

test("AD-01 pictures are added to a collection of the admin's, and undo takes out the new ones alone", async () => {
  const { id: collection } = (await post("/api/collections", { name: "Winter" })).body as {
    id: string;
  };
  const ids = [(await made("In before")).id, (await made("New here")).id];
  await admin.fetch(`/api/collections/${collection}/items/${ids[0]}`, { method: "PUT" });
  const itemsOf = async () =>
    (
      await server.services.db
        .selectFrom("collection_items")
        .select("picture_id")
        .where("collection_id", "=", collection)
        .orderBy("position")
        .execute()
    ).map((item) => item.picture_id);
  const answer = await edit(ids, { collection });
  expect(answer.body).toMatchObject({ changed: 1 });
  expect(await itemsOf()).toEqual(ids);
  expect(await logOf(ids)).toMatchObject([
    { target_id: ids[1], before: { collection: null }, after: { collection } },
  ]);
  expect((await undo(answer.body["undo"])).body).toEqual({ changed: 1 });
  expect(await itemsOf()).toEqual([ids[0]]);
});

test("AD-01 an edit that one picture cannot take changes none, and leaves no file behind", async () => {
  const tags = Array.from({ length: 20 }, (_, index) => `tag ${index}`);
  const ids = [(await made("Free")).id, (await made("Full", { tags })).id];
  const [before, files] = [await rowsOf(ids), await originals()];
  const others = await post("/api/collections", { name: "Lost" });
  await admin.fetch(`/api/collections/${String(others.body["id"])}`, { method: "DELETE" });
  const refused: [object, string][] = [
    [{ title: "Both", tags: { add: ["one more"] } }, "tags"],
    [{ title: " " }, "title"],
    [{ license: "mine" }, "license"],
    [{ tags: {} }, "tags"],
    [{ tags: { add: ["x"], replace: ["y"] } }, "tags"],
    [{ title: "Both", collection: crypto.randomUUID() }, "collection"],
    [{ title: "Both", collection: others.body["id"] }, "collection"],
    [{}, ""],
    [{ description: "Same" }, "description"],
  ];
  for (const [fields, path] of refused) {
    const answer = await edit(ids, fields);
    expect([answer.status, fields]).toEqual([400, fields]);
    const [error] = answer.body["errors"] as { path: string }[];
    expect(error.path).toBe(path);
  }
  const unknown = await edit([...ids, crypto.randomUUID()], { title: "Both" });
  expect(unknown).toMatchObject({ status: 400, body: { errors: [{ path: "ids" }] } });
  expect(await rowsOf(ids)).toEqual(before);
  expect(await originals()).toEqual(files);
  expect(await logOf(ids)).toEqual([]);
});

test("AD-01 edits and single changes at once are all made, and every file is whole", async () => {
  const ids = [(await made("One")).id, (await made("Two")).id];
  for (let round = 0; round < 5; round += 1) {
    const answers = await Promise.all([
      edit(ids, { title: `Round ${round}` }),
      edit([...ids].toReversed(), { license: round % 2 === 0 ? "cc0" : "cc-by" }),
      edit(ids, { tags: { add: [`round ${round}`] } }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const rows = await rowsOf(ids);
    for (const row of rows) {
      expect(row?.title).toBe(`Round ${round}`);
      expect(row?.license).toBe(round % 2 === 0 ? "cc0" : "cc-by");
      expect(row?.tags).toContain(`round ${round}`);
      const xmp = await xmpOf(row?.storage_key ?? "");
      expect(xmp).toContain(`Round ${round}`);
      expect(xmp).toContain(row?.license);
    }
  }
  const named = await server.services.db.selectFrom("pictures").select("storage_key").execute();
  expect(await originals()).toEqual(named.map((row) => row.storage_key).toSorted());
});

test("AD-01 an edit is made although one picture after another is changed beside it, and leaves no file behind", async () => {
  const ids: string[] = [];
  for (let index = 0; index < 15; index += 1) ids.push((await made(`Busy ${index}`)).id);
  const others = [...ids];
  const { storage } = server.services;
  const put = storage.put.bind(storage);
  let written = 0;
  let isOther = false;
  // With the last file of an attempt somebody else changes a picture, each time another one.
  storage.put = async (key, bytes) => {
    await put(key, bytes);
    if (isOther || !key.startsWith("pictures/")) return;
    written += 1;
    const id = written % ids.length === 0 ? others.shift() : undefined;
    if (id === undefined) return;
    isOther = true;
    const body = JSON.stringify({ license: "cc0" });
    const headers = { "content-type": "application/json" };
    const changed = await admin.fetch(`/api/picture/${id}`, { method: "PATCH", headers, body });
    expect(changed.status).toBe(200);
    isOther = false;
  };
  try {
    expect((await edit(ids, { title: "Edited" })).body).toMatchObject({ changed: 15 });
  } finally {
    storage.put = put;
  }
  expect(others).toHaveLength(14);
  const rows = await rowsOf(ids);
  expect(rows.every((row) => row?.title === "Edited")).toBe(true);
  expect(rows[0]?.license).toBe("cc0");
  for (const row of rows) expect(await xmpOf(row?.storage_key ?? "")).toContain("Edited");
  const named = await server.services.db.selectFrom("pictures").select("storage_key").execute();
  expect(await originals()).toEqual(named.map((row) => row.storage_key).toSorted());
});

test("AD-01 300 pictures are edited and undone in one request each", async () => {
  const ids: string[] = [];
  for (let index = 0; index < 300; index += 1) {
    const picture = { title: `Many ${index}` };
    ids.push((await aPicture(server.services, { id: member.userId }, picture)).id);
  }
  const answer = await edit(ids, { title: "Many", is_public: false, tags: { add: ["many"] } });
  expect(answer.body).toMatchObject({ changed: 300 });
  const rows = await rowsOf(ids);
  expect(rows.every((row) => row?.title === "Many" && !row.is_public)).toBe(true);
  expect((await undo(answer.body["undo"])).body).toEqual({ changed: 300 });
  expect((await rowsOf(ids)).map((row) => row?.title)).toEqual(
    ids.map((_, index) => `Many ${index}`),
  );
});
