import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { openModelFiles, type ModelFilesOptions } from "#app/adapters/models/open.ts";
import { ModelFileError, type ModelFiles } from "#app/adapters/models/port.ts";
import { openLog } from "#app/lib/log.ts";
import { runHub, type HubDouble } from "#tests/providers/hub.ts";

const closing: (() => Promise<unknown>)[] = [];

/** Ends the scenes of a test, for `afterEach`. */
export async function closeModelScenes(): Promise<void> {
  for (const close of closing.splice(0).toReversed()) await close();
}

export type ModelScene = { hub: HubDouble; files: ModelFiles; folder: string };

/** A folder of models of its own, and a hub to fill it from. */
export async function modelScene(options: Partial<ModelFilesOptions> = {}): Promise<ModelScene> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "echoform-models-"));
  closing.push(() => rm(folder, { recursive: true, force: true }));
  const hub = await runHub();
  closing.push(() => hub.close());
  return { hub, folder, files: openedFiles(hub, folder, options) };
}

/** The files of a folder as another process would open them. */
export function openedFiles(
  hub: HubDouble,
  folder: string,
  options: Partial<ModelFilesOptions> = {},
): ModelFiles {
  const files = openModelFiles({
    modelsDir: folder,
    hubUrl: hub.url,
    connections: 1,
    log: openLog("silent"),
    retryMs: 1,
    reserveBytes: 0,
    ...options,
  });
  closing.push(() => files.close());
  return files;
}

/** The sha256 of a file. */
export const sha256Of = async (file: string): Promise<string> =>
  createHash("sha256")
    .update(await readFile(file))
    .digest("hex");

/** What a call throws. */
export const caught = (work: Promise<unknown>): Promise<unknown> =>
  work.catch((error: unknown) => error);

/** Why a file could not be had. @throws Error where it could */
export async function faultOf(work: Promise<unknown>) {
  const error = await caught(work);
  if (!(error instanceof ModelFileError)) throw new Error("no fault", { cause: error });
  return error.fault;
}

/** Names of files of models below their folder. */
export async function namesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  return names.filter((name) => name.includes("sha256")).toSorted();
}

/** A signal that is never aborted. */
export const never = new AbortController().signal;

/** Fetches a file until enough of it is there, and pauses. */
export async function pauseAt(
  files: ModelFiles,
  file: Parameters<ModelFiles["download"]>[0],
  enough: number,
): Promise<void> {
  const stopped = new AbortController();
  const error = await caught(
    files.download(file, stopped.signal, ({ bytes }) => {
      if (bytes >= enough) stopped.abort(new Error("paused"));
    }),
  );
  if (!(error instanceof Error) || error.message !== "paused") {
    throw new Error("the download was not paused", { cause: error });
  }
}
