/** The engine `local` where the double of sd-server draws, for tests. */
import { chmod, mkdtemp, readdir, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { openLocal } from "#app/adapters/engines/local.ts";
import type {
  Engine,
  GeneratedImage,
  GenerateRequest,
  LocalModels,
} from "#app/adapters/engines/port.ts";
import { openLog } from "#app/lib/log.ts";
import type { InstalledModel, Lora } from "#app/rules/local-models.ts";
import { doubleProgram, modelForDouble, sdServerBinary } from "./local-models.ts";
import { processesWith } from "./processes.ts";

type Change = {
  flags?: string[];
  loras?: readonly Lora[];
  idleMs?: number;
  /** Whether `closeAll` leaves it open. */
  isKept?: boolean;
};
type Opened = { engine: Engine; models: LocalModels; close: () => Promise<void> };

/** A small picture of the model that is for the double. */
const askedOfDouble: GenerateRequest = {
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

/** Has an engine draw one picture. @throws EngineError */
export async function drawnBy(
  engine: Engine,
  change: Partial<GenerateRequest>,
  signal: AbortSignal = new AbortController().signal,
): Promise<GeneratedImage> {
  const images: GeneratedImage[] = [];
  await engine.generate(
    { ...askedOfDouble, ...change },
    {
      signal,
      onProgress: () => undefined,
      onImage: async (image) => void images.push(image),
      saveResumeToken: async () => undefined,
    },
  );
  return images[0];
}

/** A model that only enlarges, which the addon draws with. */
export async function enlargerForDouble(): Promise<InstalledModel> {
  const plain = await modelForDouble();
  const abilities = { ...plain.model.abilities, txt2img: false, upscale: true };
  const made = await modelForDouble({ id: "larger", family: "esrgan", abilities });
  return { ...made, files: made.files.map((file) => ({ ...file, role: "esrgan" as const })) };
}

/** A folder with the binary in it, and what is drawn with it. */
export async function openSdServers() {
  const folder = await mkdtemp(path.join(os.tmpdir(), "echoform-sd-server-"));
  // The server may run as somebody who owns nothing, and says by files that a moment has come.
  await chmod(folder, 0o777);
  const opened: Opened[] = [];
  const file = path.join(folder, "sd-server");
  const binary = (...flags: string[]) => sdServerBinary(folder, `mine=${file}`, ...flags);
  return {
    folder,
    file,
    binary,
    /** Ids of the servers that run. */
    running: () => processesWith(file),
    /** Closes what was opened. @throws Error where a process or a folder is left, whatever happened in the test */
    async closeAll(): Promise<void> {
      // The contract closes its engine after all of its tests.
      if (opened.length === 0) return;
      await Promise.all(opened.splice(0).map((one) => one.close()));
      const names = await readdir(os.tmpdir());
      const left = [
        ...(await processesWith(file)),
        ...names.filter((name) => name.startsWith(`echoform-local-${process.pid}-`)),
      ];
      if (left.length > 0) throw new Error(`left behind: ${left.join(", ")}`);
    },
    async open(
      installed: readonly InstalledModel[],
      { flags = [], loras = [], idleMs, isKept = false }: Change = {},
    ): Promise<Opened> {
      let engine: Engine | null = null;
      const local = await openLocal({
        dataDir: "/nowhere",
        program: () => doubleProgram(),
        sdServer: await binary(...flags),
        readLoras: async () => loras,
        readInstalled: async () => [...installed],
        offer: (offered) => (engine = offered),
        log: openLog("silent"),
        ...(idleMs !== undefined && { idleMs }),
      });
      await local.localModels.refresh();
      if (engine === null) throw new Error("no engine was offered");
      const one = { engine, models: local.localModels, close: () => local.close() };
      if (!isKept) opened.push(one);
      return one;
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
