import { setTimeout as sleep } from "node:timers/promises";
import {
  EngineError,
  type GenerateResult,
  type GeneratedImage,
} from "#app/adapters/engines/port.ts";
import { isDatabaseDown } from "#app/lib/database-down.ts";
import { failpoint } from "#app/lib/failpoint.ts";
import type { Services } from "#app/services.ts";
import type { Ending, Generation } from "../commands/close.ts";
import { deliverPicture, type Delivery } from "./deliver.ts";
import { drawerOf, type Drawer } from "./drawer.ts";
import { failureOf, isExpected } from "./failure.ts";
import { fallBack } from "./fallback.ts";
import { finishRun, releaseRun } from "./finish.ts";
import { keepLease, openControl, stopReason, type RunControl, type StopReason } from "./lease.ts";
import { openProgress, type ProgressWriter } from "./progress-writer.ts";
import { requestOf } from "./request.ts";
import { retryDelay } from "./retry.ts";

/** An engine that does not obey its signal is left alone after this; what it still sends is not taken. */
const obeyMs = 5_000;

/** Beside the pictures' own time: storing them, and starting an engine that rested. */
const marginMs = 30_000;

export type Run = { id: string; stop(reason: StopReason): void; done: Promise<void> };

type Work = {
  services: Services;
  row: Generation;
  control: RunControl;
  progress: ProgressWriter;
};

/** One call of the engine. Rejects when the signal aborts and the engine does not return in time. */
async function callEngine(
  drawer: Drawer,
  work: Work,
  onImage: (image: GeneratedImage) => Promise<void>,
): Promise<GenerateResult> {
  const { services, row, control, progress } = work;
  const request = await requestOf(services, row, drawer.neural, progress.delivered());
  failpoint(services.env, "before-dispatch");
  const call = drawer.generate(request, {
    signal: control.signal,
    onProgress: (told) => progress.report(told),
    onImage,
    ...(row.resume_token !== null && { resumeToken: row.resume_token }),
    async saveResumeToken(token) {
      row.resume_token = token;
      await services.db
        .updateTable("generations")
        .set({ resume_token: token })
        .where("id", "=", row.id)
        .where("attempt", "=", row.attempt)
        .where("state", "=", "running")
        .execute();
    },
  });
  const over = new AbortController();
  const disobeyed = new Promise<never>((_resolve, reject) => {
    const wait = () =>
      sleep(obeyMs, undefined, { signal: over.signal }).then(
        () => reject(new EngineError("cancelled", "The engine did not stop when it was told to.")),
        () => undefined,
      );
    if (control.signal.aborted) void wait();
    else control.signal.addEventListener("abort", () => void wait(), { signal: over.signal });
  });
  try {
    return await Promise.race([call, disobeyed]);
  } finally {
    over.abort();
    call.catch(() => undefined);
  }
}

/** Calls the engine until it is done, fails for good, or the run is stopped. Returns how the cast ends, or null when it is stopped. */
async function draw(drawer: Drawer, work: Work): Promise<Ending | null> {
  const { services, row, control, progress } = work;
  for (let tried = 1; ; tried += 1) {
    // What went wrong while a picture was stored counts, whatever the engine makes of it.
    let storing: { error: unknown } | null = null;
    let open = true;
    const onImage = async (image: GeneratedImage) => {
      if (!open || control.signal.aborted) throw new EngineError("cancelled", "The cast is over.");
      if (progress.isDelivered(image.index)) return;
      try {
        const delivery: Delivery = { services, row, progress, drawer, image };
        if (!(await deliverPicture(delivery))) control.stop("lost");
      } catch (error) {
        storing = { error };
        throw error;
      }
    };
    try {
      const result = await callEngine(drawer, work, onImage);
      failpoint(services.env, "after-engine");
      return {
        kind: "finished",
        warnings: result.warnings,
        interpretation: result.interpretation ?? null,
      };
    } catch (error) {
      if (control.signal.aborted) return null;
      const thrown = (storing as { error: unknown } | null)?.error ?? error;
      // A lost database is no fault of the cast: the lease runs out and another attempt draws what is missing.
      if (isDatabaseDown(thrown)) throw thrown;
      const delay = retryDelay(thrown, tried, Math.random());
      if (delay === null) {
        const failure = failureOf(thrown);
        if (!isExpected(failure)) {
          services.log.error({ err: thrown, generationId: row.id }, "a cast failed");
        }
        return failure;
      }
      progress.stage("waiting for the engine");
      await sleep(delay, undefined, { signal: control.signal }).catch(() => undefined);
      if (control.signal.aborted) return null;
    } finally {
      open = false;
    }
  }
}

async function drawAll(work: Work): Promise<Ending | null> {
  const { services, row, progress, control } = work;
  if (progress.delivered().length === row.count) {
    return { kind: "finished", warnings: row.warnings, interpretation: null };
  }
  const drawer = await drawerOf(services, row);
  if (!drawer) {
    return failureOf(new EngineError("unsupported", "This engine is no longer offered here."));
  }
  const deadline = setTimeout(
    () => control.stop("deadline"),
    drawer.deadlineMs * row.count + marginMs,
  );
  let ending: Ending | null;
  try {
    ending = await draw(drawer, work);
  } finally {
    clearTimeout(deadline);
  }
  const other = ending?.kind === "failed" && (await fallBack(services, row, ending));
  return other ? drawAll(work) : ending;
}

/** How a stopped run ends for the member; null when it is not this worker's to end. */
function endingOfStop(reason: StopReason): Ending | null {
  if (reason === "cancelled") return { kind: "cancelled" };
  if (reason === "deadline") {
    return { kind: "failed", failKind: "timeout", reason: "The engine took too long." };
  }
  return null;
}

async function runOnce(work: Work): Promise<void> {
  const { services, row, control } = work;
  const endLease = keepLease(services, row, control);
  try {
    let ending: Ending | null;
    try {
      ending = await drawAll(work);
    } catch (error) {
      if (isDatabaseDown(error)) throw error;
      ending = failureOf(error);
      if (!isExpected(ending)) {
        services.log.error({ err: error, generationId: row.id }, "a cast failed");
      }
    } finally {
      await work.progress.close();
    }
    const reason = stopReason(control.signal);
    if (reason === "shutdown" && ending === null) return await releaseRun(services, row);
    if (reason !== null) ending ??= endingOfStop(reason);
    if (ending && reason !== "lost") await finishRun(services, row, ending);
  } finally {
    endLease();
  }
}

/** Starts the work on a claimed generation. The result's promise never rejects. */
export function startRun(services: Services, row: Generation): Run {
  const control = openControl();
  const progress = openProgress(services, row, () => control.stop("lost"));
  const done = runOnce({ services, row, control, progress }).catch((error: unknown) => {
    // The lease runs out and the sweeper gives the rest to another attempt.
    services.log.error({ err: error, generationId: row.id }, "a run was left to the sweeper");
  });
  return { id: row.id, stop: (reason) => control.stop(reason), done };
}
