import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import {
  type Engine,
  EngineError,
  type EngineProgress,
  type GenerateRequest,
  type GenerateResult,
  type GeneratedImage,
} from "./port.ts";
import { createSketchEngine } from "./sketch.ts";
import { holdStages } from "./sketch/hold.ts";
import { readSentinel } from "./sketch/sentinels.ts";

const engine = createSketchEngine({ workers: 1 });
afterAll(() => engine.close());

const base: GenerateRequest = {
  jobId: "3f0e8a52-6f0f-4f5e-9a70-1d5f9a3c0001",
  mode: "txt2img",
  prompt: "a calm ocean at sunset",
  model: "sketch-1",
  width: 256,
  height: 256,
  count: 1,
  seed: 5,
  quality: "standard",
};

type Run = { result: GenerateResult; images: GeneratedImage[]; progress: EngineProgress[] };

async function draw(
  change: Partial<GenerateRequest>,
  { on = engine, signal = new AbortController().signal } = {},
): Promise<Run> {
  const images: GeneratedImage[] = [];
  const progress: EngineProgress[] = [];
  const result = await on.generate(
    { ...base, ...change },
    {
      signal,
      onProgress: (report) => progress.push(report),
      onImage: async (image) => void images.push(image),
      saveResumeToken: async () => {},
    },
  );
  return { result, images, progress };
}

const digest = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

test("ST-07 Sketch draws the same bytes in two threads and in another process", async () => {
  const prompts = [
    "misty mountain lake at sunrise",
    "a red fox in a snowy forest at dusk, watercolor",
    "double exposure portrait of a woman, galaxy",
  ];
  const { width, height, seed } = base;
  const orders = prompts.map((prompt) => ({ prompt, width, height, seed, fine: false }));
  const script = `
    import { createHash } from "node:crypto";
    const { drawOrder } = await import(${JSON.stringify(new URL("./sketch/draw.ts", import.meta.url))});
    for (const order of ${JSON.stringify(orders)}) {
      const { bytes } = await drawOrder(order, { progress() {}, check() {} });
      console.log(createHash("sha256").update(bytes).digest("hex"));
    }`;
  const other = createSketchEngine({ workers: 1 });
  const digests = async (on: Engine) => {
    const found: string[] = [];
    for (const prompt of prompts)
      found.push(digest((await draw({ prompt }, { on })).images[0].bytes));
    return found;
  };
  const [first, second] = await Promise.all([digests(engine), digests(other)]);
  await other.close();
  const child = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
    encoding: "utf8",
  });
  expect(child.stderr).toBe("");
  expect(second).toEqual(first);
  expect(child.stdout.trim().split("\n")).toEqual(first);
  expect(new Set(first).size).toBe(prompts.length);
}, 90_000);

test("ST-07 Sketch draws picture k with the seed plus k", async () => {
  const pair = await draw({ count: 2, seed: 40 });
  const alone = await draw({ seed: 41 });
  expect(pair.images[1].seed).toBe(41);
  expect(digest(pair.images[1].bytes)).toBe(digest(alone.images[0].bytes));
  expect(digest(pair.images[0].bytes)).not.toBe(digest(alone.images[0].bytes));
});

/** Lightness of a picture on a 32 by 32 grid. */
async function thumbnail(bytes: Uint8Array): Promise<number[]> {
  return [...(await sharp(bytes).greyscale().resize(32, 32).raw().toBuffer())];
}

function correlation(a: number[], b: number[]): number {
  const mean = (values: number[]) => values.reduce((sum, v) => sum + v, 0) / values.length;
  const [ma, mb] = [mean(a), mean(b)];
  let ab = 0;
  let aa = 0;
  let bb = 0;
  for (let i = 0; i < a.length; i++) {
    ab += (a[i] - ma) * (b[i] - mb);
    aa += (a[i] - ma) ** 2;
    bb += (b[i] - mb) ** 2;
  }
  return ab / Math.sqrt(aa * bb);
}

test("ST-02 Sketch keeps the source at strength 0 and leaves it as strength grows", async () => {
  const disc = Buffer.alloc(256 * 256 * 3);
  for (let at = 0; at < 256 * 256; at += 1) {
    const inside = Math.hypot((at % 256) - 128, Math.floor(at / 256) - 128) < 64;
    disc.set(inside ? [255, 204, 102] : [34, 51, 68], at * 3);
  }
  const raw = { width: 256, height: 256, channels: 3 } as const;
  const bytes = await sharp(disc, { raw }).png().toBuffer();
  const source = { bytes, mime: "image/png" };
  const original = await thumbnail(bytes);
  const likeness: number[] = [];
  for (const strength of [0, 0.5, 1]) {
    const prompt = "stormy ocean at night, watercolor";
    const { images } = await draw({ mode: "img2img", source, strength, prompt });
    likeness.push(correlation(original, await thumbnail(images[0].bytes)));
  }
  expect(likeness[0]).toBeGreaterThan(0.99);
  expect(likeness[0]).toBeGreaterThan(likeness[1]);
  expect(likeness[1]).toBeGreaterThan(likeness[2]);
});

test.for(["standard", "high"] as const)(
  "ST-07 Sketch keeps the composition at twice the size and %s quality",
  async (quality) => {
    const small = await draw({});
    const large = await draw({ width: 512, height: 512, quality });
    const [a, b] = await Promise.all(
      [small, large].map(({ images }) => thumbnail(images[0].bytes)),
    );
    expect(correlation(a, b)).toBeGreaterThan(0.97);
  },
);

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
  "ST-07 Sketch's upscale of %s is the same picture drawn anew, sharper than any enlargement",
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
    expect(correlation(await thumbnail(small.bytes), await thumbnail(large.bytes))).toBeGreaterThan(
      0.95,
    );
    const enlarged = await sharp(small.bytes)
      .resize(512, 512, { kernel: "lanczos3" })
      .png()
      .toBuffer();
    expect(await finestDetail(large.bytes)).toBeGreaterThan((await finestDetail(enlarged)) * 1.2);
    const asked = await draw({ ...request, count: 1, seed: 6, width: 512, height: 512 });
    expect(digest(large.bytes)).toBe(digest(asked.images[0].bytes));
  },
);

test("ST-05 Sketch hands a drawing back within 250 ms of a cancel, and the thread soon after", async () => {
  const controller = new AbortController();
  const images: GeneratedImage[] = [];
  let cancelledAt = 0;
  const running = engine.generate(
    { ...base, prompt: "lavender fields, oil painting", width: 1024, height: 1024 },
    {
      signal: controller.signal,
      onProgress: ({ fraction }) => {
        if (fraction < 0.3 || cancelledAt > 0) return;
        cancelledAt = performance.now();
        controller.abort();
      },
      onImage: async (image) => void images.push(image),
      saveResumeToken: async () => undefined,
    },
  );
  await expect(running).rejects.toMatchObject({ kind: "cancelled" });
  expect(performance.now() - cancelledAt).toBeLessThan(250);
  expect(cancelledAt).toBeGreaterThan(0);
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
}, 60_000);

test("ST-07 Sketch shows small previews from the half-way point on", async () => {
  const { progress } = await draw({ width: 768, height: 512 });
  const shown = progress.filter((report) => report.preview);
  expect(shown.length).toBeGreaterThanOrEqual(2);
  expect(shown.every((report) => report.fraction >= 0.5)).toBe(true);
  for (const { preview } of shown) {
    const { format, width, height } = await sharp(preview?.bytes).metadata();
    expect(preview?.mime).toBe(`image/${format}`);
    expect([width, height]).toEqual([256, 170]);
  }
});

test("ST-07 Sketch says which words it used and which it ignored", async () => {
  const { result } = await draw({ prompt: "a calm ocean, frobnicated" });
  expect(result.interpretation?.understood.join(" ")).toContain("ocean");
  expect(result.interpretation?.ignored).toContain("frobnicated");
});

test("IM-10 Sketch names engine, version, scene and seed of each picture", async () => {
  const { images } = await draw({});
  expect(images[0].seed).toBe(5);
  expect(images[0].providerMeta).toMatchObject({
    engine: "sketch",
    version: expect.any(String),
    scene: "ocean",
    sky: "sunset",
  });
});

test("ST-07 Sketch honours negative words", async () => {
  const prompt = "ocean under a cloudy sky";
  const [plain, bare] = await Promise.all([
    draw({ prompt }),
    draw({ prompt, negativePrompt: "clouds" }),
  ]);
  expect(digest(plain.images[0].bytes)).not.toBe(digest(bare.images[0].bytes));
});

const refusals: [string, Partial<GenerateRequest>, EngineError["kind"]][] = [
  ["a side below 256", { width: 248 }, "unsupported"],
  ["a side above 2048", { height: 2056 }, "unsupported"],
  ["a side off the step of 8", { width: 300 }, "unsupported"],
  ["a size that is not a number", { width: Number.NaN }, "unsupported"],
  ["no pictures", { count: 0 }, "invalid-request"],
  ["too many pictures", { count: 9 }, "invalid-request"],
  ["a broken seed", { seed: 1.5 }, "invalid-request"],
  ["an empty prompt", { prompt: "  " }, "invalid-request"],
  ["a remix without a source", { mode: "img2img" }, "invalid-request"],
];

test.for(refusals)("ST-07 Sketch refuses %s", async ([, change, kind]) => {
  await expect(draw(change)).rejects.toMatchObject({ name: "EngineError", kind });
});

test.for([
  ["refuse: a lake", "refuse", "a lake"],
  ["  SLOW:a lake", "slow", "a lake"],
  ["half: crash: a lake", "half", "crash: a lake"],
  ["a half: lake", null, "a half: lake"],
  ["crashing: waves", null, "crashing: waves"],
] as const)("reads the sentinel of %o", ([text, sentinel, prompt]) => {
  expect(readSentinel(text)).toEqual({ sentinel, prompt });
});

test("ST-06 Sketch declines a prompt that begins with refuse:", async () => {
  await expect(draw({ prompt: "refuse: the sea" })).rejects.toMatchObject({
    kind: "moderated-prompt",
  });
});

test("ST-06 Sketch loses its thread on crash: and draws the next picture with a new one", async () => {
  const crashed = draw({ prompt: "crash: the sea" });
  const next = draw({});
  await expect(crashed).rejects.toMatchObject({ kind: "internal" });
  expect((await next).result.delivered).toBe(1);
});

test("ST-06 Sketch delivers half the pictures on half: and says so", async () => {
  const { result, images } = await draw({ prompt: "half: the sea", count: 3 });
  expect(images.map((image) => image.index)).toEqual([0]);
  expect(result).toMatchObject({ delivered: 1, warnings: ["Only 1 of 3 pictures were drawn."] });
  await expect(draw({ prompt: "half: the sea", count: 1 })).rejects.toBeInstanceOf(EngineError);
});

test("ST-05 Sketch reports steadily while a slow: picture is held back, and stops at once", async () => {
  const controller = new AbortController();
  const running = draw({ prompt: "slow: the sea" }, { signal: controller.signal });
  await new Promise((resolve) => setTimeout(resolve, 1500));
  controller.abort();
  await expect(running).rejects.toMatchObject({ kind: "cancelled" });
  // The thread is free again long before the 20 seconds are over.
  const before = performance.now();
  await draw({});
  expect(performance.now() - before).toBeLessThan(8000);
});

test("ST-05 a held drawing reports in between and takes its time", () => {
  const reports: number[] = [];
  const cell = new Int32Array(new SharedArrayBuffer(4));
  const hold = holdStages(
    4000,
    cell,
    () => {},
    (fraction) => reports.push(fraction),
  );
  const before = performance.now();
  hold(0.2, 0.5, "sky");
  expect(performance.now() - before).toBeGreaterThanOrEqual(1195);
  expect(reports.map((fraction) => fraction.toFixed(1))).toEqual(["0.3", "0.4"]);
});

test("ST-07 Sketch lets a program end that has nothing left to draw", () => {
  const script = `
    const { createSketchEngine } = await import(${JSON.stringify(new URL("./sketch.ts", import.meta.url))});
    const engine = createSketchEngine({ workers: 1 });
    const context = { signal: new AbortController().signal, onProgress() {}, onImage: async () => {}, saveResumeToken: async () => {} };
    const { delivered } = await engine.generate(${JSON.stringify(base)}, context);
    console.log(delivered);`;
  const child = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
    encoding: "utf8",
    timeout: 15_000,
  });
  expect(child.stderr).toBe("");
  expect(child.stdout.trim()).toBe("1");
  expect(child.status).toBe(0);
});
