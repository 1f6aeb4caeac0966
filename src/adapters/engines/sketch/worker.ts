/** A drawing thread: takes one order at a time, reports, answers. */
import { parentPort } from "node:worker_threads";
import { EngineError } from "../port.ts";
import { drawOrder } from "./draw.ts";
import type { FromWorker, ToWorker } from "./messages.ts";
import { holdStages } from "./hold.ts";
import { makePreview } from "./preview.ts";
import type { RenderHooks } from "./render.ts";

/** Previews from here on, at most one for each such step of progress. */
const PREVIEW_FROM = 0.5;
const PREVIEW_STEP = 0.12;
/** Reports within one stage come no closer than this. */
const REPORT_STEP = 0.03;

const port = parentPort;
if (!port) throw new Error("This file only runs as a worker thread.");
const post = (message: FromWorker) => port.postMessage(message);

function hooksFor({ id, order, cancel }: ToWorker): RenderHooks {
  let reached = 0;
  let lastStage = "";
  let nextPreview = PREVIEW_FROM;
  const check = () => {
    if (Atomics.load(cancel, 0) === 1)
      throw new EngineError("cancelled", "The drawing was cancelled.");
  };
  const report = (fraction: number, stage: string, preview?: Uint8Array) =>
    post({ kind: "progress", id, fraction, stage, ...(preview ? { preview } : {}) });
  const hold = order.holdMs ? holdStages(order.holdMs, cancel, check, report) : null;
  return {
    check,
    progress(fraction, stage, look) {
      check();
      if (fraction < reached + (stage === lastStage ? REPORT_STEP : 0)) return;
      hold?.(reached, fraction, stage);
      reached = fraction;
      lastStage = stage;
      let preview: Buffer | null = null;
      if (look && fraction >= nextPreview) {
        preview = makePreview(look);
        if (preview) nextPreview = fraction + PREVIEW_STEP;
      }
      report(fraction, stage, preview ?? undefined);
      if (order.crash) process.exit(1);
    },
  };
}

function failure(error: unknown): Extract<FromWorker, { kind: "failed" }>["error"] {
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  if (error instanceof EngineError) {
    return { kind: error.kind, userMessage: error.userMessage, detail };
  }
  return { kind: "internal", userMessage: "The picture could not be drawn.", detail };
}

async function work(message: ToWorker): Promise<void> {
  const { id, order } = message;
  try {
    const drawing = await drawOrder(order, hooksFor(message));
    post({ kind: "drawn", id, drawing });
  } catch (error) {
    post({ kind: "failed", id, error: failure(error) });
  }
}

port.on("message", (message: ToWorker) => void work(message));
