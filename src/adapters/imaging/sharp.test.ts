import { createHash } from "node:crypto";
import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { expect, test } from "vitest";
import { isAppError } from "#app/lib/errors.ts";
import { openSharpImaging } from "./sharp.ts";

const imaging = openSharpImaging(2);

/** A left half in red and a right half in blue. */
function halves(width: number, height: number) {
  const left = {
    input: { create: { width: Math.ceil(width / 2), height, channels: 3, background: "#ff0000" } },
    left: 0,
    top: 0,
  } as const;
  return sharp({ create: { width, height, channels: 3, background: "#0000ff" } }).composite([left]);
}

/** A PNG that says it is of the given size, with picture data far too short. */
function pngHeader(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
    const out = Buffer.alloc(body.length + 8);
    out.writeUInt32BE(data.length, 0);
    body.copy(out, 4);
    out.writeUInt32BE(crc(body), body.length + 4);
    return out;
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from("89504e470d0a1a0a", "hex");
  const data = deflateSync(Buffer.alloc(1000));
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", data),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function crc(bytes: Buffer): number {
  let value = 0xffffffff;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit += 1) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0);
  }
  return (value ^ 0xffffffff) >>> 0;
}

/** The code of the refusal, or "taken". */
const outcome = (bytes: Uint8Array): Promise<string> =>
  imaging.prepare(bytes).then(
    () => "taken",
    (error: unknown) => (isAppError(error) ? error.code : String(error)),
  );

test("IM-01 prepares an upright sRGB JPEG with size, palette, placeholder and digest", async () => {
  const prepared = await imaging.prepare(await halves(400, 200).png().toBuffer());
  expect(prepared).toMatchObject({ width: 400, height: 200 });
  expect(prepared.colors.slice(0, 2).toSorted()).toEqual(["#0000fe", "#fe0000"]);
  expect(prepared.sha256).toBe(createHash("sha256").update(prepared.bytes).digest("hex"));
  const placeholder = await sharp(Buffer.from(prepared.placeholder, "base64")).metadata();
  expect(placeholder).toMatchObject({ format: "webp", width: 24, height: 12 });
});

test("IM-01 turns a picture upright by its EXIF orientation", async () => {
  const lying = await halves(40, 20)
    .jpeg({ quality: 100 })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  const prepared = await imaging.prepare(lying);
  expect(prepared).toMatchObject({ width: 20, height: 40 });
  const { data } = await sharp(prepared.bytes).raw().toBuffer({ resolveWithObject: true });
  const [red, , blue] = data.subarray(0, 3);
  expect(red).toBeGreaterThan(200);
  expect(blue).toBeLessThan(60);
});

test("IM-10 nothing of the input's own metadata stays, position least of all", async () => {
  const input = await halves(40, 40)
    .withExif({
      IFD0: { Artist: "Somebody" },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "51/1 30/1 3230/100" },
    })
    .withXmp("<x:xmpmeta xmlns:x='adobe:ns:meta/'>secret</x:xmpmeta>")
    .jpeg()
    .toBuffer();
  expect(input.includes("Somebody")).toBe(true);
  const { bytes } = await imaging.prepare(input);
  const kept = await sharp(bytes).metadata();
  for (const kind of ["exif", "xmp", "icc", "iptc", "orientation"] as const)
    expect(kept[kind]).toBeUndefined();
});

test("lays transparency on white and turns 16 bits and grey into 8-bit sRGB", async () => {
  const clear = {
    width: 8,
    height: 8,
    channels: 4,
    background: { r: 0, g: 0, b: 0, alpha: 0 },
  } as const;
  const transparent = await imaging.prepare(await sharp({ create: clear }).png().toBuffer());
  const { data } = await sharp(transparent.bytes).raw().toBuffer({ resolveWithObject: true });
  expect([...data.subarray(0, 3)]).toEqual([255, 255, 255]);
  const deep = await halves(16, 16).toColourspace("rgb16").png().toBuffer();
  const grey = await halves(16, 16).toColourspace("b-w").png().toBuffer();
  const cmyk = await halves(16, 16).toColourspace("cmyk").jpeg().toBuffer();
  for (const input of [deep, grey, cmyk]) {
    const { bytes } = await imaging.prepare(input);
    expect(await sharp(bytes).metadata()).toMatchObject({
      space: "srgb",
      channels: 3,
      depth: "uchar",
    });
  }
});

test("a picture of one pixel has five colours and every variant", async () => {
  const dot = await sharp({ create: { width: 1, height: 1, channels: 3, background: "#336699" } })
    .png()
    .toBuffer();
  const prepared = await imaging.prepare(dot);
  expect(new Set(prepared.colors).size).toBe(5);
  const webp = await imaging.variant(prepared.bytes, {
    width: 512,
    height: 300,
    quality: 75,
    format: "webp",
  });
  expect(await sharp(webp).metadata()).toMatchObject({ width: 1, height: 1 });
});

test("refuses a pixel bomb by its header, and what is too long, too big or moving", async () => {
  expect(await outcome(pngHeader(65_000, 65_000))).toBe("too-large");
  expect(await outcome(pngHeader(8_000, 8_000))).toBe("too-large");
  expect(await outcome(pngHeader(1, 50_000))).toBe("unprocessable");
  expect(await outcome(new Uint8Array(20 * 1024 * 1024 + 1))).toBe("too-large");
  const frames = await sharp(Buffer.alloc(8 * 16 * 3).fill(250, 8 * 8 * 3), {
    raw: { width: 8, height: 16, channels: 3, pageHeight: 8 },
  })
    .webp({ loop: 0 })
    .toBuffer();
  expect(await outcome(frames)).toBe("unprocessable");
});

test.each([
  ["nothing", Buffer.alloc(0)],
  ["text", Buffer.from("hello, this is no picture at all")],
  ["SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
  ["PDF", Buffer.from("%PDF-1.7\n1 0 obj << >> endobj trailer")],
  [
    "GIF",
    Buffer.from("GIF89a\u0001\0\u0001\0\0\0\0,\0\0\0\0\u0001\0\u0001\0\0\u0002\0;", "latin1"),
  ],
  ["HEIC", Buffer.from("\0\0\0\u0018ftypheic\0\0\0\0mif1heic", "latin1")],
  ["an AVIF sequence", Buffer.from("\0\0\0\u0018ftypavis\0\0\0\0avifmsf1", "latin1")],
])("refuses %s as a kind that is not taken", async (_, bytes) => {
  expect(await outcome(bytes)).toBe("unsupported-media-type");
});

test("refuses a picture that is cut off", async () => {
  const whole = await halves(300, 300).jpeg().toBuffer();
  expect(await outcome(whole.subarray(0, whole.length / 2))).toBe("unprocessable");
  expect(await outcome(whole.subarray(0, 4))).toBe("unprocessable");
});

test("variants that are made at once from originals in the room they are given are each of their own", async () => {
  const request = { width: 8, height: 8, quality: 75, format: "png" } as const;
  const shades = Array.from({ length: 24 }, (_, index) => index * 10);
  const rooms = new Set<ArrayBufferLike>();
  const made = await Promise.all(
    shades.map(async (shade) => {
      const background = { r: shade, g: shade, b: shade };
      const picture = sharp({ create: { width: 64, height: 64, channels: 3, background } });
      const original = await picture.png().toBuffer();
      return imaging.variant(async (room) => {
        rooms.add(room.buffer);
        room.set(original);
        return room.subarray(0, original.length);
      }, request);
    }),
  );
  const levels = made.map(async (png) => (await sharp(png).removeAlpha().raw().toBuffer())[0]);
  expect(await Promise.all(levels)).toEqual(shades);
  // As many as are made at once, whatever waits.
  expect(rooms.size).toBeLessThanOrEqual(2);
});

test.each([
  [{ width: 100, height: 0 }, [100, 50]],
  [{ width: 0, height: 50 }, [100, 50]],
  [{ width: 100, height: 100 }, [100, 100]],
  [{ width: 1200, height: 0 }, [400, 200]],
  [{ width: 0, height: 0 }, [400, 200]],
])("IM-05 resizes 400 x 200 with %j", async (size, [width, height]) => {
  const { bytes } = await imaging.prepare(await halves(400, 200).png().toBuffer());
  for (const format of ["webp", "jpg", "png", "avif"] as const) {
    const made = await imaging.variant(bytes, { ...size, quality: 75, format });
    expect(await sharp(made).metadata()).toMatchObject({
      format: { webp: "webp", jpg: "jpeg", png: "png", avif: "heif" }[format],
      width,
      height,
    });
  }
});
