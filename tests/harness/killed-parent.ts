/**
 * A program that draws with a model, for tests that kill it: says a line when the moment has come. Arguments: the folder
 * of the runtime, "load" or "draw", and the path of sd-server where that draws; the model comes as JSON on standard input.
 */
import { text } from "node:stream/consumers";
import { openLocal } from "#app/adapters/engines/local.ts";
import type { Engine } from "#app/adapters/engines/port.ts";
import { openLog } from "#app/lib/log.ts";
import type { InstalledModel } from "#app/rules/local-models.ts";

const [runtimeDir, when, sdServer] = process.argv.slice(2);
const installed = JSON.parse(await text(process.stdin)) as InstalledModel;
const { defaults } = installed.model;

async function draw(engine: Engine): Promise<void> {
  await engine.generate(
    {
      jobId: "3f0e8a52-6f0f-4f5e-9a70-1d5f9a3c0001",
      mode: "txt2img",
      prompt: "the sea",
      model: installed.model.id,
      width: defaults.width,
      height: defaults.height,
      count: 8,
      seed: 1,
      quality: "standard",
    },
    {
      signal: new AbortController().signal,
      onProgress: ({ stage }) => {
        const moment = stage === "loading" ? "load" : "draw";
        if (moment === when) process.stdout.write(`${stage}\n`);
      },
      onImage: async () => undefined,
      saveResumeToken: async () => undefined,
    },
  );
}

const local = await openLocal({
  dataDir: "/nowhere",
  runtimeDir,
  sdServer,
  readInstalled: async () => [installed],
  offer: (engine) => {
    if (engine) void draw(engine);
  },
  log: openLog("silent"),
});
await local.localModels.refresh();
