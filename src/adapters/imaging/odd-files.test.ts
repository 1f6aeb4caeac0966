import sharp from "sharp";
import { expect, test } from "vitest";
import { oddFiles } from "#tests/fixtures/odd-files.ts";
import { isAppError } from "#app/lib/errors.ts";
import { openSharpImaging } from "./sharp.ts";

// Made before imaging is opened, which leaves sharp with the decoders of four kinds.
const files = await oddFiles();
const imaging = openSharpImaging(2);

/** 200, or the status of the refusal; anything that is no refusal is a crash and fails the test. */
async function statusOf(bytes: Uint8Array): Promise<number> {
  try {
    const prepared = await imaging.prepare(bytes);
    const stored = await sharp(prepared.bytes).metadata();
    expect(stored).toMatchObject({ format: "jpeg", space: "srgb", depth: "uchar", channels: 3 });
    expect([stored.width, stored.height]).toEqual([prepared.width, prepared.height]);
    for (const kind of ["exif", "xmp", "icc", "iptc"] as const)
      expect(stored[kind]).toBeUndefined();
    expect(new Set(prepared.colors).size).toBe(5);
    for (const width of [24, 512, 1024]) {
      const request = { width, height: 0, quality: 75, format: "webp" } as const;
      expect((await imaging.variant(prepared.bytes, request)).length).toBeGreaterThan(0);
    }
    return 200;
  } catch (error) {
    if (!isAppError(error)) throw error;
    return error.status;
  }
}

test.each(Object.entries(files))("IM-05 odd file, %s", async (_, { bytes, status }) => {
  const first = await statusOf(bytes);
  expect(first).toBe(status);
  expect(await statusOf(bytes)).toBe(first);
});

/** The colours in the middle of the four sides: "r" or "b", from the top clockwise. */
async function sidesOf(name: string): Promise<string> {
  const { bytes, width, height } = await imaging.prepare(files[name].bytes);
  const { data } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => (data[(y * width + x) * 3] > 127 ? "r" : "b");
  const [midX, midY] = [width >> 1, height >> 1];
  return `${width}x${height} ${at(midX, 2)}${at(width - 3, midY)}${at(midX, height - 3)}${at(2, midY)}`;
}

test("IM-05 what is turned by EXIF is stored upright, what is turned by XMP alone as it is", async () => {
  expect(await sidesOf("JPEG that stands on its side by EXIF")).toMatch(/^40x60 b.r.$/);
  expect(await sidesOf("AVIF that stands on its side by EXIF")).toMatch(/^40x60 r.b.$/);
  expect(await sidesOf("PNG that stands on its side by XMP alone")).toMatch(/^60x40 .b.r$/);
});

test("IM-05 four inks come out in their colours, not inverted", async () => {
  for (const name of ["CMYK JPEG", "CMYK JPEG with a profile"]) {
    expect(await sidesOf(name)).toMatch(/^60x40 .b.r$/);
  }
});
