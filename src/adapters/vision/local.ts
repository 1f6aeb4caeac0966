/** The helpers on this machine, one process for each network, without any service and without a network connection. */
import { createHash } from "node:crypto";
import {
  type CallOptions,
  createWorkerPool,
  PoolError,
  type WorkerPool,
} from "@echoform/worker-pool";
import { LRUCache } from "lru-cache";
import type { HelperName } from "#app/rules/helper-names.ts";
import { createBatcher } from "./batches.ts";
import {
  ANALYSIS_SIDE,
  MOST_PICTURES,
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
  /** A process that is idle this long is ended. */
  idleMs?: number;
  /** JavaScript heap of each process. */
  heapMb?: number;
};

export type LocalVision = Vision & {
  /** The helpers whose processes live at this moment. */
  running(): string[];
};

const IDLE_MS = 15_000;
/** Four times what the hungriest needs; weights and pixels lie outside. */
const HEAP_MB = 192;
/** The slowest step, a tile enlarged four times, takes a second where there is nothing else to do. */
const SILENT_MS = 60_000;
/** Whoever is further back than this would not wait so long. */
const MOST_WAITING_TEXTS = 64;
const LARGEST = 4096 * 4096;
/** Pictures whose analysis is kept: the same one is asked for its scores, then for its features. */
const REMEMBERED = 64;

/** Flags by the two classes that are explicit; a person decides. */
function judge([drawing, hentai, neutral, porn, sexy]: number[]): Moderation {
  return {
    scores: { drawing, hentai, neutral, porn, sexy },
    flagged: porn + hentai >= FLAG_FROM,
  };
}

type Helper<Job, Answer> = WorkerPool<Job, Answer, number>;

/** ONNX Runtime sends its maker how it is used, and keeps a file for that in the home folder, unless it is told not to. */
const silent = { ORT_DISABLE_TELEMETRY: "1" };

/** The process of one helper, whose refusals are those of the port. Native code that dies does so alone there. */
function createHelper<Job, Answer>(
  name: string,
  options: { heapMb: number; idleMs: number; queue?: number },
): Helper<Job, Answer> {
  const file = new URL(`./${name}-worker.ts`, import.meta.url);
  const pool = createWorkerPool<Job, Answer>({
    name,
    file,
    silentMs: SILENT_MS,
    ownProcess: true,
    env: silent,
    ...options,
  });
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
  // Scores and features come from one network in one pass, so they share a process and the answers.
  const analysis = createHelper<AnalysisJob, AnalysisResult[]>("analysis", { heapMb, idleMs });
  const embedding = createHelper<EmbeddingJob, EmbeddingResult>("embedding", {
    heapMb,
    idleMs,
    queue: MOST_WAITING_TEXTS,
  });
  const upscale = createHelper<UpscaleJob, UpscaleResult>("upscale", { heapMb, idleMs });
  const processes = { analysis, embedding, upscale };
  const analyseBatch = createBatcher(
    (pictures: Uint8Array[]) => makeRoomFor(analysis).call({ pictures }),
    MOST_PICTURES,
  );
  const seen = new LRUCache<string, Promise<AnalysisResult>>({ max: REMEMBERED });

  /**
   * Of the two that look at pictures, only the one used last stays in memory without work. The one that reads texts
   * stays its own time: a search would wait for its start.
   */
  function makeRoomFor<Job, Answer>(next: Helper<Job, Answer>): Helper<Job, Answer> {
    for (const helper of [analysis, upscale]) if (helper !== next) helper.endIdle();
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
    return analyseBatch(pixels);
  }

  async function analysisOf(jpeg: Uint8Array): Promise<AnalysisResult> {
    const digest = createHash("sha256").update(jpeg).digest("hex");
    const answer = seen.get(digest) ?? analyse(jpeg);
    seen.set(digest, answer);
    try {
      return await answer;
    } catch (error) {
      // The next one to ask tries again.
      if (seen.peek(digest) === answer) seen.delete(digest);
      throw error;
    }
  }

  return {
    has,
    running: () =>
      Object.entries(processes)
        .filter(([, helper]) => helper.isRunning())
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
      return embedding.call({ texts: [...texts] }, options);
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
      const larger = await makeRoomFor(upscale).call(job, { signal, onProgress });
      return toJpeg({ pixels: larger, width: width * factor, height: height * factor });
    },
    async close() {
      await Promise.all(Object.values(processes).map((helper) => helper.close()));
    },
  };
}
