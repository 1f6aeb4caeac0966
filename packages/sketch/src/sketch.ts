/** The threads that draw. */
import { createWorkerPool, PoolError } from "@echoform/worker-pool";
import { EngineError, type EngineErrorKind } from "#app/adapters/engines/port.ts";
import type { Drawing, DrawProgress, Order } from "./messages.ts";

export type DrawContext = {
  signal: AbortSignal;
  onProgress: (fraction: number, stage: string, preview?: Uint8Array) => void;
};

export type Pool = {
  /** Draws one picture; rejects with EngineError, "cancelled" as soon as the signal fires. */
  draw(order: Order, context: DrawContext): Promise<Drawing>;
  close(): Promise<void>;
};

const IDLE_MS = 60_000;
/** A cancelled thread that has not noticed by then is ended and replaced. */
const NOTICE_MS = 3_000;
/** JavaScript heap of one thread; pixel buffers lie outside it. */
const HEAP_MB = 512;

/** What went wrong, in the words of an engine: those of the thread where it had any. */
function engineError(error: PoolError): EngineError {
  if (error.kind === "cancelled") {
    return new EngineError("cancelled", "The drawing was cancelled.");
  }
  const { kind, userMessage } = error.facts;
  if (kind !== undefined && userMessage !== undefined) {
    return new EngineError(kind as EngineErrorKind, userMessage, { cause: error });
  }
  return new EngineError("internal", "The drawing stopped unexpectedly.", { cause: error });
}

/** @param size threads at most */
export function createPool({ size }: { size: number }): Pool {
  const pool = createWorkerPool<Order, Drawing, DrawProgress>({
    name: "sketch",
    file: new URL("./worker.ts", import.meta.url),
    size,
    heapMb: HEAP_MB,
    idleMs: IDLE_MS,
    noticeMs: NOTICE_MS,
  });
  return {
    async draw(order, { signal, onProgress }) {
      try {
        return await pool.call(order, {
          signal,
          onProgress: ({ fraction, stage, preview }) => onProgress(fraction, stage, preview),
        });
      } catch (error) {
        throw error instanceof PoolError ? engineError(error) : error;
      }
    },
    close: () => pool.close(),
  };
}
