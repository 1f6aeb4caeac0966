import { setTimeout as pause } from "node:timers/promises";
import { EngineError, type EngineProgress } from "../port.ts";
import type { Signals } from "../remote/call.ts";
import { connectionError, redact } from "../remote/failures.ts";
import type { Frame } from "./frames.ts";
import type { ComfyServer, PictureRef } from "./server.ts";
import { nodeWeight, type Workflow } from "./workflow.ts";

/** How often the history is read besides the frames: a lost frame must not hang a cast. */
const historyEveryMs = 3000;

export type Followed = {
  /** Told of every frame of the connection. */
  take(frame: Frame): void;
  /** Reads the history soon, e.g. after a reconnect. */
  recheck(): void;
  /** The pictures, once the prompt is through. @throws EngineError */
  pictures: Promise<PictureRef[]>;
};

function failureOf(exception: string, message: string): EngineError {
  if (/out ?of ?memory/i.test(`${exception} ${message}`)) {
    return new EngineError("overloaded", "The engine ran out of memory.", {
      providerCode: "out-of-memory",
    });
  }
  return new EngineError("bad-response", "The engine failed while drawing.", {
    billed: "maybe",
    providerCode: exception || "execution-error",
    cause: new Error(redact(message, [])),
  });
}

/** Follows one prompt from the queue to its pictures. */
export function followPrompt(
  server: ComfyServer,
  promptId: string,
  { graph, bindings }: Workflow,
  signals: Signals,
  onProgress: (progress: Omit<EngineProgress, "index">) => void,
): Followed {
  const weights = new Map(
    Object.entries(graph).map(([id, node]) => [id, nodeWeight(node.class_type)]),
  );
  const whole = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  const done = new Set<string>();
  let current: string | null = null;
  let ended: { failure: EngineError | null } | undefined;
  let fraction = 0.02;
  let wake = new AbortController();

  const report = (within: number, preview?: { bytes: Uint8Array; mime: string }) => {
    const finished = [...done].reduce((sum, id) => sum + (weights.get(id) ?? 0), 0);
    const running = current === null ? 0 : (weights.get(current) ?? 0) * within;
    fraction = Math.min(0.97, Math.max(fraction, (finished + running) / whole));
    onProgress({
      fraction,
      stage: current === null ? "queued" : (graph[current]?.class_type ?? "running"),
      preview,
    });
  };
  const end = (failure: EngineError | null) => {
    ended ??= { failure };
    wake.abort();
  };

  const take = (frame: Frame) => {
    if (frame.kind === "other") return;
    // Old previews carry no id; they are of the running prompt, ours while one of our nodes runs.
    if (
      frame.kind === "preview"
        ? frame.promptId !== promptId && (frame.promptId !== null || current === null)
        : frame.promptId !== promptId
    ) {
      return;
    }
    if (frame.kind === "node") {
      if (current !== null && current !== frame.node) done.add(current);
      current = frame.node;
      report(0);
    } else if (frame.kind === "step") {
      current = frame.node ?? current;
      report(frame.max > 0 ? frame.value / frame.max : 0);
    } else if (frame.kind === "cached") {
      for (const node of frame.nodes) done.add(node);
    } else if (frame.kind === "preview") {
      onProgress({ fraction, stage: "preview", preview: { bytes: frame.bytes, mime: frame.mime } });
    } else if (frame.kind === "failed") {
      end(failureOf(frame.exception, frame.message));
    } else if (frame.kind === "interrupted") {
      end(new EngineError("bad-response", "The engine was interrupted.", { billed: "maybe" }));
    } else {
      end(null);
    }
  };

  const wait = async (): Promise<PictureRef[]> => {
    for (;;) {
      const history = await server.history(promptId, bindings.output, signals);
      if (history.failed) throw failureOf("execution-error", history.message);
      if (history.finished) return history.pictures;
      if (ended?.failure) throw ended.failure;
      wake = new AbortController();
      const until = AbortSignal.any([wake.signal, signals.cancelled, signals.deadline]);
      // After "finished" the history follows within moments.
      await pause(ended ? 100 : historyEveryMs, undefined, {
        signal: ended ? AbortSignal.any([signals.cancelled, signals.deadline]) : until,
      }).catch((error: unknown) => {
        if (signals.cancelled.aborted || signals.deadline.aborted) {
          throw connectionError(error, signals.cancelled, signals.deadline);
        }
      });
    }
  };

  return { take, recheck: () => wake.abort(), pictures: wait() };
}
