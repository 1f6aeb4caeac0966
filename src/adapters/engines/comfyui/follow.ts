import { setTimeout as pause } from "node:timers/promises";
import { EngineError, type EngineErrorKind, type EngineProgress } from "../port.ts";
import type { Signals } from "../remote/call.ts";
import { connectionError, redact } from "../remote/failures.ts";
import type { Frame, Part } from "./frames.ts";
import type { ComfyServer, PictureRef } from "./server.ts";
import { nodeWeight, type Workflow } from "./workflow.ts";

/** How often the server is polled besides the frames: a lost frame must not hang a cast. */
const askEveryMs = 3000;
/** The history is updated shortly after a prompt is reported as finished. */
const soonMs = 100;
/** The server is not polled more often, however many frames ask for it. */
const leastMs = 200;

/** How far a node that expands into others is at most: it is not told how many are still to come. */
const expandedMost = 0.9;

const clamp = (value: number, max: number) => Math.min(max, Math.max(0, value));

/** Code of the failure of a prompt that its server no longer has. */
export const promptGone = "prompt-gone";

export type Followed = {
  /** Called with every frame of the connection. */
  take(frame: Frame): void;
  /** Polls the server soon, e.g. after a reconnect. */
  recheck(): void;
  /** The pictures, once the prompt is finished. @throws EngineError */
  pictures: Promise<PictureRef[]>;
};

function failureOf(exception: string, message: string): EngineError {
  if (/out ?of ?memory/i.test(`${exception} ${message}`)) {
    return new EngineError("overloaded", "The engine ran out of memory.", {
      providerCode: "out-of-memory",
    });
  }
  const words =
    exception === "interrupted"
      ? "The engine was interrupted."
      : "The engine failed while drawing.";
  return new EngineError("bad-response", words, {
    billed: "maybe",
    providerCode: exception,
    cause: new Error(redact(message, [])),
  });
}

/** An error or an unreadable response of the queue says nothing about the prompt. */
const vague: ReadonlySet<EngineErrorKind> = new Set(["bad-response", "invalid-request"]);

/** The server was restarted, or its queue cleared: it never drew the prompt, so a retry is safe. */
const gone = () =>
  new EngineError("provider-down", "The engine lost this picture.", { providerCode: promptGone });

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
  /** Prompts before ours, of whoever uses the server; null once it runs. */
  let ahead: number | null = null;
  let wake = new AbortController();

  const isOurs = (node: string) => weights.has(node);
  const report = (within: number) => {
    const finished = [...done].reduce((sum, id) => sum + (weights.get(id) ?? 0), 0);
    const running = current === null ? 0 : (weights.get(current) ?? 0) * within;
    fraction = Math.min(0.97, Math.max(fraction, (finished + running) / whole));
    onProgress({
      fraction,
      stage: current === null ? "queued" : (graph[current]?.class_type ?? "running"),
    });
  };
  const end = (failure: EngineError | null) => {
    ended ??= { failure };
    wake.abort();
  };
  const begin = (node: string) => {
    if (!isOurs(node)) return;
    if (current !== null && current !== node) done.add(current);
    current = node;
    ahead = null;
  };
  /** How far a node is that has expanded into others: by the steps of those that have several. */
  const withinParts = (parts: readonly Part[]): number => {
    const stepping = parts.filter(({ shown, max }) => shown === current && max > 1);
    const steps = stepping.reduce((sum, { max }) => sum + max, 0);
    const taken = stepping.reduce((sum, { value, max }) => sum + clamp(value, max), 0);
    return steps > 0 ? expandedMost * (taken / steps) : 0;
  };

  const take = (frame: Frame) => {
    if (frame.kind === "other") return;
    if (frame.kind === "queue") {
      wake.abort();
      return;
    }
    if (frame.kind === "preview") {
      // Old previews carry no id; they are of the running prompt, ours while one of our nodes runs.
      const isRunning =
        frame.promptId === promptId || (frame.promptId === null && current !== null);
      const { bytes, mime } = frame;
      if (isRunning) onProgress({ fraction, stage: "preview", preview: { bytes, mime } });
      return;
    }
    if (frame.promptId !== promptId) return;
    if (frame.kind === "node") {
      begin(isOurs(frame.node) ? frame.node : (frame.shown ?? frame.node));
      report(0);
    } else if (frame.kind === "parts") {
      if (frame.parts.some(({ shown }) => shown === current)) report(withinParts(frame.parts));
    } else if (frame.kind === "step") {
      if (frame.node !== null) begin(frame.node);
      // The steps of a node that is part of another are told by the states of all such nodes.
      const isPart = frame.node !== null && !isOurs(frame.node);
      if (!isPart) report(frame.max > 0 ? clamp(frame.value, frame.max) / frame.max : 0);
    } else if (frame.kind === "cached") {
      for (const node of frame.nodes.filter(isOurs)) done.add(node);
    } else if (frame.kind === "failed") {
      end(failureOf(frame.exception || "execution-error", frame.message));
    } else if (frame.kind === "interrupted") {
      end(failureOf("interrupted", ""));
    } else {
      end(null);
    }
  };

  /** The pictures, or null while the prompt is not finished. */
  const drawn = async (): Promise<PictureRef[] | null> => {
    const { finished, failure, pictures } = await server.history(
      promptId,
      bindings.output,
      signals,
    );
    if (failure) throw failureOf(failure.exception, failure.message);
    return finished ? pictures : null;
  };
  /** Waiting or running, as far as the server tells: an unreadable queue counts as unknown. */
  const isKept = async (): Promise<boolean> => {
    try {
      const place = await server.place(promptId, signals);
      if (place?.state === "pending" && current === null && place.ahead !== ahead) {
        ({ ahead } = place);
        onProgress({ fraction, stage: `queued behind ${place.ahead}` });
      }
      return place !== null;
    } catch (error) {
      const isVague = error instanceof EngineError && vague.has(error.kind);
      if (isVague) return true;
      throw error;
    }
  };
  const rest = async (ms: number, until: AbortSignal) => {
    await pause(ms, undefined, { signal: until }).catch((error: unknown) => {
      if (signals.cancelled.aborted || signals.deadline.aborted) {
        throw connectionError(error, signals.cancelled, signals.deadline);
      }
    });
  };

  const wait = async (): Promise<PictureRef[]> => {
    const over = AbortSignal.any([signals.cancelled, signals.deadline]);
    for (;;) {
      wake = new AbortController();
      const pictures = await drawn();
      if (pictures) return pictures;
      if (ended?.failure) throw ended.failure;
      // A prompt moves from the queue into the history in one step, so one that is in neither is looked up once more.
      if (!(await isKept())) {
        const late = await drawn();
        if (late) return late;
        throw gone();
      }
      if (ended) await rest(soonMs, over);
      else {
        await rest(leastMs, over);
        await rest(askEveryMs - leastMs, AbortSignal.any([wake.signal, over]));
      }
    }
  };

  return { take, recheck: () => wake.abort(), pictures: wait() };
}
