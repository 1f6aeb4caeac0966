/** Files of models in a folder that somebody else fills, as ComfyUI's. Nothing in it is ever written to. */
import { link, readdir, realpath, rm, stat, symlink } from "node:fs/promises";
import path from "node:path";
import type { Logger } from "#app/lib/log.ts";
import type { ModelFile } from "#app/rules/local-models.ts";
import { checkHeaderOf } from "./headers/check.ts";
import { HeaderFault } from "./headers/source.ts";
import { ModelFileError, type ImportedFile } from "./port.ts";
import { hashOf, type Store } from "./store.ts";

const mostFiles = 100_000;
const mostDepth = 12;
const modelName = /\.(?:safetensors|sft|gguf)$/i;

type Seen = { file: string; bytes: number };

/** The files of models below a folder, links followed, each folder once. */
async function* walk(
  folder: string,
  signal: AbortSignal,
  visited = new Set<string>(),
  depth = 0,
): AsyncGenerator<Seen> {
  const real = await realpath(folder).catch(() => null);
  if (real === null || visited.has(real) || depth > mostDepth) return;
  visited.add(real);
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    signal.throwIfAborted();
    const file = path.join(folder, name);
    const found = await stat(file).catch(() => null);
    if (found?.isDirectory()) yield* walk(file, signal, visited, depth + 1);
    else if (found?.isFile() && modelName.test(name)) yield { file, bytes: found.size };
  }
}

const nameOf = (file: string) => path.posix.basename(file).toLowerCase();

/** Whether a file may be the wanted one, before it is read: by its size, or by its name where the size is not known. */
function isLike({ file, bytes }: Seen, wanted: ModelFile): boolean {
  const isNamed = path.basename(file).toLowerCase() === nameOf(wanted.path);
  if (wanted.bytes !== null && wanted.bytes !== bytes) return false;
  return isNamed || (wanted.bytes !== null && wanted.sha256 !== null);
}

async function isSound(file: string, log: Logger): Promise<boolean> {
  try {
    await checkHeaderOf(file);
    return true;
  } catch (error) {
    if (!(error instanceof HeaderFault)) throw error;
    log.warn({ file, err: error }, "file of a model is not sound, and is not used");
    return false;
  }
}

/** Gives a file its place among the blobs: a second name on the same disk, else a link to where it is. */
async function adopt(store: Store, file: string, sha256: string): Promise<string> {
  const blob = store.blobOf(sha256);
  if (await store.has(sha256)) return store.pathOf(sha256);
  const real = await realpath(file);
  await rm(blob, { force: true });
  await link(real, blob).catch(() => symlink(real, blob));
  await store.note(sha256);
  return store.pathOf(sha256);
}

/**
 * Finds wanted files in a folder and keeps them.
 * @throws ModelFileError "missing" for what is no folder; the signal's reason
 */
export async function importFrom(
  { store, log }: { store: Store; log: Logger },
  folder: string,
  wanted: readonly ModelFile[],
  signal: AbortSignal,
  onProgress: (seen: number) => void,
): Promise<ImportedFile[]> {
  const isFolder = (await stat(folder).catch(() => null))?.isDirectory() ?? false;
  if (!isFolder) throw new ModelFileError("missing", { file: folder, repo: folder });
  await store.prepare();
  const open = new Set(wanted);
  const found: ImportedFile[] = [];
  let seen = 0;
  for await (const each of walk(path.resolve(folder), signal)) {
    seen += 1;
    onProgress(seen);
    if (seen > mostFiles || open.size === 0) break;
    const likely = [...open].filter((file) => isLike(each, file));
    if (likely.length === 0 || !(await isSound(each.file, log))) continue;
    const sha256 = await hashOf(each.file, signal);
    for (const file of likely) {
      if (file.sha256 !== null && file.sha256 !== sha256) continue;
      open.delete(file);
      const kept = await adopt(store, each.file, sha256);
      found.push({ file, path: kept, sha256, bytes: each.bytes });
    }
  }
  return found;
}
