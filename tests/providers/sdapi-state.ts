/**
 * The inside of a server of the AUTOMATIC1111 family: one lock, one state, one current task. It copies
 * lllyasviel/stable-diffusion-webui-forge: modules/shared_state.py (2225b18f), modules/progress.py (865f7746) and the
 * order of calls in modules/api/api.py (0bdbe79b), which AUTOMATIC1111/stable-diffusion-webui 1.10 has too:
 *
 * - a task is in the queue from the moment its request is read; whoever holds the lock is the current one;
 * - `begin` empties the state and clears an interrupt, `start_task` comes after it;
 * - an interrupt is of the state, so of whatever is being drawn; a picture that is interrupted is answered half-made;
 * - a drawing that throws never reaches `finish_task`: its task stays current until another one starts;
 * - the last sixteen finished tasks are known.
 */
import { setTimeout as pause } from "node:timers/promises";

/** Events of a server, in order, for assertions. */
export type ServerEvent = {
  what: "begins" | "ends" | "interrupted";
  /** The prompt of the picture; null for an interrupt while nothing was drawn. */
  prompt: string | null;
  /** Only for an end: the picture was interrupted. */
  half?: boolean;
};

export type Drawing = { taskId: string; prompt: string; seed: number; steps: number };

export type ServerState = {
  readonly events: readonly ServerEvent[];
  readonly current: { step: number; steps: number; startedAt: number; drawing: Drawing } | null;
  /** `modules/progress.py`. */
  readonly currentTask: string | null;
  readonly pendingTasks: ReadonlyMap<string, number>;
  readonly finishedTasks: readonly string[];
  /** The seed and step of the current preview, created if there is a newer one. */
  makePreview(): { id: number; seed: number; step: number } | null;
  interrupt(): void;
  /** Waits for the lock, then draws. Resolves to whether the picture is incomplete. */
  draw(drawing: Drawing, beforeLastStep: () => Promise<void>): Promise<{ half: boolean }>;
};

const mostFinished = 16;

/**
 * @param stepMs duration of a step
 * @param previewEverySteps `show_progress_every_n_steps`, 10 in a fresh installation
 * @param fails throws during a drawing that is to fail
 */
export function openServerState(
  stepMs: () => number,
  previewEverySteps: number,
  fails: () => void,
): ServerState {
  const events: ServerEvent[] = [];
  const pendingTasks = new Map<string, number>();
  const finishedTasks: string[] = [];
  let currentTask: string | null = null;
  const flag = { isInterrupted: false };
  let current: ServerState["current"] = null;
  let preview: { id: number; seed: number; step: number } | null = null;
  let lock: Promise<void> = Promise.resolve();

  return {
    events,
    pendingTasks,
    finishedTasks,
    get current() {
      return current;
    },
    get currentTask() {
      return currentTask;
    },
    makePreview() {
      if (current && current.step - (preview?.step ?? 0) >= previewEverySteps) {
        const { seed } = current.drawing;
        preview = { id: (preview?.id ?? 0) + 1, seed, step: current.step };
      }
      return preview;
    },
    interrupt() {
      flag.isInterrupted = true;
      events.push({ what: "interrupted", prompt: current?.drawing.prompt ?? null });
    },
    async draw(drawing, beforeLastStep) {
      const { taskId, prompt, steps } = drawing;
      pendingTasks.set(taskId, Date.now());
      const before = lock;
      const mine = Promise.withResolvers<void>();
      lock = mine.promise;
      await before;
      try {
        flag.isInterrupted = false;
        preview = null;
        current = { step: 0, steps, startedAt: performance.now(), drawing };
        currentTask = taskId;
        pendingTasks.delete(taskId);
        events.push({ what: "begins", prompt });
        fails();
        while (current.step < steps && !flag.isInterrupted) {
          current.step += 1;
          await pause(stepMs());
          if (current.step === steps) await beforeLastStep();
        }
        const half = current.step < steps;
        currentTask = null;
        finishedTasks.push(taskId);
        if (finishedTasks.length > mostFinished) finishedTasks.shift();
        events.push({ what: "ends", prompt, half });
        return { half };
      } finally {
        current = null;
        mine.resolve();
      }
    },
  };
}
