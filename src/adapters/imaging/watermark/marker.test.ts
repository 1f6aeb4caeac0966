import sharp, { type Sharp } from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aDrawing, drawingNames } from "#tests/harness/drawn-picture.ts";
import { openSharpImaging } from "../sharp.ts";
import type { Imaging, PictureMark } from "../port.ts";
import { payloadOf } from "#app/lib/picture-mark.ts";

const key = Buffer.alloc(32, 7);
const id = "0199c0de-0000-7000-8000-000000000001";
const mark: PictureMark = { key, payload: payloadOf(key, id) };

/** A little grain, as pictures have: -3 to 3, the same in every run. */
const grainAt = (at: number): number => ((Math.imul(at + 1, 2_654_435_761) >>> 13) % 7) - 3;

let imaging: Imaging;
/** Each drawing with a little grain, as pictures have, and the same with the mark. */
const pictures: { name: string; plain: Buffer; marked: Buffer }[] = [];

beforeAll(async () => {
  imaging = openSharpImaging(2);
  for (const name of drawingNames) {
    const drawn = await sharp(await aDrawing(name, 720, 480))
      .removeAlpha()
      .raw()
      .toBuffer();
    for (let at = 0; at < drawn.length; at += 1) {
      drawn[at] = Math.max(0, Math.min(255, drawn[at] + grainAt(at)));
    }
    const input = await sharp(drawn, { raw: { width: 720, height: 480, channels: 3 } })
      .png()
      .toBuffer();
    const [plain, marked] = [
      await imaging.prepare(input),
      await imaging.prepareMarked(input, mark, { keepAs: "jpeg" }),
    ];
    pictures.push({ name, plain: plain.bytes, marked: marked.bytes });
  }
});
afterAll(() => imaging.close());

const raw = (bytes: Buffer) => sharp(bytes).removeAlpha().raw().toBuffer();

/** Decibels by which two pictures of one size differ. */
async function psnr(a: Buffer, b: Buffer): Promise<number> {
  const [one, other] = [await raw(a), await raw(b)];
  let squares = 0;
  for (let at = 0; at < one.length; at += 1) squares += (one[at] - other[at]) ** 2;
  return 10 * Math.log10(255 ** 2 / (squares / one.length));
}

test("a mark changes a picture by less than can be seen", async () => {
  for (const { name, plain, marked } of pictures) {
    expect([name, await psnr(plain, marked)]).toEqual([name, expect.closeTo(48, -1)]);
    expect(await psnr(plain, marked)).toBeGreaterThan(42);
  }
});

const changes: Record<string, (image: Sharp) => Sharp> = {
  nothing: (image) => image.png(),
  "JPEG of quality 60": (image) => image.jpeg({ quality: 60 }),
  "a width of 400": (image) => image.resize(400).jpeg({ quality: 75 }),
  "WebP of quality 75": (image) => image.webp({ quality: 75 }),
  "AVIF of quality 75": (image) => image.avif({ quality: 75, effort: 0 }),
  "more light": (image) => image.linear(1.05, 4).jpeg({ quality: 80 }),
};

test.each(Object.entries(changes))("a mark is found after %s", async (_, change) => {
  for (const { name, marked } of pictures) {
    const found = await imaging.readMark(await change(sharp(marked)).toBuffer(), key);
    expect([name, found.payload?.toString("hex")]).toEqual([
      name,
      Buffer.from(mark.payload).toString("hex"),
    ]);
  }
});

test("pictures without a mark, and marks of another installation, give nothing", async () => {
  for (const { name, plain, marked } of pictures) {
    expect([name, (await imaging.readMark(plain, key)).payload]).toEqual([name, null]);
    const other = await imaging.readMark(marked, Buffer.alloc(32, 9));
    expect([name, other.payload]).toEqual([name, null]);
  }
});

test("a part of a picture is laid over the whole one and shows its mark; the same part without it does not", async () => {
  const part = (bytes: Buffer) =>
    sharp(bytes)
      .extract({ left: 20, top: 9, width: 684, height: 456 })
      .jpeg({ quality: 80 })
      .toBuffer();
  // Bars look the same at many places; they are laid over by the others' rule or not at all.
  for (const { name, plain, marked } of pictures.filter((each) => each.name !== "bars")) {
    const same = await imaging.compareMark(await part(marked), marked, mark);
    expect([name, same.likeness > 0.95, same.agreement > 0.85]).toEqual([name, true, true]);
    const other = await imaging.compareMark(await part(plain), marked, mark);
    expect([name, other.agreement < 0.75]).toEqual([name, true]);
  }
});

test("the same picture under another mark is not taken for this one", async () => {
  const other = { key, payload: payloadOf(key, "0199c0de-0000-7000-8000-000000000002") };
  const { plain, marked } = pictures[0];
  const { bytes: again } = await imaging.marked(plain, other);
  const compared = await imaging.compareMark(again, marked, mark);
  expect(compared.likeness).toBeGreaterThan(0.95);
  expect(compared.agreement).toBeLessThan(0.75);
});
