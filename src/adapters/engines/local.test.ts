/** The engine `local` over a strict double of its child: what it makes of requests, and which models it has. */
import { readdir } from "node:fs/promises";
import os from "node:os";
import sharp from "sharp";
import { afterEach, describe, expect, test } from "vitest";
import { openLog } from "#app/lib/log.ts";
import type { InstalledModel } from "#app/rules/local-models.ts";
import { doubleProgram, modelForDouble } from "#tests/harness/local-models.ts";
import { sourcePicture } from "./contract-pictures.ts";
import { describeEngineContract } from "./contract.ts";
import { openLocal } from "./local.ts";
import { openOwnEngines } from "./own.ts";
import type { Engine, GeneratedImage, GenerateRequest } from "./port.ts";

type Local = Awaited<ReturnType<typeof openLocal>>;

async function open(installed: () => InstalledModel[], offer: (engine: Engine | null) => void) {
  const local = await openLocal({
    dataDir: "/nowhere",
    program: () => doubleProgram(),
    readInstalled: async () => installed(),
    offer,
    log: openLog("silent"),
  });
  await local.localModels.refresh();
  return local;
}

describe("the contract", () => {
  describeEngineContract("Local over a double", async () => {
    const drawing = await modelForDouble();
    const abilities = { ...drawing.model.abilities, txt2img: false, upscale: true };
    const enlarging = await modelForDouble({ id: "larger", family: "esrgan", abilities });
    const files = enlarging.files.map((file) => ({ ...file, role: "esrgan" as const }));
    const models = [drawing, { ...enlarging, files }];
    let engine: Engine | null = null;
    const local = await open(
      () => models,
      (offered) => (engine = offered),
    );
    if (engine === null) throw new Error("no engine was offered");
    return {
      engine,
      model: "random",
      width: 128,
      height: 64,
      longPrompt: "slow: the sea at sunset",
      crashPrompt: "abort: the sea at sunset",
      close: () => local.close(),
    };
  });
});

test("a model that only enlarges is measured by what it does", async () => {
  opened = await open(
    () => [],
    () => undefined,
  );
  const plain = await modelForDouble();
  const abilities = { ...plain.model.abilities, txt2img: false, upscale: true };
  const enlarging = await modelForDouble({ family: "esrgan", abilities });
  const files = enlarging.files.map((file) => ({ ...file, role: "esrgan" as const }));
  const { signal } = new AbortController();
  const { seconds } = await opened.localModels.measure({ ...enlarging, files }, signal, () => {});
  expect(seconds).toBeGreaterThan(0);
});

let opened: Local | undefined;
afterEach(() => opened?.close());

async function engineOf(models: InstalledModel[]): Promise<Engine> {
  let engine: Engine | null = null;
  opened = await open(
    () => models,
    (offered) => (engine = offered),
  );
  if (engine === null) throw new Error("no engine was offered");
  return engine;
}

const asked: GenerateRequest = {
  jobId: "3f0e8a52-6f0f-4f5e-9a70-1d5f9a3c0001",
  mode: "txt2img",
  prompt: "the sea",
  model: "random",
  width: 64,
  height: 64,
  count: 1,
  seed: 7,
  quality: "standard",
};

async function drawn(engine: Engine, change: Partial<GenerateRequest>): Promise<GeneratedImage> {
  const images: GeneratedImage[] = [];
  await engine.generate(
    { ...asked, ...change },
    {
      signal: new AbortController().signal,
      onProgress: () => undefined,
      onImage: async (image) => void images.push(image),
      saveResumeToken: async () => undefined,
    },
  );
  return images[0];
}

test("ST-07 the models of this machine come and go while the program runs, in their place", async () => {
  let installed: InstalledModel[] = [];
  const base = new Map([["sketch", { id: "sketch" } as Engine]]);
  const own = openOwnEngines({
    base,
    first: "local",
    read: async () => [],
    onTrouble: () => undefined,
    onUnusable: () => undefined,
  });
  opened = await open(
    () => installed,
    (engine) => own.offer("local", engine),
  );
  expect([...own.engines.keys()]).toEqual(["sketch"]);
  installed = [await modelForDouble(), await modelForDouble({ id: "other", label: "Other" })];
  await opened.localModels.refresh();
  expect([...own.engines.keys()]).toEqual(["local", "sketch"]);
  const engine = own.engines.get("local");
  const ids = async () => (await engine?.capabilities())?.models.map(({ id }) => id);
  expect(await ids()).toEqual(["random", "other"]);
  // One card, or one processor: whatever draws has it for itself.
  expect(engine?.service).toEqual({ concurrency: 1, bills: false });
  await own.own.refresh();
  expect(own.engines.get("local")).toBe(engine);
  installed = installed.slice(1);
  await opened.localModels.refresh();
  expect(await ids()).toEqual(["other"]);
  installed = [];
  await opened.localModels.refresh();
  expect([...own.engines.keys()]).toEqual(["sketch"]);
  await own.close();
});

test("ST-07 a model that is taken away while casts wait is refused as one that is not there", async () => {
  const models = [await modelForDouble(), await modelForDouble({ id: "other" })];
  const engine = await engineOf(models);
  await drawn(engine, {});
  expect(opened?.localModels.state().loaded).toBe("random");
  models.shift();
  await opened?.localModels.refresh();
  expect(opened?.localModels.state().loaded).toBeNull();
  await expect(drawn(engine, {})).rejects.toMatchObject({ kind: "invalid-request" });
  await drawn(engine, { model: "other" });
});

test("a source of another size is made as large as the picture that is asked for", async () => {
  const engine = await engineOf([await modelForDouble()]);
  const source = { bytes: await sourcePicture(300, 500), mime: "image/png" };
  const image = await drawn(engine, { mode: "img2img", source, width: 128, strength: 0.5 });
  expect([image.width, image.height]).toEqual([128, 64]);
});

test("a size beyond the model's limits is never asked of it", async () => {
  const engine = await engineOf([await modelForDouble()]);
  const image = await drawn(engine, { width: 16_384, height: 16_384 });
  expect([image.width, image.height]).toEqual([256, 256]);
});

test("what tells where a picture is from: the model, its hash and the seed", async () => {
  const model = await modelForDouble();
  const engine = await engineOf([model]);
  const image = await drawn(engine, { seed: 2 ** 32 + 5 });
  const [{ sha256 }] = model.files;
  expect(image.providerMeta).toEqual({ engine: "local", model: "random", sha256, seed: 5 });
});

test("FLUX.2 klein takes the picture to start from as the first that words refer to", async () => {
  const { abilities } = (await modelForDouble()).model;
  const klein = await modelForDouble({
    family: "flux2-klein",
    abilities: { ...abilities, strength: false, references: 3 },
  });
  const engine = await engineOf([klein]);
  const can = await engine.capabilities();
  expect(can.models[0].can).toMatchObject({ strength: false, weights: false });
  const source = { bytes: await sourcePicture(64, 64), mime: "image/png" };
  const other = await sharp(source.bytes).negate().png().toBuffer();
  const references = [{ role: "style" as const, bytes: other, mime: "image/png" }];
  const remix = { mode: "img2img" as const, source };
  const bytes = await Promise.all(
    [remix, { ...remix, references }, { references }].map(
      async (change) => (await drawn(engine, change)).bytes,
    ),
  );
  // The double paints by what it is given: three different requests.
  expect(new Set(bytes.map((each) => Buffer.from(each).toString("base64"))).size).toBe(3);
});

test("a broken picture, and one that needs more memory than there is, cost nothing and are told apart", async () => {
  const engine = await engineOf([await modelForDouble()]);
  const kinds = { "nothing:": "bad-response", "memory:": "overloaded", "killed:": "overloaded" };
  for (const [prompt, kind] of Object.entries(kinds)) {
    await expect(drawn(engine, { prompt })).rejects.toMatchObject({ kind, billed: "no" });
  }
  expect((await engine.health(new AbortController().signal)).state).toBe("up");
});

test("a model is measured before it is offered, and nothing of it is left behind", async () => {
  opened = await open(
    () => [],
    () => undefined,
  );
  const fractions: number[] = [];
  const model = await modelForDouble();
  const { seconds, peakBytes } = await opened.localModels.measure(
    model,
    new AbortController().signal,
    (fraction) => fractions.push(fraction),
  );
  expect(seconds).toBeGreaterThan(0);
  // Node itself has more than 20 MB.
  expect(peakBytes).toBeGreaterThan(20_000_000);
  expect(fractions.at(-1)).toBe(1);
  const mine = (name: string) => name.startsWith(`echoform-local-${process.pid}-`);
  expect((await readdir(os.tmpdir())).filter(mine)).toEqual([]);
});
