import { randomFillSync } from "node:crypto";
import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import { aTransparentPicture } from "#tests/harness/made-picture.ts";
import { isAppError } from "#app/lib/errors.ts";
import { payloadOf } from "#app/lib/picture-mark.ts";
import { publicJpeg } from "#app/rules/picture-files.ts";
import type { Provenance } from "./port.ts";
import { openSharpImaging } from "./sharp.ts";

const [png, webp] = await Promise.all([aTransparentPicture("png"), aTransparentPicture("webp")]);
const opaque = await sharp(png).flatten({ background: "#335577" }).png().toBuffer();
const files = {
  png,
  webp,
  opaque,
  "PNG with room for transparency and no use": await sharp(opaque).ensureAlpha().png().toBuffer(),
  "PNG of 16 bits": await sharp(png).toColourspace("rgb16").png().toBuffer(),
  "PNG of few colours": await sharp(png).png({ palette: true }).toBuffer(),
  "lossless WebP": await sharp(opaque).webp({ lossless: true }).toBuffer(),
  "WebP with loss": await sharp(opaque).webp().toBuffer(),
  "transparent WebP with loss": await sharp(png).webp().toBuffer(),
  JPEG: await sharp(opaque).jpeg().toBuffer(),
  "transparent AVIF": await sharp(png).avif({ effort: 0 }).toBuffer(),
};
const imaging = openSharpImaging(2);
afterAll(() => imaging.close());

const key = Buffer.alloc(32, 7);
const id = "0199c0de-0000-7000-8000-000000000001";
const mark = { key, payload: payloadOf(key, id) };

const provenance: Provenance = {
  pictureId: id,
  title: "Misty lake – “see”",
  prompt: "misty mountain lake at dawn",
  creator: "Ada Lovelace",
  engine: "quick",
  license: "cc-by",
  page: "https://example.org/i/misty-lake-4d3c2b1a",
  instance: "0b9f4c1e-6f0b-4a55-9d53-0f1f6f6d8a11",
  createdAt: new Date("2026-11-21T10:20:30.456Z"),
  neural: false,
};

/** The pixels as they are seen: what is wholly transparent has no colour. */
async function seen(bytes: Uint8Array): Promise<Buffer> {
  const pixels = await sharp(bytes).ensureAlpha().raw().toBuffer();
  for (let at = 0; at < pixels.length; at += 4)
    if (pixels[at + 3] === 0) pixels.fill(0, at, at + 3);
  return pixels;
}

test.each([
  ["png", "png", true],
  ["webp", "webp", true],
  ["opaque", "png", false],
  ["PNG with room for transparency and no use", "png", false],
  ["PNG of 16 bits", "png", true],
  ["PNG of few colours", "png", true],
  ["lossless WebP", "webp", false],
  ["WebP with loss", "jpg", false],
  ["transparent WebP with loss", "webp", true],
  ["JPEG", "jpg", false],
  ["transparent AVIF", "jpg", false],
] as const)("IM-01 %s is kept as %s", async (name, format, hasAlpha) => {
  for (const made of [
    await imaging.prepareLossless(files[name]),
    await imaging.prepareMarked(files[name], mark),
  ]) {
    expect(made).toMatchObject({ format, hasAlpha, width: 256, height: 256 });
    const stored = await sharp(made.bytes).metadata();
    expect(stored).toMatchObject({
      format: format === "jpg" ? "jpeg" : format,
      channels: hasAlpha ? 4 : 3,
      depth: "uchar",
      space: "srgb",
    });
  }
  expect(await imaging.prepare(files[name])).toMatchObject({ format: "jpg", hasAlpha: false });
  const asked = await imaging.prepareMarked(files[name], mark, { keepAs: "jpeg" });
  expect(asked).toMatchObject({ format: "jpg", hasAlpha: false });
});

test.each(["png", "webp", "opaque", "lossless WebP", "PNG of few colours"] as const)(
  "%s loses not a pixel that is seen",
  async (name) => {
    const { bytes } = await imaging.prepareLossless(files[name]);
    expect((await seen(bytes)).equals(await seen(files[name]))).toBe(true);
  },
);

test("nothing of the input's own metadata stays in an original without loss", async () => {
  const told = await sharp(png)
    .withExif({ IFD0: { Artist: "Somebody" } })
    .withXmp("<x:xmpmeta xmlns:x='adobe:ns:meta/'>secret</x:xmpmeta>")
    .png()
    .toBuffer();
  expect(told.includes("Somebody")).toBe(true);
  const { bytes } = await imaging.prepareMarked(told, mark);
  const kept = await sharp(bytes).metadata();
  for (const kind of ["exif", "xmp", "icc", "iptc"] as const) expect(kept[kind]).toBeUndefined();
});

test.each(["png", "webp"] as const)(
  "a mark in a transparent %s is read from it and from its copies, and changes it by less than can be seen",
  async (name) => {
    const { bytes, look } = await imaging.prepareMarked(files[name], mark);
    const copies = await Promise.all(
      (["jpg", "webp", "avif", "png"] as const).map((format) =>
        imaging.variant(bytes, { width: 300, height: 0, quality: 75, format }),
      ),
    );
    for (const file of [bytes, ...copies, await imaging.variant(bytes, publicJpeg)]) {
      const read = await imaging.readMark(file, key);
      expect(read.payload?.equals(Buffer.from(mark.payload))).toBe(true);
    }
    expect((await imaging.readMark(bytes, key)).look).toBe(look);
    const onWhite = (file: Buffer) =>
      sharp(file).flatten({ background: "#ffffff" }).raw().toBuffer();
    const [before, after] = [await onWhite(files[name]), await onWhite(bytes)];
    let farthest = 0;
    for (let at = 0; at < before.length; at += 1) {
      farthest = Math.max(farthest, Math.abs(before[at] - after[at]));
    }
    expect(farthest).toBeGreaterThan(0);
    expect(farthest).toBeLessThanOrEqual(9);
  },
);

test("what is transparent stays as it is under a mark, and hides nothing", async () => {
  const hiding = await sharp(png).raw().toBuffer();
  for (let at = 0; at < hiding.length; at += 4) {
    if (hiding[at + 3] === 0) hiding.set([200, 30, 90], at);
  }
  const input = await sharp(hiding, { raw: { width: 256, height: 256, channels: 4 } })
    .png()
    .toBuffer();
  const { bytes } = await imaging.prepareMarked(input, mark);
  const pixels = await sharp(bytes).raw().toBuffer();
  for (let at = 0; at < pixels.length; at += 4) {
    expect(pixels[at + 3]).toBe(hiding[at + 3]);
    const hidden = pixels[at + 3] === 0 ? Math.max(...pixels.subarray(at, at + 3)) : 0;
    expect(hidden).toBe(0);
  }
});

test.each(["png", "webp", "lossless WebP"] as const)(
  "IM-10 %s tells of itself what a JPEG tells, and is told anew without a change of its picture",
  async (name) => {
    const { bytes } = await imaging.prepareLossless(files[name]);
    const first = await imaging.withProvenance(bytes, provenance);
    const told = await sharp(first).metadata();
    expect(told.xmp?.toString("utf8")).toContain("Misty lake – “see”");
    expect(told.exif?.toString("utf8")).toContain("Ada Lovelace");
    expect(imaging.stampOf(first)).toMatchObject({ pictureId: id, engine: "quick", neural: false });
    const again = await imaging.withProvenance(first, { ...provenance, title: "Other" });
    expect((await sharp(again).metadata()).xmp?.toString("utf8")).not.toContain("Misty");
    expect(await imaging.withProvenance(again, provenance)).toEqual(first);
    expect((await sharp(again).raw().toBuffer()).equals(await sharp(bytes).raw().toBuffer())).toBe(
      true,
    );
    const copy = await sharp(await imaging.variant(first, publicJpeg)).metadata();
    expect(copy).toMatchObject({ format: "jpeg", width: 256, height: 256, hasAlpha: false });
    expect(copy.xmp?.equals(told.xmp ?? Buffer.alloc(0))).toBe(true);
    expect(copy.exif?.toString("utf8")).toContain("Ada Lovelace");
  },
);

test("copies have white under what is transparent, but for PNG, which keeps it", async () => {
  for (const format of ["jpg", "webp", "avif", "png"] as const) {
    const copy = await imaging.variant(png, { width: 300, height: 0, quality: 75, format });
    const { data, info } = await sharp(copy).raw().toBuffer({ resolveWithObject: true });
    expect([format, info.channels]).toEqual([format, format === "png" ? 4 : 3]);
    const corner = format === "png" ? 255 - data[3] : Math.min(data[0], data[1], data[2]);
    expect(corner).toBeGreaterThan(250);
  }
});

test("a source is given to engines as a JPEG or a PNG without transparency", async () => {
  expect(await imaging.asSource(files.JPEG)).toEqual({ bytes: files.JPEG, mime: "image/jpeg" });
  for (const file of [png, webp]) {
    const { bytes, mime } = await imaging.asSource(file);
    expect(mime).toBe("image/png");
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    expect(info.channels).toBe(3);
    expect([...data.subarray(0, 3)]).toEqual([255, 255, 255]);
  }
});

test("a marked copy of a stored original keeps its form", async () => {
  const { bytes } = await imaging.prepareLossless(webp);
  const again = await imaging.marked(bytes, mark);
  expect(await sharp(again.bytes).metadata()).toMatchObject({ format: "webp", channels: 4 });
  expect((await imaging.readMark(again.bytes, key)).payload).not.toBeNull();
});

test("what would have more than 19 MB without loss is kept as a JPEG", async () => {
  const [width, height] = [2600, 2620];
  const noise = randomFillSync(new Uint8Array(width * height * 3));
  const large = await sharp(noise, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer();
  expect(large.length).toBeLessThan(20 * 1024 * 1024);
  expect(large.length).toBeGreaterThan(19 * 1024 * 1024);
  expect(await imaging.prepareLossless(large)).toMatchObject({ format: "jpg", width, height });
});

test("a file that stays as it is shows its form; a PNG that moves, or is cut off, is refused", async () => {
  expect(await imaging.look(png)).toMatchObject({ format: "png", hasAlpha: true });
  expect(await imaging.look(webp)).toMatchObject({ format: "webp", hasAlpha: true });
  expect(await imaging.look(files.JPEG)).toMatchObject({ format: "jpg", hasAlpha: false });
  const control = Buffer.from("000000086163544c0000000200000000f38d9370", "hex");
  const moving = Buffer.concat([png.subarray(0, 33), control, png.subarray(33)]);
  for (const file of [moving, png.subarray(0, png.length - 40), webp.subarray(0, 900)]) {
    const error: unknown = await imaging.look(file).catch((thrown: unknown) => thrown);
    expect(isAppError(error) && error.code).toBe("unprocessable");
  }
});
