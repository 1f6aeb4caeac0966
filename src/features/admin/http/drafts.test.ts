import { createHash } from "node:crypto";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { VisionError, type Moderation, type Vision } from "#app/adapters/vision/port.ts";
import type { OpenServices } from "#app/open-services.ts";
import { ownDrafts, type Draft } from "#app/features/pictures/queries.ts";
import { createAnalysis } from "#app/features/pictures/jobs.ts";
import { aPng } from "#tests/harness/made-picture.ts";
import { testServer, type SignedUp, type TestServer } from "#tests/harness/server.ts";
import { testServices } from "#tests/harness/services.ts";
import { aDrawing, type DrawingName } from "#tests/harness/drawn-picture.ts";
import { pngWithChunks } from "#tests/fixtures/png-chunks.ts";

let plain: OpenServices;
let server: TestServer;
let admin: SignedUp;
/** What the classifier answers; null fails. */
let classified: Moderation | null;

const calm: Moderation = {
  scores: { drawing: 0.9, hentai: 0.02, neutral: 0.06, porn: 0.01, sexy: 0.01 },
  flagged: false,
};
const explicit: Moderation = {
  scores: { drawing: 0.02, hentai: 0.03, neutral: 0.04, porn: 0.9, sexy: 0.01 },
  flagged: true,
};

beforeAll(async () => {
  plain = await testServices();
  const vision: Vision = {
    ...plain.vision,
    has: (helper) => helper === "moderation",
    moderate: () =>
      classified === null
        ? Promise.reject(new VisionError("failed", "The helper stopped."))
        : Promise.resolve(classified),
  };
  // Without a worker, so that only the test runs the analysis.
  server = await testServer({ ...plain, vision }, { roles: ["web", "images"] });
  admin = await server.signUp("Ada Admin");
  await server.services.db
    .updateTable("users")
    .set({ role: "admin" })
    .where("id", "=", admin.userId)
    .execute();
});
afterAll(async () => {
  await server.close();
  await plain.close();
});

async function upload(bytes: Uint8Array, name: string) {
  const form = new FormData();
  form.set("file", new File([new Uint8Array(bytes)], "x"));
  const query = new URLSearchParams({ name }).toString();
  const answer = await admin.fetch(`/api/admin/upload?${query}`, { method: "POST", body: form });
  expect(answer.status).toBe(201);
  return (await answer.json()) as { id: string; already: boolean };
}
const send = async (method: string, address: string, body: object, by = admin) => {
  const headers = { "content-type": "application/json" };
  const answer = await by.fetch(address, { method, headers, body: JSON.stringify(body) });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};
const drafts = async () =>
  (await ownDrafts(server.services.db, admin.userId, { limit: 100 })).items;
async function draft(id: string): Promise<Draft> {
  const found = (await drafts()).find((one) => one.id === id);
  if (found === undefined) throw new Error("There is no such draft");
  return found;
}
const isPublic = async (id: string) =>
  (
    await server.services.db
      .selectFrom("pictures")
      .select("is_public")
      .where("id", "=", id)
      .executeTakeFirstOrThrow()
  ).is_public;
const drawing = (name: DrawingName, side: number) => aDrawing(name, side, side);

test("AD-02 an upload is a draft with title, tags, description, palette and moderation", async () => {
  classified = calm;
  const parameters =
    "(red fox:1.2), snowy forest, golden hour, masterpiece\nNegative prompt: fog\nSteps: 20, Seed: 7, Model: dream, Version: v1.10";
  const data = Buffer.from(`parameters\0${parameters}`, "latin1");
  const file = pngWithChunks(await drawing("rings", 120), [{ type: "tEXt", data }]);
  const { id, already } = await upload(file, "00012-7.png");
  expect(already).toBe(false);
  expect(await draft(id)).toMatchObject({
    fileName: "00012-7.png",
    title: "Red fox",
    titleFrom: "prompt",
    tags: expect.arrayContaining(["red fox", "snowy forest", "golden hour", "drawing"]) as string[],
    description: expect.stringMatching(/^Square drawing, mostly .+\. Made with dream\.$/) as string,
    prompt: expect.stringContaining("snowy forest") as string,
    engine: "dream",
    colors: expect.arrayContaining([expect.stringMatching(/^#[\da-f]{6}$/)]) as string[],
    state: "approved",
    moderation: calm,
  });
  expect(await isPublic(id)).toBe(false);
});

test("AD-02 without metadata the title is the file's name where it is words, else Untitled", async () => {
  classified = calm;
  const named = await upload(await drawing("bars", 121), "old-harbour_at-dusk.jpg");
  expect(await draft(named.id)).toMatchObject({ title: "Old harbour at dusk", titleFrom: "file" });
  const nameless = await upload(await drawing("checks", 122), "IMG_2041.jpg");
  expect(await draft(nameless.id)).toMatchObject({ title: "Untitled", titleFrom: "nothing" });
});

test("AD-02 the same file is one draft, also when it is sent twice at once; removed, it can come again", async () => {
  classified = calm;
  const file = await drawing("waves", 123);
  const both = await Promise.all([upload(file, "a.png"), upload(file, "a.png")]);
  expect(new Set(both.map(({ id }) => id)).size).toBe(1);
  const [{ id }] = both;
  await send("PATCH", `/api/admin/drafts/${id}`, { title: "Waves" });
  expect(await upload(file, "a.png")).toEqual({ id, already: true });
  expect((await draft(id)).title).toBe("Waves");
  await send("POST", "/api/admin/images/bulk", { ids: [id], action: "remove" });
  const again = await upload(file, "a.png");
  expect(again.already).toBe(false);
  expect(again.id).not.toBe(id);
  // Every file in storage belongs to a row: what the loser of the two wrote is gone.
  const keys: string[] = [];
  for await (const key of server.services.storage.list("pictures/")) keys.push(key);
  const rows = await server.services.db.selectFrom("pictures").select("storage_key").execute();
  expect(keys.toSorted()).toEqual(rows.map((row) => row.storage_key).toSorted());
});

test("AD-02 every field of a draft can be edited, and the file says the same", async () => {
  classified = calm;
  const { id } = await upload(await drawing("haze", 124), "haze.png");
  const changes = {
    title: "Morning haze",
    description: "A calm morning",
    tags: ["Haze", "dawn"],
    license: "cc0",
    prompt: "haze over a field",
    colors: ["#112233", "#445566", "#778899", "#aabbcc", "#ddeeff"],
  };
  expect((await send("PATCH", `/api/admin/drafts/${id}`, changes)).status).toBe(200);
  expect(await draft(id)).toMatchObject({ ...changes, tags: ["haze", "dawn"], titleFrom: null });
  const row = await server.services.db
    .selectFrom("pictures")
    .select(["storage_key", "sha256", "palette_lab"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const bytes = (await server.services.storage.get(row.storage_key))?.bytes ?? Buffer.alloc(0);
  expect(createHash("sha256").update(bytes).digest("hex")).toBe(row.sha256);
  const xmp = (await sharp(bytes).metadata()).xmp?.toString("utf8") ?? "";
  expect(xmp).toContain("Morning haze");
  expect(xmp).toContain("haze over a field");
  expect(row.palette_lab).toHaveLength(15);
  // The prompt can be taken out again.
  await send("PATCH", `/api/admin/drafts/${id}`, { prompt: "" });
  expect((await draft(id)).prompt).toBeNull();
});

test("AD-02 a bad field is refused by its name and changes nothing", async () => {
  classified = calm;
  const { id } = await upload(await drawing("disc", 125), "disc.png");
  const before = await draft(id);
  const tags = Array.from({ length: 21 }, (_, index) => `tag ${index}`);
  for (const [field, value] of Object.entries({
    title: "  ",
    tags,
    license: "mine",
    colors: ["#fff"],
    is_public: true,
  })) {
    const answer = await send("PATCH", `/api/admin/drafts/${id}`, { [field]: value });
    expect(answer.status).toBe(400);
    const [error] = answer.body["errors"] as { path: string }[];
    expect(error.path.split(".")[0]).toBe(field);
  }
  expect(await draft(id)).toEqual(before);
});

test("AD-02 drafts are published together, undone together, and each is in the audit log", async () => {
  classified = calm;
  const ids = [
    (await upload(await aPng(90, 60, "#123456"), "first boat.png")).id,
    (await upload(await aPng(91, 60, "#654321"), "second boat.png")).id,
  ];
  const published = await send("POST", "/api/admin/drafts/publish", { ids });
  expect(published.body).toEqual({ changed: 2, undo: expect.any(String) as string });
  expect(await Promise.all(ids.map(isPublic))).toEqual([true, true]);
  expect((await drafts()).filter(({ id }) => ids.includes(id))).toEqual([]);
  // What is published is no draft any more.
  expect((await send("PATCH", `/api/admin/drafts/${ids[0]}`, { title: "Late" })).status).toBe(404);
  expect((await send("POST", "/api/admin/drafts/publish", { ids })).body).toMatchObject({
    changed: 0,
  });
  const { undo } = published.body;
  expect((await send("POST", "/api/admin/images/undo", { undo })).body).toEqual({ changed: 2 });
  expect(await Promise.all(ids.map(isPublic))).toEqual([false, false]);
  expect((await drafts()).filter(({ id }) => ids.includes(id))).toHaveLength(2);
  const log = await server.services.db
    .selectFrom("admin_audit")
    .select("action")
    .where("target_id", "in", ids)
    .orderBy("id")
    .execute();
  expect(log.map(({ action }) => action)).toEqual([
    "picture.upload",
    "picture.upload",
    "picture.publish",
    "picture.publish",
    "picture.revert",
    "picture.revert",
  ]);
});

test("AD-02 a removed draft is gone from the list, and undo brings it back with its edits", async () => {
  classified = calm;
  const { id } = await upload(await aPng(92, 60, "#224466"), "third boat.png");
  await send("PATCH", `/api/admin/drafts/${id}`, { tags: ["kept"] });
  const removed = await send("POST", "/api/admin/images/bulk", { ids: [id], action: "remove" });
  expect((await drafts()).some((one) => one.id === id)).toBe(false);
  expect((await send("POST", "/api/admin/drafts/publish", { ids: [id] })).body).toMatchObject({
    changed: 0,
  });
  await send("POST", "/api/admin/images/undo", { undo: removed.body["undo"] });
  expect(await draft(id)).toMatchObject({ title: "Third boat", tags: ["kept"] });
});

test("AD-02 drafts of one admin are nobody else's", async () => {
  classified = calm;
  const other = await server.signUp("Second Admin");
  await server.services.db
    .updateTable("users")
    .set({ role: "admin" })
    .where("id", "=", other.userId)
    .execute();
  const { id } = await upload(await aPng(93, 60, "#335577"), "fourth boat.png");
  expect(
    (await send("PATCH", `/api/admin/drafts/${id}`, { title: "Mine now" }, other)).status,
  ).toBe(404);
  const published = await send("POST", "/api/admin/drafts/publish", { ids: [id] }, other);
  expect(published.body).toMatchObject({ changed: 0 });
  expect(await isPublic(id)).toBe(false);
  expect((await ownDrafts(server.services.db, other.userId, { limit: 10 })).items).toEqual([]);
});

test("AD-02 a flagged picture that is published stays hidden until an admin approves it", async () => {
  classified = explicit;
  const { id } = await upload(await aPng(94, 60, "#446688"), "fifth boat.png");
  expect(await draft(id)).toMatchObject({ state: "waiting", moderation: explicit });
  const seen = async () => (await server.fetch(`/api/picture/${id}`)).status;
  await send("POST", "/api/admin/drafts/publish", { ids: [id] });
  expect(await seen()).toBe(404);
  await send("POST", "/api/admin/images/bulk", { ids: [id], action: "approve" });
  expect(await seen()).toBe(200);
});

test("AD-02 a flagged draft can be approved before it is published", async () => {
  classified = explicit;
  const { id } = await upload(await aPng(97, 60, "#668844"), "seventh boat.png");
  await send("POST", "/api/admin/images/bulk", { ids: [id], action: "approve" });
  expect((await draft(id)).state).toBe("approved");
});

test("AD-02 a draft that the classifier did not answer for is analysed later", async () => {
  classified = null;
  const { id } = await upload(await aPng(95, 60, "#557799"), "sixth boat.png");
  expect((await draft(id)).moderation).toBeUndefined();
  classified = explicit;
  const analyse = createAnalysis(server.services);
  expect(await analyse(new AbortController().signal)).toBe(1);
  expect(await draft(id)).toMatchObject({ state: "waiting", moderation: explicit });
});

test("AD-02 drafts come in pages, the last uploaded first", async () => {
  const all = await drafts();
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await ownDrafts(server.services.db, admin.userId, { limit: 3, cursor });
    seen.push(...page.items.map(({ id }) => id));
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  expect(seen).toEqual(all.map(({ id }) => id));
  expect(seen.length).toBeGreaterThan(6);
});
