/** Reads settings in threads of their own: a file made to exhaust its reader costs nobody else anything. */
import { isMarkedAsUntransferable } from "node:worker_threads";
import { createWorkerPool } from "@echoform/worker-pool";
import type { FoundSettings } from "../port.ts";

/** Two, so that one file that takes its whole time does not hold up the others. */
const threads = 2;
const idleMs = 30_000;
/** Files that may wait; uploads are bounded before they come here. */
const queue = 64;
/** JavaScript heap of a thread; the file lies outside it, and its texts are bounded. */
const heapMb = 64;

export type ReaderOptions = {
  /** Time for one file, the start of a thread included. Reading takes milliseconds; a busy machine may take a thousand times as long. */
  limitMs?: number;
  /** Told why a file was not read. */
  onFailure?: (error: unknown) => void;
  /** The file that the threads run, for tests. */
  file?: URL;
};

export type SettingsReader = {
  read(input: Uint8Array, options?: { handOver?: boolean }): Promise<FoundSettings | null>;
  close(): Promise<void>;
};

export function createSettingsReader({
  limitMs = 5_000,
  onFailure,
  file = new URL("./worker.ts", import.meta.url),
}: ReaderOptions = {}): SettingsReader {
  const pool = createWorkerPool<Uint8Array, FoundSettings | null>({
    name: "picture settings",
    file,
    size: threads,
    heapMb,
    idleMs,
    silentMs: limitMs,
    queue,
  });
  return {
    async read(input, { handOver = false } = {}) {
      // Node's own pool of small buffers is nobody's to give.
      const isFree = handOver && !isMarkedAsUntransferable(input.buffer);
      const given = isFree ? input : Uint8Array.from(input);
      try {
        return await pool.call(given, { transfer: [given.buffer as ArrayBuffer] });
      } catch (error) {
        onFailure?.(error);
        return null;
      }
    },
    close: () => pool.close(),
  };
}
