/** A drawing thread: takes one order at a time, reports, answers. */
import { type JobContext, servePool } from "@echoform/worker-pool/worker";
import { drawOrder } from "./draw.ts";
import { SketchError } from "./errors.ts";
import { holdStages } from "./hold.ts";
import type { Drawing, DrawProgress, Order } from "./messages.ts";
import { makePreview } from "./preview.ts";
import type { RenderHooks } from "./render.ts";

/** Previews from here on, at most one for each such step of progress. */
const PREVIEW_FROM = 0.5;
const PREVIEW_STEP = 0.12;
/** Reports within one stage come no closer than this. */
const REPORT_STEP = 0.03;

function hooksFor(order: Order, { cancel, report: post }: JobContext<DrawProgress>): RenderHooks {
  let reached = 0;
  let lastStage = "";
  let nextPreview = PREVIEW_FROM;
  const check = () => {
    if (Atomics.load(cancel, 0) === 1)
      throw new SketchError("cancelled", "The drawing was cancelled.");
  };
  const report = (fraction: number, stage: string, preview?: Uint8Array) =>
    post({ fraction, stage, ...(preview ? { preview } : {}) });
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

servePool<Order, Drawing, DrawProgress>(async (order, context) => {
  try {
    return await drawOrder(order, hooksFor(order, context));
  } catch (error) {
    if (error instanceof SketchError) throw error;
    throw new SketchError("internal", "The picture could not be drawn.", { cause: error });
  }
});
