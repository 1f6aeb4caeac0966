import { readFileSync } from "node:fs";
import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import { aDrawing, drawingNames, type DrawingName } from "#tests/harness/drawn-picture.ts";
import { realPictures } from "#tests/harness/real-pictures.ts";
import { createLocalVision } from "./local.ts";
import { openVision } from "./open.ts";
import { helperNames } from "#app/rules/helper-names.ts";
import { FEATURES_LENGTH, EMBEDDING_LENGTH, type Vision } from "./port.ts";

const vision = createLocalVision({ helpers: helperNames });
afterAll(() => vision.close());

const never = new AbortController().signal;
const jpegOf = async (name: DrawingName, width?: number, height?: number) =>
  sharp(await aDrawing(name, width, height))
    .jpeg({ quality: 90 })
    .toBuffer();
const dot = (a: Float32Array, b: Float32Array) =>
  a.reduce((sum, value, i) => sum + value * b[i], 0);

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** The same picture as it comes back from elsewhere: smaller, and saved badly. */
const copyOf = (picture: Uint8Array) => sharp(picture).resize(200).jpeg({ quality: 60 }).toBuffer();

function nearest(vectors: readonly Float32Array[], query: Float32Array): number {
  const likeness = vectors.map((vector) => dot(vector, query));
  return likeness.indexOf(Math.max(...likeness));
}

async function lookAt(seeing: Vision, pictures: readonly Uint8Array[]) {
  const looks = [];
  for (const picture of pictures) {
    looks.push({ ...(await seeing.moderate(picture)), features: await seeing.features(picture) });
  }
  return looks;
}

test("a picture has five scores that add up to 1, and a unit vector; both are always the same", async () => {
  const picture = await jpegOf("waves");
  const other = await jpegOf("rings");
  const [first, , again] = await lookAt(vision, [picture, other, picture]);
  const second = createLocalVision({ helpers: ["moderation", "similar"] });
  const [elsewhere] = await lookAt(second, [picture]);
  await second.close();
  const sum = Object.values(first.scores).reduce((total, score) => total + score, 0);
  expect(Object.keys(first.scores)).toEqual(["drawing", "hentai", "neutral", "porn", "sexy"]);
  expect(sum).toBeCloseTo(1, 4);
  expect(first.features).toHaveLength(FEATURES_LENGTH);
  expect(Math.hypot(...first.features)).toBeCloseTo(1, 5);
  expect(again).toEqual(first);
  expect(elsewhere).toEqual(first);
});

test("MO-08 a smaller, badly saved copy of a picture is its nearest neighbour", async () => {
  const pictures = await Promise.all(drawingNames.map((name) => jpegOf(name, 320, 240)));
  const looks = await lookAt(vision, pictures);
  const copies = await lookAt(vision, await Promise.all(pictures.map(copyOf)));
  const vectors = looks.map(({ features }) => features);
  expect(copies.map(({ features }) => nearest(vectors, features))).toEqual(
    pictures.map((_, i) => i),
  );
  expect(looks.filter(({ flagged }) => flagged)).toEqual([]);
});

test.skipIf(!realPictures)(
  "no harmless picture of the gallery is flagged, and copies find their originals",
  async () => {
    const gallery = realPictures ?? "";
    const lines = readFileSync(new URL("manifest.jsonl", gallery), "utf8").trim().split("\n");
    // Every twelfth, and the three that the classifier likes least.
    const worst = /modular-sofa|unidiffuser-v1|vintage-film-model/;
    const files = lines
      .map((line) => (JSON.parse(line) as { file: string }).file)
      .filter((file, index) => index % 12 === 0 || worst.test(file));
    const pictures = files.map((file) => readFileSync(new URL(file, gallery)));
    const looks = await lookAt(vision, pictures);
    expect(files.filter((_, i) => looks[i].flagged)).toEqual([]);
    const vectors = looks.map(({ features }) => features);
    const copies = await lookAt(vision, await Promise.all(pictures.slice(0, 8).map(copyOf)));
    expect(copies.map(({ features }) => nearest(vectors, features))).toEqual(
      copies.map((_, i) => i),
    );
  },
  60_000,
);

test("SE-04 a text has a unit vector that does not depend on its neighbours, and lies near to what means the same", async () => {
  const texts = [
    "A sailing boat at sunset",
    "Fresh bread cooling on a kitchen table",
    "A dog running through snow",
    "Skyscrapers of a city at night",
  ];
  const questions = [
    "yacht in the evening",
    "baked loaf",
    "puppy in winter",
    "tall buildings downtown",
  ];
  const vectors = (await vision.embedText(texts)).filter((vector) => vector !== null);
  expect(vectors.map((vector) => vector.length)).toEqual(texts.map(() => EMBEDDING_LENGTH));
  for (const vector of vectors) expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
  const asked = await vision.embedText(questions);
  expect(asked.map((vector) => (vector ? nearest(vectors, vector) : -1))).toEqual([0, 1, 2, 3]);
  expect(await vision.embedText([texts[2]])).toEqual([vectors[2]]);
});

test("a text that the model cannot read has no vector, and a very long one counts with its beginning", async () => {
  const long = "a lighthouse in a storm ".repeat(60);
  const [none, blank, foreign, whole, longer] = await vision.embedText([
    "",
    " \n ",
    "夜の海",
    long,
    long.slice(0, 1000),
  ]);
  expect([none, blank, foreign]).toEqual([null, null, null]);
  expect(whole).toEqual(longer);
  expect(await vision.embedText([])).toEqual([]);
});

test("a picture is enlarged in tiles that leave no seams, in steps that are told", async () => {
  const width = 232;
  const picture = await aDrawing("waves", width, 48);
  const fractions: number[] = [];
  const larger = await vision.upscale(picture, { factor: 2 }, never, (fraction) =>
    fractions.push(fraction),
  );
  expect(await sharp(larger).metadata()).toMatchObject({ format: "jpeg", width: 464, height: 96 });
  expect(fractions).toHaveLength(3);
  expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
  expect(fractions.at(-1)).toBe(1);

  // Without the first 40 columns the tiles end at other places; what they give must not tell.
  const left = 40;
  const part = { left, top: 0, width: width - left, height: 48 };
  const rest = await sharp(picture).extract(part).png().toBuffer();
  const again = await vision.upscale(rest, { factor: 2 }, never);
  const inside = { left: 32, top: 0, width: 2 * (width - left) - 32, height: 96 };
  const pixels = (jpeg: Buffer, offset: number) =>
    sharp(jpeg)
      .extract({ ...inside, left: inside.left + offset })
      .raw()
      .toBuffer();
  const [whole, moved] = [await pixels(larger, 2 * left), await pixels(again, 0)];
  const most = whole.reduce((max, value, i) => Math.max(max, Math.abs(value - moved[i])), 0);
  expect(most).toBeLessThanOrEqual(2);

  const small = await sharp(larger).resize(width, 48).raw().toBuffer();
  const original = await sharp(picture).raw().toBuffer();
  const off = original.reduce((sum, value, i) => sum + Math.abs(value - small[i]), 0);
  expect(off / original.length).toBeLessThan(12);
});

test("four times as large, and the same every time", async () => {
  const picture = await jpegOf("disc", 61, 47);
  const larger = await vision.upscale(picture, { factor: 4 }, never);
  expect(await sharp(larger).metadata()).toMatchObject({ width: 244, height: 188 });
  expect((await vision.upscale(picture, { factor: 4 }, never)).equals(larger)).toBe(true);
});

test("an enlargement that is cancelled comes back at once, and its process ends", async () => {
  const picture = await jpegOf("waves", 512, 512);
  const control = new AbortController();
  let late = false;
  const work = vision.upscale(picture, { factor: 2 }, control.signal, () => {
    // A timer of the same thread: a machine that is slow delays both.
    if (!control.signal.aborted) setTimeout(() => (late = true), 250);
    control.abort();
  });
  await expect(work).rejects.toMatchObject({ name: "VisionError", kind: "cancelled" });
  expect(late).toBe(false);
  await until(() => !vision.running().includes("upscale"));
});

test("what is no picture, or would become too large, is said to be so", async () => {
  const broken = [
    new Uint8Array(),
    Buffer.from("no picture"),
    (await jpegOf("rings")).subarray(0, 200),
  ];
  for (const bytes of broken) {
    await expect(vision.moderate(bytes)).rejects.toMatchObject({ kind: "unreadable" });
    await expect(vision.features(bytes)).rejects.toMatchObject({ kind: "unreadable" });
    const larger = vision.upscale(bytes, { factor: 2 }, never);
    await expect(larger).rejects.toMatchObject({ kind: "unreadable" });
  }
  const vast = await jpegOf("haze", 1100, 1000);
  const larger = vision.upscale(vast, { factor: 4 }, never);
  await expect(larger).rejects.toMatchObject({ kind: "too-large" });
});

test("a helper without enough memory fails alone, and the process goes on", async () => {
  const poor = createLocalVision({ helpers: helperNames, heapMb: 8 });
  const failing = poor.embedText(["a red fox"]);
  await expect(failing).rejects.toMatchObject({ name: "VisionError", kind: "failed" });
  await poor.close();
  expect(await vision.embedText(["a red fox"])).toHaveLength(1);
});

test("processes start with their first work and end when idle", async () => {
  const brief = createLocalVision({ helpers: ["similar"], idleMs: 100 });
  expect(brief.running()).toEqual([]);
  await brief.features(await jpegOf("bars"));
  expect(brief.running()).toEqual(["analysis"]);
  await until(() => brief.running().length === 0);
  await brief.features(await jpegOf("disc"));
  await brief.close();
  expect(brief.running()).toEqual([]);
});

test("of the two networks that look at pictures only the last one used stays in memory; the one that reads stays", async () => {
  // None ends for want of work, however long the others take.
  const frugal = createLocalVision({ helpers: helperNames, idleMs: 3_600_000 });
  const picture = await jpegOf("bars", 16, 16);
  await frugal.embedText(["a red fox"]);
  await frugal.upscale(picture, { factor: 2 }, never);
  await frugal.features(picture);
  await until(() => frugal.running().length === 2);
  expect(frugal.running()).toEqual(["analysis", "embedding"]);
  await frugal.close();
});

test("a helper that is switched off says so and starts nothing", async () => {
  const off = openVision({ HELPERS: [] });
  const picture = await jpegOf("rings");
  const calls = [
    off.moderate(picture),
    off.features(picture),
    off.embedText(["a fox"]),
    off.upscale(picture, { factor: 2 }, never),
  ];
  for (const result of await Promise.allSettled(calls)) {
    expect(result).toMatchObject({ reason: { name: "VisionError", kind: "off" } });
  }
  expect(helperNames.filter((helper) => off.has(helper))).toEqual([]);
  const one = openVision({ HELPERS: ["similar"] });
  await expect(one.moderate(picture)).rejects.toMatchObject({ kind: "off" });
  expect(await one.features(picture)).toHaveLength(FEATURES_LENGTH);
  await Promise.all([off.close(), one.close()]);
});

test("the event loop does not wait while helpers work", async () => {
  const [picture, other] = [await jpegOf("waves", 128, 128), await jpegOf("bars", 512, 512)];
  // CPU time of this thread from turn to turn of its loop: unlike wall time, it does not depend on what else runs here.
  const turns: number[] = [];
  let used = process.threadCpuUsage();
  const timer = setInterval(() => {
    const { user, system } = process.threadCpuUsage(used);
    used = process.threadCpuUsage();
    turns.push((user + system) / 1000);
  }, 5);
  await Promise.all([
    vision.upscale(picture, { factor: 2 }, never),
    lookAt(vision, [picture, other]),
    vision.embedText(drawingNames.map((name) => `a drawing of ${name}`)),
  ]);
  clearInterval(timer);
  turns.sort((a, b) => a - b);
  expect(turns.length).toBeGreaterThan(20);
  expect(turns[Math.floor(turns.length * 0.99) - 1]).toBeLessThanOrEqual(25);
});

test("more texts than are worth waiting for are refused, and the others are answered", async () => {
  const asked = Array.from({ length: 100 }, (_, n) => vision.embedText([`lake number ${n}`]));
  const answers = await Promise.allSettled(asked);
  const refused = answers.filter(({ status }) => status === "rejected");
  expect(refused.length).toBeGreaterThanOrEqual(100 - 64 - 1);
  expect(refused.length).toBeLessThan(100 - 60);
  for (const answer of refused) expect(answer).toMatchObject({ reason: { kind: "busy" } });
});

test("a text whose asker is gone is not embedded", async () => {
  const first = vision.embedText(["a lake at dawn"]);
  const gone = new AbortController();
  const second = vision.embedText(["a fox in the snow"], gone.signal);
  gone.abort();
  await expect(second).rejects.toMatchObject({ kind: "cancelled" });
  expect(await first).toHaveLength(1);
});
