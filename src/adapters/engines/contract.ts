/** The contract of every engine, as tests that any engine's test file can run. */
import { sharp } from "#app/lib/sharp.ts";
import { likeness, sourcePicture } from "./contract-pictures.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type Engine,
  EngineError,
  type EngineProgress,
  type GenerateContext,
  type GenerateRequest,
  type GenerateResult,
  type GeneratedImage,
} from "./port.ts";

export type EngineUnderTest = {
  engine: Engine;
  /** A model it has, and a small size it draws. */
  model: string;
  width: number;
  height: number;
  /** A size outside its rule; left out where it takes any size. */
  badSize?: { width: number; height: number };
  /** A prompt whose drawing lasts long enough to be cancelled in the middle. */
  longPrompt: string;
  /** A prompt that crashes the engine; omitted where there is none. */
  crashPrompt?: string;
  /** Stops what `open` started besides the engine. */
  close?: () => Promise<void>;
};

const CANCEL_LIMIT_MS = 250;

type Run = { result: GenerateResult; images: GeneratedImage[]; progress: EngineProgress[] };

/** The largest delay (ms) of a 5 ms timer while `work` ran: the machine's own share. */
async function schedulingSlack(work: () => Promise<void>): Promise<number> {
  let last = performance.now();
  let worst = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    worst = Math.max(worst, now - last - 5);
    last = now;
  }, 5);
  await work();
  clearInterval(timer);
  return worst;
}

async function caught(work: Promise<unknown>): Promise<EngineError> {
  const error: unknown = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(EngineError);
  return error as EngineError;
}

/**
 * Registers the contract for the engine that `open` starts. Titles begin with the acceptance row.
 */
export function describeEngineContract(name: string, open: () => Promise<EngineUnderTest>): void {
  let opened: EngineUnderTest;

  beforeAll(async () => {
    opened = await open();
  });
  afterAll(async () => {
    await opened.engine.close();
    await opened.close?.();
  });

  function request(change: Partial<GenerateRequest> = {}): GenerateRequest {
    const { model, width, height } = opened;
    return {
      jobId: crypto.randomUUID(),
      mode: "txt2img",
      prompt: "the sea at sunset",
      model,
      width,
      height,
      count: 1,
      seed: 7,
      quality: "standard",
      ...change,
    };
  }

  async function run(
    change: Partial<GenerateRequest>,
    context: Partial<GenerateContext> = {},
  ): Promise<Run> {
    const images: GeneratedImage[] = [];
    const progress: EngineProgress[] = [];
    const result = await opened.engine.generate(request(change), {
      signal: new AbortController().signal,
      onProgress: (report) => progress.push(report),
      onImage: async (image) => void images.push(image),
      saveResumeToken: async () => {},
      ...context,
    });
    return { result, images, progress };
  }

  test(`ST-07 ${name} delivers every picture asked for, decodable and of the size asked for`, async () => {
    const { result, images } = await run({ count: 2 });
    expect(result.delivered).toBe(2);
    expect(images.map((image) => image.index)).toEqual([0, 1]);
    for (const image of images) {
      const { info } = await sharp(image.bytes).raw().toBuffer({ resolveWithObject: true });
      expect([info.width, info.height]).toEqual([opened.width, opened.height]);
      expect([image.width, image.height]).toEqual([opened.width, opened.height]);
      const format = (await sharp(image.bytes).metadata()).format;
      expect(image.mime).toBe(`image/${format}`);
    }
  });

  test(`ST-07 ${name} reports progress that never falls and stays within 0 and 1`, async () => {
    const { progress } = await run({ count: 2 });
    for (const index of [0, 1]) {
      const fractions = progress.filter((p) => p.index === index).map((p) => p.fraction);
      expect(fractions.length).toBeGreaterThan(0);
      expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
      expect(fractions.every((fraction) => fraction >= 0 && fraction <= 1)).toBe(true);
    }
    expect(progress.map((p) => p.index)).toEqual(
      progress.map((p) => p.index).toSorted((a, b) => a - b),
    );
  });

  test(`ST-07 ${name} begins no picture before the one before it has been taken`, async () => {
    const events: string[] = [];
    await run(
      { count: 2 },
      {
        onProgress: ({ index }) => events.push(`progress ${index}`),
        onImage: async ({ index }) => {
          await new Promise((resolve) => setTimeout(resolve, 30));
          events.push(`taken ${index}`);
        },
      },
    );
    expect(events.slice(0, events.indexOf("taken 0"))).not.toContain("progress 1");
    expect(events.filter((event) => event.startsWith("taken"))).toEqual(["taken 0", "taken 1"]);
  });

  test(`ST-07 ${name} stops in the middle of a picture when cancelled`, async () => {
    const { cancel } = await opened.engine.capabilities();
    const controller = new AbortController();
    let abortedAt = 0;
    let endedAt = 0;
    const images: GeneratedImage[] = [];
    const slack = await schedulingSlack(async () => {
      const begun = Promise.withResolvers<void>();
      const running = caught(
        run(
          { prompt: opened.longPrompt },
          {
            signal: controller.signal,
            onProgress: () => begun.resolve(),
            onImage: async (image) => void images.push(image),
          },
        ),
      ).then((error) => {
        endedAt = performance.now();
        return error;
      });
      await Promise.race([begun.promise, new Promise((resolve) => setTimeout(resolve, 1500))]);
      abortedAt = performance.now();
      controller.abort();
      expect((await running).kind).toBe("cancelled");
    });
    expect(abortedAt).toBeGreaterThan(0);
    const limit = cancel === "immediate" ? CANCEL_LIMIT_MS + slack : Infinity;
    expect(endedAt - abortedAt).toBeLessThanOrEqual(limit);
    expect(images).toEqual([]);
  });

  test(`ST-07 ${name} draws nothing when cancelled before it begins`, async () => {
    const progress: EngineProgress[] = [];
    const error = await caught(
      run({}, { signal: AbortSignal.abort(), onProgress: (report) => progress.push(report) }),
    );
    expect(error.kind).toBe("cancelled");
    expect(progress).toEqual([]);
  });

  test(`ST-07 ${name} refuses a model it does not have`, async () => {
    const error = await caught(run({ model: "no-such-model" }));
    expect(error.kind).toBe("invalid-request");
  });

  test(`ST-07 ${name} refuses a size outside its rule`, async ({ skip }) => {
    const { badSize } = opened;
    skip(badSize === undefined, "takes any size");
    const error = await caught(run({ ...badSize }));
    expect(error.kind).toBe("unsupported");
  });

  test(`ST-07 ${name} leaves out pictures delivered by an earlier attempt`, async () => {
    const { result, images } = await run({ count: 3, skip: [0, 1] });
    expect(images.map((image) => image.index)).toEqual([2]);
    expect(result.delivered).toBe(1);
  });

  test(`ST-07 ${name} draws from a source picture with a strength`, async ({ skip }) => {
    const { img2img } = await opened.engine.capabilities();
    skip(!img2img, "draws from text only");
    const { width, height } = opened;
    const bytes = await sourcePicture(width, height);
    const source = { bytes, mime: "image/png" };
    const { images } = await run({
      mode: "img2img",
      source,
      strength: 0.5,
      prompt: "oil painting",
    });
    const { info } = await sharp(images[0].bytes).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([width, height]);
  });

  test(`ST-07 ${name} refuses a source that is not a picture`, async ({ skip }) => {
    const { img2img } = await opened.engine.capabilities();
    skip(!img2img, "draws from text only");
    const source = { bytes: new TextEncoder().encode("not a picture"), mime: "image/png" };
    const error = await caught(run({ mode: "img2img", source, strength: 0.5 }));
    expect(error.kind).toBe("invalid-request");
  });

  test(`ST-07 ${name} gives the same bytes for the same request where it says so`, async ({
    skip,
  }) => {
    const { deterministic } = await opened.engine.capabilities();
    skip(!deterministic, "does not promise it");
    const first = await run({ count: 1 });
    const second = await run({ count: 1 });
    expect(Buffer.compare(first.images[0].bytes, second.images[0].bytes)).toBe(0);
  });

  test(`ST-07 ${name} draws a picture again at twice its size where it says so`, async ({
    skip,
  }) => {
    const { upscale } = await opened.engine.capabilities();
    expect(opened.engine.upscale !== undefined).toBe(upscale);
    const { engine } = opened;
    skip(!engine.upscale, "draws nothing again");
    if (!engine.upscale) return;
    const { images } = await run({ count: 2 });
    const larger: GeneratedImage[] = [];
    const result = await engine.upscale(request({ count: 2 }), 1, {
      signal: new AbortController().signal,
      onProgress: () => {},
      onImage: async (image) => void larger.push(image),
      saveResumeToken: async () => {},
    });
    expect(result.delivered).toBe(1);
    expect(larger.map(({ index, width, height }) => [index, width, height])).toEqual([
      [1, opened.width * 2, opened.height * 2],
    ]);
    expect(await likeness(images[1].bytes, larger[0].bytes)).toBeGreaterThan(0.85);
    const error = await caught(
      engine.upscale(request({ count: 2 }), 2, {
        signal: new AbortController().signal,
        onProgress: () => {},
        onImage: async () => {},
        saveResumeToken: async () => {},
      }),
    );
    expect(error.kind).toBe("invalid-request");
  });

  test(`ST-08 ${name} accepts a style kit`, async () => {
    const styleKit = {
      palette: ["#0b3d4f", "#f2a65a"],
      material: "oil painting",
      lighting: "golden hour",
      camera: "wide shot",
    };
    expect((await run({ styleKit })).result.delivered).toBe(1);
  });

  test(`ST-07 ${name} works again after its inside broke`, async ({ skip }) => {
    const { crashPrompt } = opened;
    skip(crashPrompt === undefined, "has no inside to break");
    const error = await caught(run({ prompt: crashPrompt }));
    expect(error.kind).toBe("internal");
    expect((await run({})).result.delivered).toBe(1);
  });

  test(`ST-07 ${name} says it is up, and what it is in one sentence`, async () => {
    const health = await opened.engine.health(new AbortController().signal);
    expect(health.state).toBe("up");
    const { disclosure, models } = await opened.engine.capabilities();
    expect(disclosure.trim()).not.toBe("");
    expect(models.map((model) => model.id)).toContain(opened.model);
  });
}
