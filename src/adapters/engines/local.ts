/** Models that draw on this machine: the engine `local`, and what the program knows of its inside. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { InstalledModel, Lora } from "#app/rules/local-models.ts";
import type { Logger } from "#app/lib/log.ts";
import { sharp } from "#app/lib/sharp.ts";
import { startChild } from "./local/child.ts";
import { type Confinement, findConfinement } from "./local/confine.ts";
import { findDevice } from "./local/device.ts";
import { createLocalEngine, deadlineOf } from "./local/engine.ts";
import { loadableOf, pathOf } from "./local/loading.ts";
import { drawing, redraws } from "./local/offer.ts";
import { openPictures, writeSource } from "./local/pictures.ts";
import type { Child, Launch } from "./local/process.ts";
import { openRuntime } from "./local/runtime.ts";
import { startSdServer } from "./local/sd-server/server.ts";
import { sdServerState } from "./local/sd-server/version.ts";
import { type Job, type Loadable, openSupervisor } from "./local/supervisor.ts";
import type { LocalProgram } from "./local/types.ts";
import { type Engine, EngineError, type LocalModels } from "./port.ts";

export type LocalOptions = {
  dataDir: string;
  /** The models that are to be offered, in their order. */
  readInstalled: () => Promise<InstalledModel[]>;
  /** Offers the engine, or takes it back. */
  offer: (engine: Engine | null) => void;
  log: Logger;
  /** How long a model stays in memory without being used, milliseconds. */
  idleMs?: number;
  /** Absolute path of stable-diffusion.cpp's own server, which then draws with all models but those that only enlarge. */
  sdServer?: string | undefined;
  /** The LoRAs that members may choose from, where sd-server draws. */
  readLoras?: () => Promise<readonly Lora[]>;
  /** Another program in the place of the addon's, and how it is started: for tests. */
  program?: () => Promise<Launch>;
  /** Where the runtime is, if not in DATA_DIR: one for many tests. */
  runtimeDir?: string;
};

const usualIdleMs = 10 * 60_000;
/** Milliseconds in which the addon's process has to come up. */
const readyMs = 60_000;

/** What is drawn to measure a model. */
const trialPrompt = "a lighthouse on a rocky coast at sunset, waves, warm light";
const trialSeed = 42;

/** What a model is measured with: a picture at its default size, or for one that enlarges a plain one of that size. */
async function trialOf(
  installed: InstalledModel,
  folder: string,
  program: LocalProgram,
): Promise<Job["request"]> {
  const out = path.join(folder, "out.png");
  const { width, height, steps, cfg } = installed.model.defaults;
  if (!installed.model.abilities.txt2img) {
    const plain = { width: 8, height: 8, channels: 3, background: "#8ab" } as const;
    const bytes = await sharp({ create: plain }).png().toBuffer();
    const source = await writeSource(folder, bytes, { width, height });
    return { op: "enlarge", out, source, repeats: 1 };
  }
  const lora = pathOf(installed, "lora");
  return {
    op: "draw",
    out,
    ...(lora !== undefined && program === "sd-server" && { loras: [{ file: lora, weight: 1 }] }),
    params: {
      prompt: trialPrompt,
      width,
      height,
      steps,
      cfg_scale: cfg,
      seed: trialSeed,
      ...(lora !== undefined && program === "addon" && { lora }),
    },
  };
}

/** The most memory that a process has had, bytes; 0 where the system does not tell. */
async function peakOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/^VmHWM:\s*(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
}
/**
 * Opens the models of this machine. Nothing is started before something is to be drawn.
 * @throws Error when the list of what the runtime is made of cannot be read
 */
export async function openLocal(options: LocalOptions): Promise<{
  localModels: LocalModels;
  close(): Promise<void>;
}> {
  const { dataDir, readInstalled, offer, log, sdServer } = options;
  const programOf: LocalModels["programOf"] = ({ family }) =>
    sdServer !== undefined && family !== "esrgan" ? "sd-server" : "addon";
  const loras = async () => (sdServer === undefined ? [] : ((await options.readLoras?.()) ?? []));
  const runtime = await openRuntime(options.runtimeDir ?? path.join(dataDir, "runtime"));
  let installed: readonly InstalledModel[] = [];
  /** A model that is measured before it is offered. */
  let onTrial: InstalledModel | null = null;
  const readable = async () => [
    ...[...installed, ...(onTrial ? [onTrial] : [])].flatMap(({ files }) =>
      files.map((file) => file.path),
    ),
    ...(await loras()).map(({ file }) => file),
  ];
  let finding: Promise<Confinement> | undefined;
  const confinement = () =>
    (finding ??= findConfinement(readable, log).then((found) => {
      if (found.missing.length > 0) {
        log.warn({ missing: found.missing }, "models draw less confined than they could");
      }
      return found;
    }));

  const launch = async (memoryBytes: number): Promise<Launch> => {
    if (options.program) return options.program();
    const { state } = await runtime.state();
    if (state !== "ready") {
      throw new EngineError("provider-down", "What draws with models is not installed here.", {
        providerCode: "runtime-absent",
      });
    }
    const limits = { memoryBytes, listens: false };
    const script = await runtime.script();
    return (await confinement()).launch(runtime.program, [script], limits);
  };

  async function start({ request, program, memoryBytes }: Loadable): Promise<Child> {
    const isConfined = program === "sd-server" || options.program === undefined;
    const onStarted = (pid: number) => {
      if (isConfined) void confinement().then((found) => found.onStarted(pid));
    };
    if (program === "addon" || sdServer === undefined) {
      return startChild(await launch(memoryBytes), readyMs, onStarted);
    }
    const limits = { memoryBytes, listens: true };
    return startSdServer(
      request,
      async (args) => (await confinement()).launch(sdServer, args, limits),
      onStarted,
    );
  }

  const supervisor = openSupervisor({
    start,
    onFault: (fault) => log.warn({ err: fault }, "the program that draws with models ended"),
    idleMs: options.idleMs ?? usualIdleMs,
  });
  const pictures = openPictures(async (folder) => (await confinement()).handOver(folder));
  const engine = createLocalEngine({
    installed: () => installed,
    device: findDevice,
    programOf,
    loras,
    supervisor,
    pictures,
  });

  async function refresh(): Promise<void> {
    installed = await readInstalled();
    offer(drawing(installed).length > 0 ? engine : null);
    const device = await findDevice();
    const kept = new Set(installed.map((one) => loadableOf(one, device, programOf(one.model)).key));
    await supervisor.release((key) => kept.has(key));
  }

  const measure: LocalModels["measure"] = async (model, signal, onProgress) => {
    const program = programOf(model.model);
    const needs = loadableOf(model, await findDevice(), program);
    onTrial = model;
    try {
      return await pictures.within(async (folder) => {
        let began = 0;
        let pid = 0;
        await supervisor.run({
          needs,
          request: await trialOf(model, folder, program),
          deadlineMs: deadlineOf(model),
          signal,
          onLoaded: (loaded) => {
            pid = loaded;
            began = performance.now();
          },
          onStep: (step, total) => onProgress(Math.min(step / total, 1)),
        });
        const seconds = (performance.now() - began) / 1000;
        return { seconds, peakBytes: await peakOf(pid) };
      });
    } finally {
      onTrial = null;
    }
  };

  return {
    localModels: {
      fetchRuntime: (signal, onProgress) => runtime.fetch(signal, onProgress),
      programOf,
      redraws: (model) => redraws(model, programOf(model)),
      runtime: async (model) => {
        if (sdServer !== undefined && (model === undefined || programOf(model) === "sd-server")) {
          return sdServerState(sdServer);
        }
        // Another program in its place needs no fetching.
        const state = await runtime.state();
        return options.program ? { state: "ready", version: state.version } : state;
      },
      device: () => findDevice(),
      measure,
      refresh,
      state: () => supervisor.state(),
    },
    close: () => supervisor.close(),
  };
}
