import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aMember } from "#tests/harness/factories.ts";
import { actorFor, aTransparentPicture, madePicture } from "#tests/harness/made-picture.ts";
import { secondReader } from "#tests/harness/second-reader.ts";
import { testServices } from "#tests/harness/services.ts";
import type { Member } from "#app/lib/actor.ts";
import { publicJpeg } from "#app/rules/picture-files.ts";
import { deletePicture, makeVariant, saveUpload, updatePicture } from "../commands.ts";
import { sweepOrphans } from "../jobs/sweep.ts";
import { pictureById } from "../queries.ts";

let services: Awaited<ReturnType<typeof testServices>>;
let owner: { id: string };
let actor: Member;
beforeAll(async () => {
  services = await testServices();
  owner = await aMember(services);
  actor = actorFor(owner);
});
afterAll(() => services.close());

const formats = ["png", "webp"] as const;

const rowOf = (id: string) =>
  services.db.selectFrom("pictures").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

async function fileOf(key: string): Promise<Buffer> {
  const file = await services.storage.get(key);
  if (file === null) throw new Error(`no file ${key}`);
  return file.bytes;
}

async function allKeys(): Promise<string[]> {
  const keys: string[] = [];
  for (const prefix of ["pictures/", "variants/", "uploads/"]) {
    for await (const key of services.storage.list(prefix)) keys.push(key);
  }
  return keys;
}

async function made(format: "png" | "webp", more: object = {}) {
  const png = await aTransparentPicture(format);
  const { id } = await madePicture(services, owner, { png, isLossless: true, ...more });
  return rowOf(id);
}

test.each(formats)(
  "IM-10 a %s original carries the watermark, a manifest that two readers take, and its metadata",
  async (format) => {
    const row = await made(format);
    expect(row.storage_key).toBe(`pictures/${row.sha256.slice(0, 2)}/${row.sha256}.${format}`);
    expect(row.has_alpha).toBe(true);
    const bytes = await fileOf(row.storage_key);
    expect(bytes.length).toBe(row.bytes);
    expect(await sharp(bytes).metadata()).toMatchObject({ format, channels: 4, width: 256 });
    expect(services.imaging.stampOf(bytes)?.pictureId).toBe(row.id);
    const { payload } = await services.imaging.readMark(bytes, services.provenance.watermarkKey);
    expect(payload?.equals(Buffer.from(services.provenance.markOf(row.id).payload))).toBe(true);
    expect(await services.provenance.read(bytes)).toMatchObject({
      state: "intact",
      isOwn: true,
      title: `${row.id}.${format}`,
      actions: [{ action: "c2pa.created" }],
    });
    expect(await secondReader(bytes)).toBe("intact");
    const copy = await makeVariant(services, () => Promise.resolve(bytes), publicJpeg);
    expect(await services.provenance.read(copy)).toMatchObject({
      state: "intact",
      actions: [{ action: "c2pa.created" }, { action: "c2pa.converted" }],
    });
    expect(await secondReader(copy)).toBe("intact");
  },
);

test.each(formats)(
  "a change of a title writes the %s anew: same picture, same form, one manifest",
  async (format) => {
    const before = await made(format);
    const pixels = await sharp(await fileOf(before.storage_key))
      .raw()
      .toBuffer();
    await updatePicture(services, actor, before.id, { title: "Renamed lake" });
    const after = await rowOf(before.id);
    expect(after.storage_key).not.toBe(before.storage_key);
    expect(after.storage_key).toMatch(new RegExp(`\\.${format}$`));
    expect(await services.storage.head(before.storage_key)).toBeNull();
    const bytes = await fileOf(after.storage_key);
    expect((await sharp(bytes).metadata()).xmp?.toString("utf8")).toContain("Renamed lake");
    expect((await sharp(bytes).raw().toBuffer()).equals(pixels)).toBe(true);
    expect(await secondReader(bytes)).toBe("intact");
    // The manifest of the file before is not inside.
    expect(Math.abs(bytes.length - before.bytes)).toBeLessThan(200);
  },
);

test("a remix of a transparent picture names it with its own manifest", async () => {
  const source = await made("png");
  const remix = await made("webp", { sourcePictureId: source.id });
  const report = await services.provenance.read(await fileOf(remix.storage_key));
  expect(report).toMatchObject({
    state: "intact",
    ingredients: [expect.stringContaining(source.id)],
  });
});

test.each(formats)("a deleted picture leaves nothing of its %s and copies", async (format) => {
  const keys = await allKeys();
  const row = await made(format);
  expect((await allKeys()).length).toBeGreaterThan(keys.length + 3);
  await deletePicture(services, actor, row.id);
  expect(await allKeys()).toEqual(keys);
});

test("the sweep leaves originals of every form with their copies, and deletes those without a row", async () => {
  const kept = [await made("png"), await made("webp")];
  const gone = await made("png");
  await services.db.deleteFrom("pictures").where("id", "=", gone.id).execute();
  const swept = await sweepOrphans(services, new Date(Date.now() + 60_000));
  expect(swept.filter((key) => !key.includes(gone.sha256))).toEqual([]);
  expect(swept).toContain(gone.storage_key);
  expect(swept.length).toBe(4);
  for (const row of kept) expect(await services.storage.head(row.storage_key)).not.toBeNull();
});

test("the API tells the form of the original", async () => {
  const row = await made("webp");
  expect((await pictureById(services.db, row.id, actor))?.original).toEqual({
    format: "webp",
    hasAlpha: true,
    bytes: row.bytes,
  });
});

test("an uploaded source keeps what is transparent, and has none of its metadata", async () => {
  const bytes = await sharp(await aTransparentPicture("png"))
    .withExif({ IFD0: { Artist: "Somebody" } })
    .png()
    .toBuffer();
  const { id } = await saveUpload(services, actor, bytes);
  const row = await services.db
    .selectFrom("uploads")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  expect(row.storage_key).toMatch(/\.png$/);
  const stored = await fileOf(row.storage_key);
  expect(stored.length).toBe(row.bytes);
  expect(await sharp(stored).metadata()).toMatchObject({ format: "png", channels: 4 });
  expect((await sharp(stored).metadata()).exif).toBeUndefined();
});
