import path from "node:path";
import type { Logger } from "#app/lib/log.ts";
import type { ModelFile } from "#app/rules/local-models.ts";
import { readCatalogue } from "./catalogue.ts";
import { fetchPart, usualPiece, type DownloadSettings } from "./download.ts";
import { importFrom } from "./folder.ts";
import { checkHeaderOf } from "./headers/check.ts";
import { HeaderFault } from "./headers/source.ts";
import { openHub } from "./hub.ts";
import { openLoras } from "./loras.ts";
import { createPace } from "./pace.ts";
import { dropPart, openPart } from "./part.ts";
import {
  ModelFileError,
  spaceReserve,
  type DownloadEvent,
  type HubStatement,
  type ModelFiles,
} from "./port.ts";
import { hashOf, openStore, type Store } from "./store.ts";

export type ModelFilesOptions = {
  /** Absolute path of the folder that keeps the files; made when the first is fetched. */
  modelsDir: string;
  /** e.g. https://huggingface.co, or a mirror. */
  hubUrl: string;
  /** A token of the hub; sent to nobody else. */
  token?: string | undefined;
  /** Path of the operator's own catalogue. */
  catalogueFile?: string | undefined;
  limitBytesPerSecond?: number | undefined;
  /** Connections for one file, 1 to 4. */
  connections: number;
  log: Logger;
  /** For tests: milliseconds of silence and of the first wait after an interruption, bytes of a piece and bytes that stay free. */
  stallMs?: number;
  retryMs?: number;
  pieceBytes?: number;
  reserveBytes?: number;
};

type Wanted = ModelFile & HubStatement;

const fullCodes = new Set(["ENOSPC", "EDQUOT"]);
const closedCodes = new Set(["EROFS", "EACCES", "EPERM", "ENOTDIR"]);

/** The error behind a failed call; one of the disk as what people can do about it. */
function explain(error: unknown, file: ModelFile, modelsDir: string): unknown {
  if (error instanceof HeaderFault) {
    return new ModelFileError(
      "bad-file",
      { file: file.path, repo: file.repo, detail: error.message },
      { cause: error },
    );
  }
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (fullCodes.has(code)) return new ModelFileError("no-space", {}, { cause: error });
  if (closedCodes.has(code)) {
    return new ModelFileError("not-writable", { file: modelsDir, detail: code }, { cause: error });
  }
  return error;
}

/** @throws ModelFileError "no-space" unless what is missing fits, and the reserve beside it */
async function checkSpace(store: Store, missing: number, reserve: number): Promise<void> {
  const { free } = await store.space();
  const needed = missing + reserve;
  if (missing > 0 && free < needed) throw new ModelFileError("no-space", { needed, free });
}

async function fetchBlob(
  store: Store,
  settings: DownloadSettings,
  reserve: number,
  file: Wanted,
  signal: AbortSignal,
  onProgress: (event: DownloadEvent) => void,
): Promise<void> {
  await store.prepare();
  const name = store.partOf(file.sha256);
  const part = await openPart(name, file.sha256, file.bytes);
  try {
    await checkSpace(store, file.bytes - part.size, reserve);
    onProgress({ bytes: part.size, total: file.bytes });
    await fetchPart(settings, file, part, signal, onProgress);
    await checkHeaderOf(name);
    await part.seal();
  } catch (error) {
    const isSpoilt =
      error instanceof HeaderFault ||
      (error instanceof ModelFileError && ["bad-file", "wrong-hash"].includes(error.fault.kind));
    // What was written stays for the next call; a full disk has no room for a newer note, and keeps the last one.
    if (!isSpoilt) await part.save().catch(() => undefined);
    await part.close();
    if (isSpoilt) await dropPart(name);
    throw error;
  }
  await part.close();
  await store.keep(file.sha256);
}

/** Opens the files of models. Nothing is read, made or connected to before the first call. */
export function openModelFiles(options: ModelFilesOptions): ModelFiles {
  const { modelsDir, hubUrl, token, catalogueFile, log } = options;
  const { stallMs = 30_000, retryMs = 1_000, pieceBytes = usualPiece } = options;
  const { connections, reserveBytes = spaceReserve } = options;
  const store = openStore(modelsDir);
  const hub = openHub({ hubUrl, token, stallMs });
  const loras = openLoras(path.join(modelsDir, "loras"), log);
  const pace = createPace(options.limitBytesPerSecond);
  const settings = { hub, pace, log, connections, stallMs, retryMs, pieceBytes };
  /** Downloads that run, by hash: a second call for the same file waits for the first. */
  const running = new Map<string, Promise<unknown>>();

  async function find(sha256: string, deep = false): Promise<string | null> {
    if (!(await store.has(sha256))) return null;
    const file = await store.pathOf(sha256);
    if (!deep) return file;
    const isWhole = (await hashOf(file)) === sha256;
    if (isWhole) return file;
    log.error({ file }, "file of a model has changed, and is not used any more");
    await store.drop(sha256);
    return null;
  }

  async function fetchOnce(
    file: Wanted,
    signal: AbortSignal,
    onProgress: (event: DownloadEvent) => void,
  ): Promise<string> {
    signal.throwIfAborted();
    if (!(await store.has(file.sha256))) {
      await fetchBlob(store, settings, reserveBytes, file, signal, onProgress).catch(
        (error: unknown) => {
          throw explain(error, file, modelsDir);
        },
      );
    }
    onProgress({ bytes: file.bytes, total: file.bytes });
    return store.pathOf(file.sha256);
  }

  return {
    catalogue: () => readCatalogue(catalogueFile),
    loras,
    state: (file, signal) => hub.state(file, signal),
    space: () => store.space(),
    find,
    async download(file, signal, onProgress) {
      const before = running.get(file.sha256);
      const own = (before ?? Promise.resolve())
        .catch(() => undefined)
        .then(() => fetchOnce(file, signal, onProgress));
      running.set(file.sha256, own);
      try {
        return await own;
      } finally {
        if (running.get(file.sha256) === own) running.delete(file.sha256);
      }
    },
    importFolder: (folder, wanted, signal, onProgress) =>
      importFrom({ store, log }, folder, wanted, signal, onProgress),
    async sweep(kept) {
      let freed = 0;
      for (const sha256 of await store.names("blobs")) {
        if (!kept.has(sha256) && !running.has(sha256)) freed += await store.drop(sha256);
      }
      for (const sha256 of await store.names("parts")) {
        if (!kept.has(sha256) && !running.has(sha256)) freed += await store.dropPart(sha256);
      }
      return freed;
    },
    close: () => hub.close(),
  };
}
