/**
 * The answers of the networks as TensorFlow.js gave them before (tests/fixtures/vision-answers.json): stored
 * features and meanings are compared with new ones, so another runtime must not change them.
 */
import { readFileSync } from "node:fs";
import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import { aDrawing, drawingNames, type DrawingName } from "#tests/harness/drawn-picture.ts";
import { realPictures } from "#tests/harness/real-pictures.ts";
import { helperNames } from "#app/rules/helper-names.ts";
import { createLocalVision } from "./local.ts";
import type { ModerationScores } from "./port.ts";

type Look = { scores: ModerationScores; features: string };
type Recorded = {
  drawings: Record<DrawingName, Look>;
  gallery: Record<string, Look>;
  meanings: { text: string; meaning: string }[];
  larger: { name: DrawingName; width: number; height: number; factor: 2 | 4; jpeg: string }[];
};

const file = new URL("../../../tests/fixtures/vision-answers.json", import.meta.url);
const recorded = JSON.parse(readFileSync(file, "utf8")) as Recorded;
const vision = createLocalVision({ helpers: helperNames });
afterAll(() => vision.close());

const vectorOf = (base64: string) => {
  const bytes = Buffer.from(base64, "base64");
  return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
};
const dot = (a: Float32Array, b: Float32Array) =>
  a.reduce((sum, value, i) => sum + value * b[i], 0);

/** Scores differ by less than a thousandth, features by less than a degree of angle. */
async function expectSameLook(picture: Uint8Array, { scores, features }: Look): Promise<void> {
  const [now, seen] = await Promise.all([vision.moderate(picture), vision.features(picture)]);
  for (const [name, score] of Object.entries(scores)) {
    expect(Math.abs(now.scores[name as keyof ModerationScores] - score)).toBeLessThan(0.001);
  }
  expect(dot(seen, vectorOf(features))).toBeGreaterThan(0.9999);
}

test("drawings have the scores and features that they had", async () => {
  expect(Object.keys(recorded.drawings)).toEqual(drawingNames);
  await Promise.all(
    drawingNames.map(async (name) =>
      expectSameLook(await aDrawing(name, 320, 240), recorded.drawings[name]),
    ),
  );
});

test.skipIf(!realPictures)(
  "pictures of the gallery have the scores and features that they had",
  async () => {
    const looks = Object.entries(recorded.gallery);
    expect(looks.length).toBeGreaterThan(40);
    for (const [name, look] of looks) {
      await expectSameLook(readFileSync(new URL(name, realPictures ?? "")), look);
    }
  },
  60_000,
);

test("texts have the meanings that they had", async () => {
  const vectors = await vision.embedText(recorded.meanings.map(({ text }) => text));
  for (const [index, { meaning }] of recorded.meanings.entries()) {
    const vector = vectors[index];
    expect(vector && dot(vector, vectorOf(meaning))).toBeGreaterThan(0.99999);
  }
});

test("pictures are enlarged as they were", async () => {
  const never = new AbortController().signal;
  for (const { name, width, height, factor, jpeg } of recorded.larger) {
    const now = await vision.upscale(await aDrawing(name, width, height), { factor }, never);
    const [pixels, before] = await Promise.all(
      [now, Buffer.from(jpeg, "base64")].map((bytes) => sharp(bytes).raw().toBuffer()),
    );
    expect(pixels.length).toBe(before.length);
    const most = pixels.reduce((max, value, i) => Math.max(max, Math.abs(value - before[i])), 0);
    expect(most).toBeLessThanOrEqual(2);
  }
});

test("pictures asked for at the same time have the answers that each has alone", async () => {
  const pictures = await Promise.all(drawingNames.map((name) => aDrawing(name)));
  const broken = Buffer.from("no picture");
  const asked = [...pictures, broken, ...pictures];
  const together = await Promise.allSettled(
    asked.map(async (one) => [await vision.moderate(one), await vision.features(one)]),
  );
  const elsewhere = createLocalVision({ helpers: helperNames });
  const alone = [];
  for (const one of pictures) {
    alone.push([await elsewhere.moderate(one), await elsewhere.features(one)]);
  }
  await elsewhere.close();
  const answers = together.map((one) => (one.status === "fulfilled" ? one.value : one.reason));
  expect(answers).toEqual([...alone, expect.objectContaining({ kind: "unreadable" }), ...alone]);
});
