import { afterAll, beforeAll, expect, test } from "vitest";
import sharp from "sharp";
import { createHash } from "node:crypto";
import type { OpenServices } from "#app/open-services.ts";
import { aDrawing } from "#tests/harness/drawn-picture.ts";
import { aMember, aPicture } from "#tests/harness/factories.ts";
import { madePicture } from "#tests/harness/made-picture.ts";
import { testServices } from "#tests/harness/services.ts";
import { createMarking } from "./mark.ts";

let services: OpenServices;
beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.close());

const fileOf = async (id: string) => {
  const row = await services.db
    .selectFrom("pictures")
    .select(["storage_key", "sha256", "bytes"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const file = await services.storage.get(row.storage_key);
  return { ...row, file: file?.bytes ?? null };
};

test("IM-10 a picture of an earlier release gets its marks in the background, once", async () => {
  const owner = await aMember(services);
  const old = await aPicture(services, owner);
  const lost = await aPicture(services, owner);
  const bytes = await sharp(await aDrawing("haze", 640, 480))
    .jpeg()
    .toBuffer();
  await services.storage.put(old.storage_key, bytes);
  await services.storage.delete(lost.storage_key);
  const made = await madePicture(services, owner);
  const before = await fileOf(made.id);
  const mark = createMarking(services);
  const { signal } = new AbortController();
  expect(await mark(signal)).toBe(1);
  const { file, sha256, bytes: size } = await fileOf(old.id);
  if (file === null) throw new Error("no original");
  expect(createHash("sha256").update(file).digest("hex")).toBe(sha256);
  expect(size).toBe(file.length);
  const { watermarkKey } = services.provenance;
  const { payload } = await services.imaging.readMark(file, watermarkKey);
  expect(payload).toEqual(Buffer.from(services.provenance.markOf(old.id).payload));
  expect(services.imaging.stampOf(file)?.pictureId).toBe(old.id);
  const isSigned = await services.provenance.canSign();
  const manifest = isSigned ? await services.provenance.read(file) : null;
  expect(manifest?.state).toBe(isSigned ? "intact" : undefined);
  expect(await services.storage.get(old.storage_key)).toBeNull();
  // What has its marks already is left alone, and what has no file is not tried for ever.
  expect(await fileOf(made.id)).toEqual(before);
  expect(await mark(signal)).toBe(0);
});

test("a picture that was written where files could not be signed is signed later, with the same pixels", async () => {
  if (!(await services.provenance.canSign())) return;
  const owner = await aMember(services);
  const { id } = await madePicture(services, owner);
  await services.db
    .updateTable("picture_marks")
    .set({ is_signed: false })
    .where("picture_id", "=", id)
    .execute();
  const before = await fileOf(id);
  const unable = {
    ...services,
    provenance: { ...services.provenance, canSign: async () => false },
  };
  expect(await createMarking(unable)(new AbortController().signal)).toBe(0);
  expect(await createMarking(services)(new AbortController().signal)).toBe(1);
  const after = await fileOf(id);
  if (before.file === null || after.file === null) throw new Error("no original");
  expect(after.sha256).not.toBe(before.sha256);
  const pixels = (file: Buffer) => sharp(file).raw().toBuffer();
  expect(await pixels(after.file)).toEqual(await pixels(before.file));
});
