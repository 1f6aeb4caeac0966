import { isDatabaseDown } from "#app/lib/database-down.ts";
import type { Services } from "#app/services.ts";
import { EngineError } from "#app/adapters/engines/port.ts";
import type { Ending, Generation } from "../commands/close.ts";
import { draw, type Work } from "./draw.ts";
import { rendererOf } from "./renderer.ts";
import { failureOf, isExpected } from "./failure.ts";
import { fallBack } from "./fallback.ts";
import { finishRun, releaseAfterOutage, releaseRun } from "./finish.ts";
import { keepLease, openControl, stopReason, type StopReason } from "./lease.ts";
import { openProgress } from "./progress-writer.ts";

/** Beside the pictures' own time: storing them, and starting an engine that rested. */
const marginMs = 30_000;

export type Run = {
  id: string;
  engine: string;
  stop(reason: StopReason): void;
  done: Promise<void>;
};

/** @returns how the cast ends; null when the run is stopped, or when another engine has the cast now */
async function drawAll(work: Work): Promise<Ending | null> {
  const { services, row, progress, control } = work;
  if (progress.delivered().length === row.count) {
    return { kind: "finished", warnings: row.warnings, interpretation: null };
  }
  let renderer = rendererOf(services, row);
  if (!renderer) {
    // Another process added it a moment ago.
    await services.ownEngines.refresh();
    renderer = rendererOf(services, row);
  }
  if (!renderer) {
    return failureOf(new EngineError("unsupported", "This engine is no longer offered here."));
  }
  const deadline = setTimeout(
    () => control.stop("deadline"),
    renderer.deadlineMs * row.count + marginMs,
  );
  let ending: Ending | null;
  try {
    ending = await draw(renderer, work);
  } finally {
    clearTimeout(deadline);
  }
  if (ending?.kind !== "failed") return ending;
  const mayHaveBilled = row.asked.some((index) => !progress.isDelivered(index));
  await progress.close();
  return (await fallBack(services, row, ending, mayHaveBilled)) ? null : ending;
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
    // Either another attempt has it, which is left alone, or the database was away for a whole lease time.
    if (reason === "lost") return await releaseAfterOutage(services, row, control.shutdown);
    if (reason !== null) ending ??= endingOfStop(reason);
    if (ending) await finishRun(services, row, ending);
  } catch (error) {
    if (!isDatabaseDown(error)) throw error;
    services.log.warn({ err: error, generationId: row.id }, "a run ended without the database");
    await releaseAfterOutage(services, row, control.shutdown);
  } finally {
    endLease();
  }
}

/** Starts a claimed generation. The returned promise never rejects. */
export function startRun(services: Services, row: Generation): Run {
  const control = openControl();
  const progress = openProgress(services, row, () => control.stop("lost"));
  const done = runOnce({ services, row, control, progress }).catch((error: unknown) => {
    // The lease expires and the sweeper leaves the rest to another attempt.
    services.log.error(
      { err: error, generationId: row.id },
      "a run failed; the sweeper will handle it",
    );
  });
  return { id: row.id, engine: row.engine, stop: (reason) => control.stop(reason), done };
}
