/** Sketch through its port: native upscales, cancels, and images to image that repeat. */
import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import { likeness } from "../contract-pictures.ts";
import type { GenerateRequest, GeneratedImage } from "../port.ts";
import { createSketchEngine } from "../sketch.ts";
import { base, digest, drawOn } from "./trial.ts";

const engine = createSketchEngine({ workers: 1 });
afterAll(() => engine.close());
const draw = (change: Partial<GenerateRequest>) => drawOn(engine, change);

/** What is lost of a picture when it is halved and enlarged again: its finest detail, in 8-bit steps. */
async function finestDetail(bytes: Uint8Array): Promise<number> {
  const { width, height } = await sharp(bytes).metadata();
  const half = await sharp(bytes)
    .resize(width / 2, height / 2)
    .png()
    .toBuffer();
  const grey = (picture: Uint8Array) =>
    sharp(picture).resize(width, height, { kernel: "lanczos3" }).greyscale().raw().toBuffer();
  const [whole, restored] = await Promise.all([grey(bytes), grey(half)]);
  return whole.reduce((sum, v, at) => sum + Math.abs(v - restored[at]), 0) / whole.length;
}

test.for([
  ["words", {}],
  ["a style kit", { styleKit: { lighting: "candlelit", camera: "wide angle" } }],
] as const)(
  "ST-07 Sketch's upscale of %s is the same picture drawn again, sharper than any enlargement",
  async ([, change]) => {
    const prompt = "city skyline at night, no grain";
    const request = { ...base, prompt, count: 2, ...change };
    const small = (await draw(request)).images[1];
    const images: GeneratedImage[] = [];
    const result = await engine.upscale?.(request, 1, {
      signal: new AbortController().signal,
      onProgress: () => undefined,
      onImage: async (image) => void images.push(image),
      saveResumeToken: async () => undefined,
    });
    expect(result?.delivered).toBe(1);
    const [large] = images;
    expect([large.index, large.width, large.height, large.seed]).toEqual([1, 512, 512, 6]);
    expect(await likeness(small.bytes, large.bytes)).toBeGreaterThan(0.95);
    const enlarged = await sharp(small.bytes)
      .resize(512, 512, { kernel: "lanczos3" })
      .png()
      .toBuffer();
    expect(await finestDetail(large.bytes)).toBeGreaterThan((await finestDetail(enlarged)) * 1.2);
    const asked = await draw({ ...request, count: 1, seed: 6, width: 512, height: 512 });
    expect(digest(large.bytes)).toBe(digest(asked.images[0].bytes));
  },
);

test("ST-05 Sketch rejects a drawing within 250 ms of a cancel, and frees the thread soon after", async () => {
  const controller = new AbortController();
  const images: GeneratedImage[] = [];
  let cancelledAt = 0;
  let late = false;
  const running = engine.generate(
    { ...base, prompt: "lavender fields, oil painting", width: 1024, height: 1024 },
    {
      signal: controller.signal,
      onProgress: ({ fraction }) => {
        if (fraction < 0.3 || cancelledAt > 0) return;
        cancelledAt = fraction;
        // A timer of the same thread: a machine that is slow delays both.
        setTimeout(() => (late = true), 250);
        controller.abort();
      },
      onImage: async (image) => void images.push(image),
      saveResumeToken: async () => undefined,
    },
  );
  await expect(running).rejects.toMatchObject({ kind: "cancelled" });
  expect([cancelledAt > 0, late]).toEqual([true, false]);
  expect((await draw({})).result.delivered).toBe(1);
  expect(images).toEqual([]);
});

test("ST-02 Sketch's images to image are the same bytes each time, at every kind of strength", async () => {
  const [source] = (await draw({ prompt: "mountain lake" })).images;
  const remixed = async (strength: number) => {
    const change = { mode: "img2img", source, strength, prompt: "ocean at dusk, gouache" } as const;
    const kit = { styleKit: { lighting: "light from the left", camera: "close up" } };
    return digest((await draw({ ...change, ...kit })).images[0].bytes);
  };
  const seen = new Set<string>();
  for (const strength of [0.15, 0.5, 0.9]) {
    const once = await remixed(strength);
    expect(await remixed(strength)).toBe(once);
    seen.add(once);
  }
  expect(seen.size).toBe(3);
});
