import sharp from "sharp";
import { expect, test } from "vitest";
import type { SketchError } from "./errors.ts";
import { areaOf, fitInto, readMaskArea } from "./mask-area.ts";
import { parsePrompt } from "./prompt/parse.ts";
import { hooks, remixed, SIZE, source } from "./remix.cases.ts";
import { renderSpec } from "./render.ts";

/** Of 255: grain and light change a pixel by less. */
const LEAST_DIFFERENCE = 40;

type Mask = (x: number, y: number) => boolean;

const circle =
  (cx: number, cy: number, r: number): Mask =>
  (x, y) =>
    Math.hypot(x - cx, y - cy) < r;

/** Masks by name, over a picture of `SIZE` pixels a side. */
const MASKS: Readonly<Record<string, Mask>> = {
  "the upper left": (x, y) => x < 60 && y < 60,
  "the lower right": (x, y) => x > 105 && y > 100,
  "a small circle": circle(120, 40, 16),
  "a large circle": circle(60, 90, 50),
  "a bar at the bottom": (_, y) => y > 128,
  "an L": (x, y) => x < 34 || y > 126,
  "two spots": (x, y) => circle(30, 30, 12)(x, y) || circle(120, 110, 30)(x, y),
  everything: () => true,
};

const encoded = (mask: Mask): Promise<Buffer> =>
  sharp(
    Buffer.from(
      Array.from({ length: SIZE * SIZE }, (_, i) =>
        mask(i % SIZE, Math.floor(i / SIZE)) ? 255 : 0,
      ),
    ),
    { raw: { width: SIZE, height: SIZE, channels: 1 } },
  )
    .png()
    .toBuffer();

const unchanged = source.toRGB8();

/** Pixels in which two pictures differ, inside a mask and outside of it. */
function changed(
  after: Uint8Array,
  before: Uint8Array,
  mask: Mask,
): { inside: number; outside: number } {
  const count = { inside: 0, outside: 0 };
  for (let i = 0; i < SIZE * SIZE; i++) {
    const most = Math.max(...[0, 1, 2].map((c) => Math.abs(after[i * 3 + c] - before[i * 3 + c])));
    if (most < LEAST_DIFFERENCE) continue;
    count[mask(i % SIZE, Math.floor(i / SIZE)) ? "inside" : "outside"]++;
  }
  return count;
}

test.each(Object.keys(MASKS))("what is added stands within the mask: %s", async (name) => {
  const mask = MASKS[name];
  const maskBytes = await encoded(mask);
  for (const prompt of ["add a red balloon", "add two black cats"]) {
    const { frame } = await remixed({ prompt, maskBytes, strength: 0.5 });
    const { inside, outside } = changed(frame.toRGB8(), unchanged, mask);
    expect(inside).toBeGreaterThan(25);
    expect(outside / (inside + outside)).toBeLessThan(0.1);
  }
});

test("without a mask an added thing stands where it would be cut by one", async () => {
  const { frame } = await remixed({ prompt: "add a red balloon", strength: 0.5 });
  const { inside, outside } = changed(frame.toRGB8(), unchanged, MASKS["the lower right"]);
  expect(outside).toBeGreaterThan(inside);
});

test("a scene that is drawn for a mask has its thing there", async () => {
  const mask = MASKS["the lower right"];
  const area = await readMaskArea(await encoded(mask), SIZE, SIZE);
  const spec = { ...parsePrompt("a red balloon over a desert", { seed: 4 }), noGrain: true };
  const options = { width: SIZE, height: SIZE, seed: 4, plain: true, area };
  const [full, bare] = await Promise.all(
    [spec, { ...spec, subjects: [] }].map((each) => renderSpec(each, options, hooks)),
  );
  const { inside, outside } = changed(full.frame.toRGB8(), bare.frame.toRGB8(), mask);
  expect(inside).toBeGreaterThan(60);
  expect(outside / (inside + outside)).toBeLessThan(0.1);
});

test("a box that fits stays where it is, and one that does not goes as near as it can", () => {
  const frame = { w: 100, h: 100 };
  const right = areaOf(100, 100, (x) => (x >= 50 ? 1 : 0));
  const inside = { left: 60, right: 80, top: 40, bottom: 60 };
  const kept = fitInto(right, inside, frame);
  expect(kept.scale).toBe(1);
  expect(Math.hypot(kept.x - 70, kept.y - 50)).toBeLessThan(1);
  const moved = fitInto(right, { left: 10, right: 30, top: 40, bottom: 60 }, frame);
  expect(moved.scale).toBe(1);
  expect(moved.x).toBeGreaterThan(59);
  expect(moved.x).toBeLessThan(62);
  const wide = fitInto(right, { left: 0, right: 100, top: 40, bottom: 60 }, frame);
  expect(wide.scale).toBeLessThan(0.54);
  expect(wide.scale).toBeGreaterThan(0.4);
});

test("a mask that is no picture is refused", async () => {
  await expect(
    remixed({ prompt: "add a red balloon", maskBytes: Buffer.from("none") }),
  ).rejects.toMatchObject({ kind: "invalid-request" } satisfies Partial<SketchError>);
});
