/** The threads that draw. */
import { createWorkerPool, PoolError } from "@echoform/worker-pool";
import { SketchError, type SketchErrorKind } from "./errors.ts";
import type { Drawing, DrawProgress, Order } from "./messages.ts";

export type DrawContext = {
  signal: AbortSignal;
  onProgress: (fraction: number, stage: string, preview?: Uint8Array) => void;
};

export type Sketch = {
  /** Draws one picture; rejects with SketchError, "cancelled" as soon as the signal fires. */
  draw(order: Order, context: DrawContext): Promise<Drawing>;
  close(): Promise<void>;
};

const IDLE_MS = 60_000;
/** A cancelled thread that has not noticed by then is ended and replaced. */
const NOTICE_MS = 3_000;
/** JavaScript heap of one thread; pixel buffers lie outside it. */
const HEAP_MB = 512;

/** What went wrong, in the words of Sketch: those of the thread where it had any. */
function sketchError(error: PoolError): SketchError {
  if (error.kind === "cancelled") {
    return new SketchError("cancelled", "The drawing was cancelled.");
  }
  const { kind, userMessage } = error.facts;
  if (kind !== undefined && userMessage !== undefined) {
    return new SketchError(kind as SketchErrorKind, userMessage, { cause: error });
  }
  return new SketchError("internal", "The drawing stopped unexpectedly.", { cause: error });
}

/** Opens Sketch with so many drawing threads at most. They start with the first picture; `close` ends them all. */
export function createSketch({ threads }: { threads: number }): Sketch {
  const pool = createWorkerPool<Order, Drawing, DrawProgress>({
    name: "sketch",
    file: new URL("./worker.ts", import.meta.url),
    size: threads,
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
        throw error instanceof PoolError ? sketchError(error) : error;
      }
    },
    close: () => pool.close(),
  };
}
