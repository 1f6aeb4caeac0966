import { createHash, randomUUID } from "node:crypto";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aMember } from "#tests/harness/factories.ts";
import { actorFor, aPng, madePicture } from "#tests/harness/made-picture.ts";
import { testServices } from "#tests/harness/services.ts";
import { audited } from "#app/features/admin/commands.ts";
import type { Member } from "#app/lib/actor.ts";
import { premadeVariants, variantKey } from "#app/rules/picture-files.ts";
import {
  countDownload,
  countView,
  deletePicture,
  storePicture,
  updatePicture,
} from "./commands.ts";
import { gatherViews, sweepOrphans } from "./jobs.ts";

let services: Awaited<ReturnType<typeof testServices>>;
let owner: { id: string };
let actor: Member;

beforeAll(async () => {
  services = await testServices();
  owner = await aMember(services, { name: "Ada <Lovelace>" });
  actor = actorFor(owner);
});
afterAll(() => services.close());

const rowOf = (id: string) =>
  services.db.selectFrom("pictures").selectAll().where("id", "=", id).executeTakeFirst();
const counts = async (id: string) => {
  const row = await rowOf(id);
  return [row?.remix_count, row?.remix_group_count];
};
const xmpOf = async (bytes: Buffer) => (await sharp(bytes).metadata()).xmp?.toString("utf8") ?? "";
test("IM-01 storing names the picture, keeps the original under its digest and makes its first variants", async () => {
  const picture = await madePicture(services, owner, { title: "  Dawn over the lake  " });
  expect(picture.slug).toMatch(/^dawn-over-the-lake-[0-9a-f]{8}$/);
  expect(picture.filename).toBe(`${picture.slug}.jpg`);
  const original = await services.storage.get(picture.storageKey);
  expect(
    createHash("sha256")
      .update(original?.bytes ?? "")
      .digest("hex"),
  ).toBe(picture.sha256);
  expect(original?.size).toBe(picture.bytes);
  const widths: number[] = [];
  for (const variant of premadeVariants) {
    const stored = await services.storage.get(variantKey(picture.sha256, variant));
    widths.push((await sharp(stored?.bytes).metadata()).width);
  }
  // The picture is 96 wide and never enlarged.
  expect(widths).toEqual([24, 96, 96]);
  const row = await rowOf(picture.id);
  expect(row?.palette_lab).toHaveLength(15);
  const lightness = row?.palette_lab.filter((_, index) => index % 3 === 0) ?? [];
  expect(lightness).toEqual(lightness.toSorted((a, b) => a - b));
});

test("a blank title is made from the prompt's first words", async () => {
  const stored = await storePicture(services, {
    bytes: await aPng(),
    ownerId: owner.id,
    title: "   ",
    prompt: "red fox in snow, woodcut",
    engine: { id: "sketch", label: "Sketch", neural: false },
  });
  expect(stored).toMatchObject({
    title: "Red fox in snow",
    slug: expect.stringMatching(/^red-fox-in-snow-/),
  });
});

test("a prompt hidden from the start appears in neither title nor address", async () => {
  const picture = await storePicture(services, {
    bytes: await aPng(),
    ownerId: owner.id,
    prompt: "red fox in snow, woodcut",
    promptHidden: true,
    engine: { id: "sketch", label: "Sketch", neural: false },
  });
  expect(picture).toMatchObject({
    title: "Untitled",
    slug: expect.stringMatching(/^untitled-[0-9a-f]{8}$/),
  });
});

test("IM-10 the file has its creator, settings and source; a hidden prompt and a private source are left out", async () => {
  const source = await madePicture(services, owner);
  const secret = await madePicture(services, owner, { isPublic: false });
  const open = await madePicture(services, owner, { sourcePictureId: source.id });
  const shy = await madePicture(services, owner, {
    sourcePictureId: secret.id,
    promptHidden: true,
  });
  const read = async (key: string) =>
    xmpOf((await services.storage.get(key))?.bytes ?? Buffer.alloc(0));
  const [openXmp, shyXmp] = [await read(open.storageKey), await read(shy.storageKey)];
  for (const text of [
    "Ada &#60;Lovelace&#62;",
    "watercolour",
    `/i/${open.slug}`,
    `/i/${source.slug}`,
    "Sketch",
    ">42<",
    "cc-by",
    "algorithmicMedia",
  ]) {
    expect(openXmp).toContain(text);
  }
  expect(shyXmp).not.toContain("watercolour");
  expect(shyXmp).not.toContain(secret.slug);
});

test("MODERATION=before lets new pictures wait", async () => {
  const careful = await testServices({ env: { MODERATION: "before" } });
  const member = await aMember(careful);
  const { approved, status } = await madePicture(careful, member);
  expect({ approved, status }).toEqual({ approved: false, status: "waiting" });
  await careful.close();
});

test("remixes count for their source and for the first of the line, also when made at the same moment", async () => {
  const root = await madePicture(services, owner);
  const child = await madePicture(services, owner, { sourcePictureId: root.id });
  await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      madePicture(services, owner, { sourcePictureId: index % 2 ? child.id : root.id }),
    ),
  );
  expect(await counts(root.id)).toEqual([4, 7]);
  expect(await counts(child.id)).toEqual([3, 0]);
  expect((await rowOf(child.id))?.root_picture_id).toBe(root.id);
});

test("deleting lowers the counts, detaches the remixes and deletes the files", async () => {
  const root = await madePicture(services, owner);
  const child = await madePicture(services, owner, { sourcePictureId: root.id });
  const grandchild = await madePicture(services, owner, { sourcePictureId: child.id });
  await deletePicture(services, actor, child.id);
  expect(await counts(root.id)).toEqual([0, 1]);
  expect((await rowOf(grandchild.id))?.source_picture_id).toBeNull();
  expect(await rowOf(child.id)).toBeUndefined();
  expect(await services.storage.head(child.storageKey)).toBeNull();
  for (const variant of premadeVariants) {
    expect(await services.storage.head(variantKey(child.sha256, variant))).toBeNull();
  }
});

test("a source that is deleted meanwhile is left out", async () => {
  const picture = await madePicture(services, owner, { sourcePictureId: randomUUID() });
  expect((await rowOf(picture.id))?.source_picture_id).toBeNull();
});

test("only the owner and admins change or delete a picture; for others it is not there", async () => {
  const picture = await madePicture(services, owner);
  const stranger = actorFor(await aMember(services));
  await expect(
    updatePicture(services, stranger, picture.id, { title: "Mine" }),
  ).rejects.toMatchObject({ code: "not-found" });
  await expect(deletePicture(services, stranger, picture.id)).rejects.toMatchObject({
    code: "not-found",
  });
  const admin = actorFor(await aMember(services, { role: "admin" }), "admin");
  // Without the audit function, an admin has only a member's rights.
  await expect(
    updatePicture(services, admin, picture.id, { is_public: false }),
  ).rejects.toMatchObject({ code: "not-found" });
  const overseer = { admin, requestId: "request-7", audited };
  await updatePicture(services, overseer, picture.id, { is_public: false });
  const entry = await services.db
    .selectFrom("admin_audit")
    .select(["action", "target_id", "admin_id"])
    .where("request_id", "=", "request-7")
    .execute();
  expect(entry).toEqual([
    { action: "picture.change", target_id: picture.id, admin_id: admin.userId },
  ]);
  expect(await rowOf(picture.id)).toMatchObject({ title: "Misty mountain lake", is_public: false });
  await expect(deletePicture(services, actor, randomUUID())).rejects.toMatchObject({
    code: "not-found",
  });
});

test("IM-10 a change of title, licence or hiding the prompt is written into the file; the address stays", async () => {
  const picture = await madePicture(services, owner);
  await updatePicture(services, actor, picture.id, {
    title: "New & old",
    license: "cc0",
    prompt_hidden: true,
  });
  const row = await rowOf(picture.id);
  expect(row).toMatchObject({ title: "New & old", license: "cc0", slug: picture.slug });
  expect(row?.sha256).not.toBe(picture.sha256);
  const file = await services.storage.get(row?.storage_key ?? "");
  expect(
    createHash("sha256")
      .update(file?.bytes ?? "")
      .digest("hex"),
  ).toBe(row?.sha256);
  const xmp = await xmpOf(file?.bytes ?? Buffer.alloc(0));
  expect(xmp).toContain("New &#38; old");
  expect(xmp).not.toContain("watercolour");
  expect(await services.storage.head(picture.storageKey)).toBeNull();
  expect(
    await services.storage.head(variantKey(row?.sha256 ?? "", premadeVariants[1])),
  ).not.toBeNull();
});

test("two concurrent changes lose no file", async () => {
  const picture = await madePicture(services, owner);
  const results = await Promise.allSettled(
    ["One", "Two", "Three"].map((title) => updatePicture(services, actor, picture.id, { title })),
  );
  expect(results.some((result) => result.status === "fulfilled")).toBe(true);
  const row = await rowOf(picture.id);
  const file = await services.storage.get(row?.storage_key ?? "");
  expect(
    createHash("sha256")
      .update(file?.bytes ?? "")
      .digest("hex"),
  ).toBe(row?.sha256);
});

test("views are counted once each, and views of deleted pictures are dropped", async () => {
  const picture = await madePicture(services, owner);
  await Promise.all(Array.from({ length: 20 }, () => countView(services, picture.id)));
  await countView(services, randomUUID());
  await Promise.all([gatherViews(services), gatherViews(services), gatherViews(services)]);
  expect((await rowOf(picture.id))?.views).toBe(20);
  expect(await gatherViews(services)).toBe(0);
});

test("downloads made at the same moment all count", async () => {
  const { id } = await madePicture(services, owner);
  await Promise.all(Array.from({ length: 10 }, () => countDownload(services, id)));
  expect((await rowOf(id))?.downloads).toBe(10);
});

test("the sweep deletes only old files without a row", async () => {
  const kept = await madePicture(services, owner);
  const orphan = await storePicture(services, {
    bytes: await aPng(40, 40, "#7c3aed"),
    ownerId: owner.id,
    prompt: "orphan",
    engine: { id: "sketch", label: "Sketch", neural: false },
  });
  expect(await sweepOrphans(services)).toEqual([]);
  const swept = await sweepOrphans(services, new Date(Date.now() + 60_000));
  const files = [orphan.storageKey, ...premadeVariants.map((v) => variantKey(orphan.sha256, v))];
  expect(swept).toEqual(expect.arrayContaining(files));
  expect(swept.filter((key) => key.includes(kept.sha256))).toEqual([]);
  expect(await services.storage.head(kept.storageKey)).not.toBeNull();
});
