import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createHash } from "node:crypto";
import os from "node:os";
import path from "node:path";
import type { LocalModels } from "#app/adapters/engines/port.ts";
import { ModelFileError, type ModelFiles } from "#app/adapters/models/port.ts";
import type { CatalogueModel, ModelFile } from "#app/rules/local-models.ts";

const hashOf = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

/** A file of a catalogue that holds these words. */
export function modelFile(words: string, given: Partial<ModelFile> = {}): ModelFile {
  const bytes = Buffer.from(words);
  return {
    role: "model",
    repo: "tests/models",
    revision: "a".repeat(40),
    path: `${words.replaceAll(" ", "-")}.safetensors`,
    bytes: bytes.length,
    sha256: hashOf(bytes),
    ...given,
  };
}

/** An entry of a catalogue, of one small file unless told otherwise. */
export function aModel(id: string, given: Partial<CatalogueModel> = {}): CatalogueModel {
  return {
    id,
    label: `Model ${id}`,
    summary: `Draws for the test ${id}.`,
    family: "sdxs",
    licence: {
      spdx: "Apache-2.0",
      sentence: "Pictures may be sold; nothing is asked of those who use it.",
      maySell: true,
      url: "https://example.org/licence",
    },
    files: [modelFile(`weights of ${id}`)],
    memory: { ram: 1_000_000, vram: null },
    needsCard: false,
    defaults: { width: 512, height: 512, steps: 1, cfg: 1, sampler: null, scheduler: null },
    limits: { minSide: 256, maxSide: 768, multipleOf: 64, maxPixels: 393_216, maxSteps: 4 },
    abilities: {
      txt2img: true,
      img2img: true,
      strength: true,
      references: 0,
      negativePrompt: false,
      upscale: false,
    },
    ...given,
  };
}

export type MemoryHub = ModelFiles & {
  /** What is on the hub, by path. */
  hub: Map<string, string>;
  /** Paths that were fetched whole, in order. */
  fetched: string[];
  /** The next fault of a download, taken once. */
  fault: ModelFileError | null;
  /** Each download waits for this before its second half. */
  gate: Promise<void>;
  free: number;
  /** Hashes that the last sweep kept. */
  swept: ReadonlySet<string> | null;
  /** Forgets what was fetched, and has the hub as it was. */
  reset(): void;
};

/**
 * The files of models with the hub as a table of words: it fetches in two halves, keeps what was fetched in a real folder,
 * hashes what it is asked to, and forgets nothing that was half fetched.
 */
export async function memoryHub(models: readonly CatalogueModel[]): Promise<MemoryHub> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "echoform-models-"));
  const kept = new Map<string, { path: string; words: string }>();
  const halves = new Set<string>();
  const at = (sha256: string) => path.join(folder, `sha256-${sha256}`);
  const wordsAt = (self: MemoryHub, file: ModelFile): string => {
    const words = self.hub.get(file.path);
    if (words === undefined) throw new ModelFileError("missing", { file: file.path });
    return words;
  };
  const files: MemoryHub = {
    hub: new Map(),
    fetched: [],
    fault: null,
    gate: Promise.resolve(),
    free: 100_000_000_000,
    swept: null,
    catalogue: async () => models,
    async state(file, signal) {
      signal.throwIfAborted();
      const bytes = Buffer.from(wordsAt(files, file));
      return { sha256: hashOf(bytes), bytes: bytes.length, revision: "a".repeat(40) };
    },
    loras: async () => [],
    space: async () => ({ free: files.free, total: 200_000_000_000 }),
    async download(file, signal, onProgress) {
      const words = wordsAt(files, file);
      const total = Buffer.byteLength(words);
      if (!halves.has(file.sha256)) onProgress({ bytes: Math.floor(total / 2), total });
      halves.add(file.sha256);
      const stopped = new Promise<never>((_, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
      });
      await Promise.race([files.gate, stopped]);
      signal.throwIfAborted();
      const { fault } = files;
      files.fault = null;
      if (fault !== null) throw fault;
      onProgress({ bytes: total, total });
      if (hashOf(Buffer.from(words)) !== file.sha256) {
        throw new ModelFileError("wrong-hash", { file: file.path });
      }
      await writeFile(at(file.sha256), words);
      kept.set(file.sha256, { path: at(file.sha256), words });
      files.fetched.push(file.path);
      return at(file.sha256);
    },
    find: async (sha256) => kept.get(sha256)?.path ?? null,
    importFolder: async (_folder, wanted) =>
      wanted.flatMap((file) => {
        const one = file.sha256 === null ? undefined : kept.get(file.sha256);
        if (one === undefined || file.sha256 === null) return [];
        return [{ file, path: one.path, sha256: file.sha256, bytes: one.words.length }];
      }),
    async sweep(hashes) {
      files.swept = hashes;
      let freed = 0;
      for (const [sha256, one] of kept) {
        if (hashes.has(sha256)) continue;
        await rm(one.path);
        kept.delete(sha256);
        freed += one.words.length;
      }
      return freed;
    },
    reset() {
      kept.clear();
      halves.clear();
      for (const { files: own, id } of models) {
        for (const file of own) files.hub.set(file.path, `weights of ${id}`);
      }
      const gate = Promise.resolve();
      Object.assign(files, { fetched: [], fault: null, gate, free: 100_000_000_000, swept: null });
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
  files.reset();
  return files;
}

export type ToldRuntime = LocalModels & {
  /** Seconds that a picture takes. */
  seconds: number;
  /** Ids of the models that were measured. */
  measured: string[];
  /** How often the runtime was fetched, and the models were read again. */
  fetches: number;
  refreshes: number;
  /** The next fault of a measurement, taken once. */
  fault: Error | null;
  loaded: string | null;
  /** Has it as it was at first. */
  reset(): void;
};

/** A runtime that says how fast it draws, rather than drawing. */
export function toldRuntime(): ToldRuntime {
  let isHere = false;
  const told: ToldRuntime = {
    seconds: 25,
    measured: [],
    fetches: 0,
    refreshes: 0,
    fault: null,
    loaded: null,
    async fetchRuntime() {
      isHere = true;
      told.fetches += 1;
    },
    programOf: () => "addon",
    redraws: () => false,
    runtime: async () => ({ state: isHere ? "ready" : "absent", version: "1.0.0" }),
    device: async () => ({ kind: "cpu", name: "Processor of a test" }),
    async measure(model, signal, onProgress) {
      signal.throwIfAborted();
      const { fault } = told;
      told.fault = null;
      if (fault !== null) throw fault;
      onProgress(0.5);
      told.measured.push(model.model.id);
      return { seconds: told.seconds, peakBytes: 1_300_000_000 };
    },
    reset() {
      isHere = false;
      const counts = { fetches: 0, refreshes: 0 };
      Object.assign(told, { seconds: 25, measured: [], fault: null, loaded: null, ...counts });
    },
    async refresh() {
      told.refreshes += 1;
    },
    state: () => ({ loaded: told.loaded, activity: "idle", restarts: 0 }),
  };
  return told;
}
