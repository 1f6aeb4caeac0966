/** The helpers on this machine, one thread for each network, without any service and without a network connection. */
import { createHash } from "node:crypto";
import {
  type CallOptions,
  createWorkerPool,
  PoolError,
  type WorkerPool,
} from "@echoform/worker-pool";
import type { HelperName } from "#app/rules/helper-names.ts";
import {
  ANALYSIS_SIDE,
  type AnalysisResult,
  type AnalysisJob,
  type EmbeddingResult,
  type EmbeddingJob,
  type UpscaleResult,
  type UpscaleJob,
} from "./messages.ts";
import { allPixels, sizeOf, squarePixels, toJpeg } from "./pixels.ts";
import { FLAG_FROM, type Moderation, type Vision, VisionError } from "./port.ts";

export type LocalOptions = {
  /** The helpers that are on. */
  helpers: readonly HelperName[];
  /** A thread that is idle this long is ended. */
  idleMs?: number;
  /** JavaScript heap of each thread. */
  heapMb?: number;
};

export type LocalVision = Vision & {
  /** The threads that live at this moment. */
  running(): string[];
};

const IDLE_MS = 15_000;
/** Four times what the hungriest, the one that enlarges, needs; weights and pixels lie outside. */
const HEAP_MB = 192;
/** The slowest step, a tile enlarged four times, takes a second where there is nothing else to do. */
const SILENT_MS = 60_000;
/** A text takes some 10 ms: whoever is further back would not wait so long. */
const MOST_WAITING_TEXTS = 64;
const LARGEST = 4096 * 4096;

/** Flags by the two classes that are explicit; a person decides. */
function judge([drawing, hentai, neutral, porn, sexy]: number[]): Moderation {
  return {
    scores: { drawing, hentai, neutral, porn, sexy },
    flagged: porn + hentai >= FLAG_FROM,
  };
}

type Thread<Job, Answer> = WorkerPool<Job, Answer, number>;

/** The thread of one helper, whose refusals are those of the port. */
function createThread<Job, Answer>(
  name: string,
  options: { heapMb: number; idleMs: number; queue?: number },
): Thread<Job, Answer> {
  const file = new URL(`./${name}-worker.ts`, import.meta.url);
  const pool = createWorkerPool<Job, Answer>({ name, file, silentMs: SILENT_MS, ...options });
  return {
    ...pool,
    async call(job: Job, call?: CallOptions<number>) {
      try {
        return await pool.call(job, call);
      } catch (error) {
        if (!(error instanceof PoolError)) throw error;
        if (error.kind === "cancelled") {
          throw new VisionError("cancelled", "The work was cancelled.", { cause: error });
        }
        if (error.kind === "full") {
          throw new VisionError("busy", `Too many wait for the helper ${name}.`, { cause: error });
        }
        throw new VisionError("failed", `The helper ${name} stopped unexpectedly.`, {
          cause: error,
        });
      }
    },
  };
}

export function createLocalVision(options: LocalOptions): LocalVision {
  const { helpers, idleMs = IDLE_MS, heapMb = HEAP_MB } = options;
  // Scores and features come from one network in one pass, so they share a thread and the last picture's answer.
  const analysis = createThread<AnalysisJob, AnalysisResult>("analysis", { heapMb, idleMs });
  const embedding = createThread<EmbeddingJob, EmbeddingResult>("embedding", {
    heapMb,
    idleMs,
    queue: MOST_WAITING_TEXTS,
  });
  const upscale = createThread<UpscaleJob, UpscaleResult>("upscale", { heapMb, idleMs });
  const threads = { analysis, embedding, upscale };
  let seen: { digest: string; answer: Promise<AnalysisResult> } | null = null;

  /** Of the networks without work only the last one used stays in memory. */
  function makeRoomFor<Job, Answer>(next: Thread<Job, Answer>): Thread<Job, Answer> {
    for (const thread of [analysis, embedding, upscale]) if (thread !== next) thread.endIdle();
    return next;
  }

  const has = (helper: HelperName) => helpers.includes(helper);

  function need(helper: HelperName): void {
    if (has(helper)) return;
    throw new VisionError("off", `The helper "${helper}" is switched off (HELPERS).`);
  }

  async function analyse(jpeg: Uint8Array): Promise<AnalysisResult> {
    const pixels = await squarePixels(jpeg);
    if (pixels.length !== ANALYSIS_SIDE * ANALYSIS_SIDE * 3) {
      throw new VisionError("unreadable", "The picture has no three colours.");
    }
    return makeRoomFor(analysis).call({ pixels }, { transfer: [pixels.buffer as ArrayBuffer] });
  }

  async function analysisOf(jpeg: Uint8Array): Promise<AnalysisResult> {
    const digest = createHash("sha256").update(jpeg).digest("hex");
    if (seen?.digest !== digest) seen = { digest, answer: analyse(jpeg) };
    const mine = seen;
    try {
      return await mine.answer;
    } catch (error) {
      // The next one to ask tries again.
      if (seen === mine) seen = null;
      throw error;
    }
  }

  return {
    has,
    running: () =>
      Object.entries(threads)
        .filter(([, thread]) => thread.isRunning())
        .map(([name]) => name),
    async moderate(jpeg) {
      need("moderation");
      return judge((await analysisOf(jpeg)).scores);
    },
    async features(jpeg) {
      need("similar");
      return (await analysisOf(jpeg)).features.slice();
    },
    async embedText(texts, whileWaiting) {
      need("meaning");
      if (texts.length === 0) return [];
      const options = whileWaiting && { whileWaiting };
      return makeRoomFor(embedding).call({ texts: [...texts] }, options);
    },
    async upscale(jpeg, { factor }, signal, onProgress) {
      need("upscale");
      const size = await sizeOf(jpeg);
      if (size.width * size.height * factor ** 2 > LARGEST) {
        const asked = `${size.width * factor}x${size.height * factor}`;
        throw new VisionError("too-large", `Enlarged it would have ${asked} pixels.`);
      }
      const { pixels, width, height } = await allPixels(jpeg);
      const job = { pixels, width, height, factor };
      const transfer = [pixels.buffer as ArrayBuffer];
      const larger = await makeRoomFor(upscale).call(job, { signal, onProgress, transfer });
      return toJpeg({ pixels: larger, width: width * factor, height: height * factor });
    },
    async close() {
      await Promise.all(Object.values(threads).map((thread) => thread.close()));
    },
  };
}
