/** The engine `local` over the real runtime, with a model of random weights. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openLog } from "#app/lib/log.ts";
import {
  installedFrom,
  noRuntime,
  openRandomModel,
  randomCatalogueModel,
  runtimeDir,
} from "#tests/harness/local-models.ts";
import { processesWith } from "#tests/harness/processes.ts";
import { describeEngineContract } from "./contract.ts";
import { openLocal } from "./local.ts";
import type { Engine, EngineError, GeneratedImage, GenerateRequest } from "./port.ts";

/** Two cores, with others at work. */
const timeout = 600_000;

type Model = Awaited<ReturnType<typeof openRandomModel>>;
let model: Model | undefined;

/** The one model of the file: its file has 259 MB. */
async function theModel(): Promise<Model> {
  return (model ??= await openRandomModel());
}
afterAll(() => model?.close());

async function open(installed = theModel().then((made) => made.installed)) {
  const models = [await installed];
  let engine: Engine | null = null;
  const local = await openLocal({
    dataDir: "/nowhere",
    runtimeDir,
    readInstalled: async () => models,
    offer: (offered) => {
      engine = offered;
    },
    log: openLog("silent"),
  });
  await local.localModels.refresh();
  if (engine === null) throw new Error("no engine was offered");
  return { engine: engine as Engine, local };
}

const asked: GenerateRequest = {
  jobId: "3f0e8a52-6f0f-4f5e-9a70-1d5f9a3c0001",
  mode: "txt2img",
  prompt: "the sea",
  model: randomCatalogueModel.id,
  width: 64,
  height: 64,
  count: 1,
  seed: 7,
  quality: "standard",
};

type Watch = { signal?: AbortSignal; onProgress?: (stage: string, fraction: number) => void };

async function drawn(
  engine: Engine,
  change: Partial<GenerateRequest> = {},
  { signal = new AbortController().signal, onProgress }: Watch = {},
): Promise<GeneratedImage> {
  const images: GeneratedImage[] = [];
  await engine.generate(
    { ...asked, ...change },
    {
      signal,
      onProgress: ({ stage, fraction }) => onProgress?.(stage, fraction),
      onImage: async (image) => void images.push(image),
      saveResumeToken: async () => undefined,
    },
  );
  return images[0];
}

const kindOf = (running: Promise<unknown>) =>
  running.then(
    () => "drawn",
    (error: EngineError) => error.kind,
  );

/** The processes of this runtime. */
const children = () => processesWith(`${runtimeDir}/`, "bin/bare");

describe.skipIf(runtimeDir === undefined)(`The real runtime: ${noRuntime}`, { timeout }, () => {
  describeEngineContract("Local", async () => {
    const { engine, local } = await open();
    const close = () => local.close();
    return { engine, model: asked.model, width: 64, height: 64, longPrompt: "the sea", close };
  });

  describe("beside the contract", () => {
    let opened: Awaited<ReturnType<typeof open>>;
    beforeAll(async () => {
      opened = await open();
    }, timeout);
    afterAll(() => opened.local.close());

    test("seeds, words and a source each give another picture", async () => {
      const { engine } = opened;
      const first = await drawn(engine);
      const source = { bytes: first.bytes, mime: first.mime };
      const others = [
        await drawn(engine, { seed: 8 }),
        await drawn(engine, { prompt: "Übermut 🦊" }),
        await drawn(engine, { mode: "img2img", source, strength: 0.5, params: { steps: 4 } }),
        await drawn(engine, { params: { steps: 2 } }),
        first,
      ];
      const digests = others.map(({ bytes }) => Buffer.from(bytes).toString("base64"));
      expect(new Set(digests).size).toBe(others.length);
    });

    /** The first moment at which something can be done to a picture: in loading, at a step, in the decoder. */
    const moments = {
      load: (stage: string) => stage.startsWith("loading"),
      step: (stage: string, fraction: number) => stage === "steps" && fraction < 0.5,
      decode: (stage: string, fraction: number) => stage === "steps" && fraction > 0.85,
    };

    test.each(Object.entries(moments))(
      "a cancel and a kill -9 in %s: nothing is left, and the next picture is drawn",
      async (_, isMoment) => {
        const one = await open();
        try {
          const controller = new AbortController();
          const onProgress = (stage: string, fraction: number) => {
            if (isMoment(stage, fraction)) controller.abort();
          };
          const { signal } = controller;
          const params = { steps: 2 };
          expect(await kindOf(drawn(one.engine, { params }, { signal, onProgress }))).toBe(
            "cancelled",
          );
          const killing: Promise<void>[] = [];
          const kill = async () => {
            for (const pid of await children()) process.kill(pid, "SIGKILL");
          };
          const kind = await kindOf(
            drawn(
              one.engine,
              { params },
              {
                onProgress: (stage, fraction) => {
                  // A model that is in memory still is not loaded again: then the first step is as good.
                  const isNow = isMoment(stage, fraction) || stage === "steps";
                  if (killing.length === 0 && isNow) killing.push(kill());
                },
              },
            ),
          );
          await Promise.all(killing);
          expect(kind).toBe("overloaded");
          expect((await drawn(one.engine)).width).toBe(64);
          expect(await children()).toHaveLength(1);
        } finally {
          await one.local.close();
        }
        expect(await children()).toEqual([]);
      },
    );

    test.each(["load", "draw"])(
      "a program that is killed with -9 in a %s takes the process along",
      async (when) => {
        const { installed } = await theModel();
        const script = fileURLToPath(
          new URL("../../../tests/harness/killed-parent.ts", import.meta.url),
        );
        const parent = spawn(process.execPath, [script, runtimeDir ?? "", when], {
          stdio: ["pipe", "pipe", "inherit"],
        });
        parent.stdin.end(JSON.stringify(installed));
        await once(parent.stdout, "data");
        expect(await children()).toHaveLength(1);
        parent.kill("SIGKILL");
        await once(parent, "close");
        await expect.poll(children).toEqual([]);
      },
    );

    test("a file that is no model is refused, and the next model draws", async () => {
      const { installed } = await theModel();
      const file = path.join(path.dirname(installed.files[0].path), "hostile.gguf");
      // A header that promises 2^62 tensors.
      const header = Buffer.alloc(24);
      header.write("GGUF");
      header.writeUInt32LE(3, 4);
      header.writeBigUInt64LE(2n ** 62n, 8);
      await writeFile(file, header);
      const hostile = await open(installedFrom(randomCatalogueModel, file, header.length));
      expect(await kindOf(drawn(hostile.engine))).toBe("provider-down");
      await hostile.local.close();
      expect((await drawn(opened.engine)).height).toBe(64);
    });

    test("a model is measured at its own size, with the memory that it took", async () => {
      const { installed } = await theModel();
      const { signal } = new AbortController();
      const { seconds, peakBytes } = await opened.local.localModels.measure(
        installed,
        signal,
        () => undefined,
      );
      expect(seconds).toBeGreaterThan(0);
      expect(peakBytes).toBeGreaterThan(100_000_000);
    });
  });
});
