import { spawnSync } from "node:child_process";
import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import { patienceMs } from "#tests/harness/patience.ts";
import { likeness } from "./contract-pictures.ts";
import { type Engine, EngineError, type GenerateRequest } from "./port.ts";
import { createSketchEngine } from "./sketch.ts";
import { holdStages } from "@echoform/sketch/hold";
import { readSentinel } from "./sketch/sentinels.ts";
import { base, digest, drawOn, type Run } from "./sketch/trial.ts";

const engine = createSketchEngine({ workers: 1 });
afterAll(() => engine.close());

const draw = (
  change: Partial<GenerateRequest>,
  { on = engine, signal = new AbortController().signal } = {},
): Promise<Run> => drawOn(on, change, signal);

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
    const { drawOrder } = await import(${JSON.stringify(new URL("../../../packages/sketch/src/draw.ts", import.meta.url))});
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
});

test("ST-07 Sketch draws picture k with the seed plus k", async () => {
  const pair = await draw({ count: 2, seed: 40 });
  const alone = await draw({ seed: 41 });
  expect(pair.images[1].seed).toBe(41);
  expect(digest(pair.images[1].bytes)).toBe(digest(alone.images[0].bytes));
  expect(digest(pair.images[0].bytes)).not.toBe(digest(alone.images[0].bytes));
});

test("ST-02 Sketch keeps the source at strength 0 and leaves it as strength grows", async () => {
  const disc = Buffer.alloc(256 * 256 * 3);
  for (let at = 0; at < 256 * 256; at += 1) {
    const inside = Math.hypot((at % 256) - 128, Math.floor(at / 256) - 128) < 64;
    disc.set(inside ? [255, 204, 102] : [34, 51, 68], at * 3);
  }
  const raw = { width: 256, height: 256, channels: 3 } as const;
  const bytes = await sharp(disc, { raw }).png().toBuffer();
  const source = { bytes, mime: "image/png" };
  const alike: number[] = [];
  for (const strength of [0, 0.5, 1]) {
    const prompt = "stormy ocean at night, watercolor";
    const { images } = await draw({ mode: "img2img", source, strength, prompt });
    alike.push(await likeness(bytes, images[0].bytes));
  }
  expect(alike[0]).toBeGreaterThan(0.99);
  expect(alike[0]).toBeGreaterThan(alike[1]);
  expect(alike[1]).toBeGreaterThan(alike[2]);
});

test.for(["standard", "high"] as const)(
  "ST-07 Sketch keeps the composition at twice the size and %s quality",
  async (quality) => {
    const small = await draw({});
    const large = await draw({ width: 512, height: 512, quality });
    expect(await likeness(small.images[0].bytes, large.images[0].bytes)).toBeGreaterThan(0.97);
  },
);

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
  ["a side above 2816", { height: 2824 }, "unsupported"],
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
  const before = performance.now();
  await draw({});
  const usual = performance.now() - before;
  const controller = new AbortController();
  const reported = Promise.withResolvers<void>();
  let reports = 0;
  const order = { ...base, prompt: "slow: the sea" };
  const running = engine.generate(order, {
    signal: controller.signal,
    onProgress: () => {
      reports += 1;
      if (reports === 3) reported.resolve();
    },
    onImage: async () => undefined,
    saveResumeToken: async () => undefined,
  });
  await Promise.race([reported.promise, running]);
  controller.abort();
  await expect(running).rejects.toMatchObject({ kind: "cancelled" });
  // The thread is free again long before the 20 seconds are over.
  const after = performance.now();
  await draw({});
  expect(performance.now() - after).toBeLessThan(usual + 10_000);
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

test("ST-07 an idle Sketch does not keep the process alive", () => {
  const script = `
    const { createSketchEngine } = await import(${JSON.stringify(new URL("./sketch.ts", import.meta.url))});
    const engine = createSketchEngine({ workers: 1 });
    const context = { signal: new AbortController().signal, onProgress() {}, onImage: async () => {}, saveResumeToken: async () => {} };
    const { delivered } = await engine.generate(${JSON.stringify(base)}, context);
    console.log(delivered);`;
  const child = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
    encoding: "utf8",
    timeout: patienceMs,
  });
  expect(child.stderr).toBe("");
  expect(child.stdout.trim()).toBe("1");
  expect(child.status).toBe(0);
});
