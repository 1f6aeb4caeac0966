/** A download from its first request to a whole and checked part: interruptions, several connections, what is begun again. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "#app/lib/log.ts";
import type { ModelFile } from "#app/rules/local-models.ts";
import { BeginAgain, fetchRange, type Fetching } from "./fetch-range.ts";
import type { Hub } from "./hub.ts";
import type { Pace } from "./pace.ts";
import type { Part } from "./part.ts";
import { ModelFileError, type DownloadEvent, type HubStatement } from "./port.ts";
import type { Range } from "./ranges.ts";

export type DownloadSettings = {
  hub: Hub;
  pace: Pace;
  log: Logger;
  connections: number;
  stallMs: number;
  /** First wait after an interruption; it doubles up to a minute while no byte arrives. */
  retryMs: number;
  /** What one connection fetches at a time where there are several. */
  pieceBytes: number;
};

const longestRetryMs = 60_000;
/** Interruptions in a row without a new byte after which nobody is kept waiting: about four minutes. */
const mostFailures = 8;
/** What one connection fetches at a time where there are several. */
export const usualPiece = 64 * 1024 * 1024;
/** After so many bytes or milliseconds what is written is put on the disk. */
const saveBytes = 64 * 1024 * 1024;
const saveMs = 5_000;
const progressMs = 250;

type Run = DownloadSettings & {
  file: ModelFile & HubStatement;
  part: Part;
  signal: AbortSignal;
  /** The most that was whole at one time: only what goes beyond it counts as growth. */
  best: number;
  /** Interruptions since; one of several connections counts as its share. */
  failures: number;
};

/** Waits after an interruption. @throws it, where waiting does not help */
async function patience(run: Run, error: unknown, signal: AbortSignal): Promise<void> {
  const isPassing =
    error instanceof ModelFileError && ["unreachable", "rate-limited"].includes(error.fault.kind);
  if (!isPassing) throw error;
  if (run.part.size > run.best) {
    run.best = run.part.size;
    run.failures = 0;
  }
  run.failures += 1 / run.connections;
  if (run.failures > mostFailures) throw error;
  const usual = Math.min(longestRetryMs, run.retryMs * 2 ** (Math.ceil(run.failures) - 1));
  const wait = Math.max(usual, error.fault.retryAfterMs ?? 0);
  const { bytes, path } = run.file;
  run.log.info(
    { err: error, file: path, done: run.part.size, bytes, wait },
    "download interrupted",
  );
  await sleep(wait, undefined, { signal }).catch(() => signal.throwIfAborted());
}

/** Does a piece of the work until it is done. @throws what is of no use to try again */
async function patiently<T>(run: Run, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  for (;;) {
    signal.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      await patience(run, error, signal);
    }
  }
}

/**
 * Says how far the download is, and puts it on the disk from time to time. Reading goes on meanwhile: what waits in the
 * system's buffers is lost with the process, and fetched again.
 */
function account(part: Part, total: number, onProgress: (event: DownloadEvent) => void) {
  let saving = false;
  let failure: { error: unknown } | null = null;
  const save = async () => {
    saving = true;
    try {
      await part.save();
    } catch (error) {
      failure = { error };
    } finally {
      saving = false;
    }
  };
  let unsaved = 0;
  let savedAt = performance.now();
  let toldAt = 0;
  return (bytes: number) => {
    if (failure !== null) throw failure.error;
    unsaved += bytes;
    const now = performance.now();
    if (now - toldAt >= progressMs) {
      toldAt = now;
      onProgress({ bytes: part.size, total });
    }
    if (saving || (unsaved < saveBytes && now - savedAt < saveMs)) return;
    unsaved = 0;
    savedAt = now;
    void save();
  };
}

/** Takes pieces from the gaps until there are none, by one connection. */
async function fetchGaps(run: Run, fetching: Fetching): Promise<void> {
  for (;;) {
    const [gap] = run.part.gaps();
    if (gap === undefined) return;
    await patiently(run, run.signal, async () => {
      const [rest] = run.part.gaps();
      if (rest !== undefined) await fetchRange(fetching, rest, true, run.signal);
    });
  }
}

/** Ranges of at most a piece each. */
function piecesOf(gaps: readonly Range[], pieceBytes: number): Range[] {
  return gaps.flatMap(([start, end]) =>
    Array.from({ length: Math.ceil((end - start) / pieceBytes) }, (_, at): Range => [
      start + at * pieceBytes,
      Math.min(end, start + (at + 1) * pieceBytes),
    ]),
  );
}

/** Fetches pieces by several connections; the first that cannot go on ends the others. */
async function fetchPieces(run: Run, fetching: Fetching, connections: number): Promise<void> {
  const pieces = piecesOf(run.part.gaps(), run.pieceBytes);
  const over = new AbortController();
  const signal = AbortSignal.any([run.signal, over.signal]);
  const line = async () => {
    for (let piece = pieces.shift(); piece !== undefined; piece = pieces.shift()) {
      const [start, end] = piece;
      await patiently(run, signal, async () => {
        const gap = run.part.gaps().find((each) => each[1] > start && each[0] < end);
        if (gap === undefined) return;
        const rest: Range = [Math.max(start, gap[0]), Math.min(end, gap[1])];
        await fetchRange(fetching, rest, false, signal);
        // The file's length tells nothing of what is in it, as with one connection: it is noted instead.
        await run.part.save();
      });
    }
  };
  let first: { error: unknown } | undefined;
  const guarded = async () => {
    try {
      await line();
    } catch (error) {
      first ??= { error };
      over.abort(error);
    }
  };
  await Promise.all(Array.from({ length: connections }, guarded));
  if (first !== undefined) throw first.error;
}

/** Fetches what is missing; where that cannot be gone on with, all of it. */
async function fetchRest(run: Run, onProgress: (event: DownloadEvent) => void): Promise<void> {
  const { part, file } = run;
  const onBytes = account(part, file.bytes, onProgress);
  const fetching: Fetching = { ...run, onBytes };
  let connections = file.bytes > run.pieceBytes ? run.connections : 1;
  while (part.gaps().length > 0) {
    try {
      if (connections === 1) await fetchGaps(run, fetching);
      else await fetchPieces(run, fetching, connections);
    } catch (error) {
      if (!(error instanceof BeginAgain)) throw error;
      run.log.info({ file: file.path, reason: error.message }, "download begun again");
      if (error.wholeOnly) connections = 1;
      const { size } = part;
      await part.reset();
      const facts = { file: file.path, repo: file.repo, host: run.hub.host };
      const failure = new ModelFileError("unreachable", { ...facts, detail: error.message });
      // Beginning again and again is no progress: it counts as an interruption, from the highest mark.
      run.best = Math.max(run.best, size);
      await patience(run, failure, run.signal);
    }
  }
}

/**
 * Fetches a file into its part, until it is whole and has the hash that was confirmed. Where it has another, it is fetched once more.
 * @throws ModelFileError; the signal's reason; the system's error when it cannot be written
 */
export async function fetchPart(
  settings: DownloadSettings,
  file: ModelFile & HubStatement,
  part: Part,
  signal: AbortSignal,
  onProgress: (event: DownloadEvent) => void,
): Promise<void> {
  const run: Run = { ...settings, file, part, signal, best: part.size, failures: 0 };
  for (let tries = 1; ; tries += 1) {
    await part.prepare(signal);
    await patiently(run, signal, () => settings.hub.state(file, signal));
    await fetchRest(run, onProgress);
    onProgress({ bytes: file.bytes, total: file.bytes });
    const sha256 = await part.digest(signal);
    if (sha256 === file.sha256) return;
    settings.log.warn(
      { file: file.path, sha256, expected: file.sha256 },
      "download has another hash",
    );
    await part.reset();
    run.best = 0;
    const facts = { file: file.path, repo: file.repo, host: settings.hub.host };
    if (tries === 2) throw new ModelFileError("wrong-hash", { ...facts, detail: sha256 });
  }
}
