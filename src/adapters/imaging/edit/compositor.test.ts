import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dice, randomMask, reachOf, type Dice, type Size } from "#tests/harness/random-masks.ts";
import { editedSize, type EditShape } from "#app/rules/edit-limits.ts";
import type { DrawableSizes } from "#app/rules/edit-area.ts";
import type { Imaging } from "../port.ts";
import { openSharpImaging } from "../sharp.ts";

let imaging: Imaging;
beforeAll(() => {
  imaging = openSharpImaging(2);
});
afterAll(() => imaging.close());

const noise = (roll: Dice, count: number) => Uint8Array.from({ length: count }, () => roll(256));

/** A picture of noise, as a stored original is: a JPEG, a PNG, a PNG with something transparent, or a lossless WebP. */
async function aSource(roll: Dice, { width, height }: Size): Promise<Buffer> {
  const form = roll(4);
  const channels = form === 2 ? 4 : 3;
  const image = sharp(noise(roll, width * height * channels), { raw: { width, height, channels } });
  if (form === 0) return image.jpeg({ quality: 92, chromaSubsampling: "4:4:4" }).toBuffer();
  return form === 3 ? image.webp({ lossless: true }).toBuffer() : image.png().toBuffer();
}

const aShape = (roll: Dice): EditShape => {
  const side = () => (roll(3) === 0 ? roll(40) : 0);
  return {
    grow: roll(3) === 0 ? 0 : roll(24) - 8,
    feather: roll(2) === 0 ? 0 : roll(20),
    extend: { left: side(), top: side(), right: side(), bottom: side() },
  };
};

const rules: DrawableSizes[] = [
  { kind: "range", min: 64, max: 256, multipleOf: 8, maxPixels: 20_000 },
  { kind: "range", min: 64, max: 512, multipleOf: 64 },
  {
    kind: "list",
    list: [
      [96, 96],
      [144, 96],
      [96, 144],
    ],
  },
];

async function rgba(file: Uint8Array): Promise<Buffer> {
  return sharp(file).toColourspace("srgb").ensureAlpha().raw().toBuffer();
}

const key = new Uint8Array(32).fill(7);
const payload = new Uint8Array(8).fill(9);

/** Edits a random picture. @returns how many pixels had to stay, how many of them differ, and how many others changed */
async function edited(seed: number, isMarked: boolean) {
  const roll = dice(seed);
  const size = { width: 40 + roll(60), height: 40 + roll(60) };
  const source = await aSource(roll, size);
  const mask = randomMask(roll, size);
  const shape = aShape(roll);
  const grey = sharp(mask, { raw: { ...size, channels: 1 } }).toColourspace("b-w");
  const edit = await imaging.openEdit(source, await grey.png().toBuffer(), shape, rules[roll(3)]);
  if (edit === null) return null;
  expect((await sharp(edit.mask).metadata()).channels).toBe(1);
  // Engines send what they like: another size too.
  const drawnSize = roll(2) === 0 ? edit : { width: 50 + roll(99), height: 50 + roll(99) };
  const drawn = await sharp(noise(roll, drawnSize.width * drawnSize.height * 3), {
    raw: { width: drawnSize.width, height: drawnSize.height, channels: 3 },
  })
    .png()
    .toBuffer();
  const finished = await imaging.finishEdit(edit, source, drawn);
  expect(finished.isExact).toBe(true);
  const { within } = edit;
  // The watermark takes longer than all else.
  const kept = isMarked
    ? await imaging.prepareMarked(finished.bytes, { key, payload }, { within })
    : finished;
  const canvas = editedSize(size, shape.extend);
  expect({ width: kept.width, height: kept.height }).toEqual(canvas);
  const [before, after] = [await rgba(source), await rgba(kept.bytes)];
  const counts = { outside: 0, differing: 0, changed: 0 };
  const isWider = canvas.width > size.width || canvas.height > size.height;
  const near = reachOf(mask, size, Math.max(0, shape.grow) + shape.feather);
  for (let y = 0; y < size.height; y += 1) {
    for (let x = 0; x < size.width; x += 1) {
      const to = (y + shape.extend.top) * canvas.width + x + shape.extend.left;
      const from = (y * size.width + x) * 4;
      const isSame = before.subarray(from, from + 4).equals(after.subarray(to * 4, to * 4 + 4));
      // What is added is grown and made soft as well, which the map alone tells.
      const isOutside = isWider ? within.pixels[to] === 0 : near[y * size.width + x] === 0;
      if (isOutside) counts.outside += 1;
      if (isOutside && !isSame) counts.differing += 1;
      if (!isOutside && !isSame) counts.changed += 1;
    }
  }
  return counts;
}

test("200 random masks: 100 % of the pixels outside are those of the source, after the watermark too", async () => {
  const total = { masks: 0, empty: 0, outside: 0, differing: 0, changed: 0 };
  for (let seed = 1; total.masks < 200; seed += 1) {
    const counts = await edited(seed, seed % 10 === 0);
    if (counts === null) {
      total.empty += 1;
      continue;
    }
    total.masks += 1;
    total.outside += counts.outside;
    total.differing += counts.differing;
    total.changed += counts.changed;
  }
  expect(total.differing).toBe(0);
  // There was something to keep, and something changed.
  expect(total.outside).toBeGreaterThan(100_000);
  expect(total.changed).toBeGreaterThan(100_000);
  expect(total.empty).toBeLessThan(40);
});
