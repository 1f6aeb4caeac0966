/**
 * One task of a server that knows tasks by id (A1111 since 1.8, Forge). The server draws one picture at a time, and both
 * its progress and its interrupt are of whichever is being drawn, whoever asked for it: so a progress counts only while
 * the server says that our task is the active one, and an interrupt is sent only when our task will still be active when
 * it arrives.
 */
import { setTimeout as pause } from "node:timers/promises";
import type { EngineProgress } from "../port.ts";
import type { TaskProgress } from "./messages.ts";

/** Polls the server for the progress of our task. Rejects when that fails. */
export type Look = (knownPreview: number, until: AbortSignal) => Promise<TaskProgress>;

const followEveryMs = 500;
const endEveryMs = 250;
/** How often a task may be unknown before it counts as gone: a server lists it only once it has read the request. */
const mostUnknown = 12;

const wait = (ms: number, until: AbortSignal) =>
  pause(ms, undefined, { signal: until }).catch(() => undefined);
const look = (ask: Look, known: number, until: AbortSignal) => ask(known, until).catch(() => null);

/**
 * Reports the progress of a task until aborted. Never rejects.
 * @param steps of the whole drawing, for the words of a stage
 */
export async function followTask(
  ask: Look,
  steps: number,
  until: AbortSignal,
  onProgress: (progress: Omit<EngineProgress, "index">) => void,
): Promise<void> {
  let best = 0.02;
  let known = -1;
  // A preview is shown once a later answer says that the task is still active: the server looks at the two one after
  // the other, and another task may begin in between.
  let unproved: TaskProgress["preview"] = null;
  for (;;) {
    await wait(followEveryMs, until);
    if (until.aborted) return;
    const state = await look(ask, known, until);
    if (until.aborted) return;
    if (!state?.active) {
      unproved = null;
      if (state?.queued) onProgress({ fraction: best, stage: "queued" });
      continue;
    }
    best = Math.max(best, Math.min(0.97, state.fraction));
    const step = Math.round(state.fraction * steps);
    onProgress({
      fraction: best,
      stage: step > 0 ? `step ${step} of ${steps}` : "running",
      ...(unproved && { preview: unproved }),
    });
    unproved = state.preview;
    known = state.previewId;
  }
}

/** True when an interrupt that is sent now arrives while the task is still being drawn. */
function isFarFromDone({ fraction, leftMs }: TaskProgress, roundTripMs: number): boolean {
  return leftMs !== null && fraction < 0.9 && leftMs > 200 + 4 * roundTripMs;
}

/**
 * Stops an abandoned task: once it is being drawn, not while it waits, because then an interrupt would hit
 * another task. Resolves when the server has finished it or does not know it. Never rejects.
 */
export async function endTask(
  ask: Look,
  interrupt: () => Promise<void>,
  until: AbortSignal,
): Promise<void> {
  let unknown = 0;
  let isInterrupted = false;
  while (!until.aborted) {
    const began = performance.now();
    const state = await look(ask, -1, until);
    if (until.aborted || state?.completed) return;
    if (!state?.active && !state?.queued) {
      unknown += 1;
      if (unknown > mostUnknown) return;
    } else {
      unknown = 0;
      if (state.active && !isInterrupted && isFarFromDone(state, performance.now() - began)) {
        isInterrupted = true;
        await interrupt().catch(() => undefined);
      }
    }
    await wait(endEveryMs, until);
  }
}
