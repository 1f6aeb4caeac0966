/**
 * The queue of a ComfyUI server and the events of the running prompt: `PromptQueue` and `PromptExecutor` of
 * execution.py, `WebUIProgressHandler` of comfy_execution/progress.py. A prompt moves from the queue into the history
 * in one step; its events are sent only to the client that queued it, but an interruption is sent to all.
 */
import { executionOrder, type Graph } from "./comfyui-graph.ts";
import { heapify, heapPop, heapPush } from "./python-heap.ts";
import type { Fault } from "./service.ts";

export type Prompt = {
  id: string;
  number: number;
  clientId: string | null;
  graph: Graph;
  /** Those that are drawn. */
  outputs: readonly string[];
  extra: Record<string, unknown>;
};
type Message = [event: string, data: Record<string, unknown>];
type Entry = {
  prompt: unknown;
  outputs: Record<string, { images: SavedFile[] }>;
  status: { status_str: "success" | "error"; completed: boolean; messages: Message[] };
  meta: Record<string, object>;
};
/** A picture of an output node, in the folder of its type. */
export type SavedFile = { filename: string; subfolder: string; type: "temp" | "output" };
type Thrown = { type: string; message: string };

/** Sends to a client; null sends to all of them. */
export type Told = {
  event(clientId: string | null, type: string, data: Record<string, unknown>): void;
  preview(prompt: Prompt, nodeId: string, step: number): Promise<void>;
  /** Pictures wait for this promise before they are finished. */
  held(): Promise<unknown>;
  fault(): Fault | null;
  save(prompt: Prompt, file: SavedFile, width: number, height: number): void;
};

const nodeMs = 10;
const stepMs = 20;
const shownSteps = 6;
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

export const queueEntry = ({ number, id, graph, extra, clientId, outputs }: Prompt) => [
  number,
  id,
  graph,
  { ...extra, client_id: clientId },
  outputs,
];

/**
 * @param pace multiplies the time of every node and step
 * @param isNew sends `execution_success` and `progress_state`, which older servers do not have
 */
export function openPromptQueue(isNew: boolean, told: Told, pace = 1) {
  /** A heap, which is also how it is listed. */
  let waiting: Prompt[] = [];
  let running: Prompt | null = null;
  const flag = { isInterrupted: false };
  let history = new Map<string, Entry>();
  /** Incremented by a restart: earlier prompts end without an event. */
  let life = 0;
  /** Whether the "second-fails" fault lets this prompt through; the next one fails. */
  let sparing = false;
  const cancelled: string[] = [];

  const updated = () => {
    const left = waiting.length + (running ? 1 : 0);
    told.event(null, "status", { status: { exec_info: { queue_remaining: left } } });
  };

  const thrownBy = (): Thrown | null => {
    const fault = told.fault();
    if (fault === "out-of-memory") {
      const message = "Allocation on device 0 would exceed allowed memory. (out of memory)";
      return { type: "torch.OutOfMemoryError", message };
    }
    const isFailing = fault === "moderated-after" || (fault === "second-fails" && !sparing);
    const message = "mat1 and mat2 shapes cannot be multiplied";
    return isFailing ? { type: "RuntimeError", message } : null;
  };

  const execute = async (prompt: Prompt): Promise<Entry> => {
    const messages: Message[] = [];
    const { id: prompt_id, clientId, graph } = prompt;
    const say = (type: string, data: Record<string, unknown>, toAll = false) => {
      told.event(toAll ? null : clientId, type, { ...data, prompt_id });
    };
    const note = (type: string, data: Record<string, unknown>, toAll = false) => {
      const dated = { ...data, timestamp: Date.now() };
      messages.push([type, { ...dated, prompt_id }]);
      if (clientId !== null || toAll) say(type, dated, toAll);
    };
    const failed = (): Entry => ({
      prompt: queueEntry(prompt),
      outputs: {},
      status: { status_str: "error", completed: false, messages },
      meta: {},
    });
    flag.isInterrupted = false;
    sparing = told.fault() === "second-fails" && !sparing;
    note("execution_start", {});
    note("execution_cached", { nodes: [] });
    let [width, height] = [64, 64];
    const order = executionOrder(graph, prompt.outputs);
    for (const [at, node] of order.entries()) {
      const { class_type: node_type, inputs } = graph[node];
      if (typeof inputs["width"] === "number") {
        [width, height] = [inputs["width"], Number(inputs["height"])];
      }
      say("executing", { node, display_node: node });
      /** `id` is the node itself, or one that it has expanded into (`GraphBuilder` of comfy_execution/graph_utils.py). */
      const sample = async (id: string) => {
        for (let step = 1; step <= shownSteps && !flag.isInterrupted; step += 1) {
          await pause(stepMs * pace);
          say("progress", { value: step, max: shownSteps, node: id });
          const state = {
            value: step,
            max: shownSteps,
            state: "running",
            node_id: id,
            prompt_id,
            display_node_id: node,
            real_node_id: node,
          };
          if (isNew) say("progress_state", { nodes: { [id]: state } });
          if (step > shownSteps / 2) await told.preview(prompt, node, step);
        }
        await told.held();
      };
      if (node_type === "KSampler") await sample(node);
      else if (node_type === "PipelineKSampler") {
        for (const part of [`${node}.0.0.1`, `${node}.0.0.2`]) {
          say("executing", { node: part, display_node: node });
          if (part.endsWith("2")) await sample(part);
          else await pause(nodeMs * pace);
        }
      } else await pause(nodeMs * pace);
      const executed = order.slice(0, at);
      if (flag.isInterrupted) {
        note("execution_interrupted", { node_id: node, node_type, executed }, true);
        return failed();
      }
      const thrown = node_type === "KSampler" ? thrownBy() : null;
      if (thrown) {
        const { type, message } = thrown;
        const error = { exception_type: type, exception_message: message, traceback: ["  File …"] };
        note("execution_error", {
          node_id: node,
          node_type,
          executed,
          ...error,
          current_inputs: {},
        });
        return failed();
      }
    }
    const outputs: Entry["outputs"] = {};
    const meta: Entry["meta"] = {};
    for (const [nth, node] of prompt.outputs.entries()) {
      const filename = `echoform_${prompt_id}_${nth === 0 ? "" : `${nth}_`}.png`;
      const isTemporary = graph[node].class_type === "PreviewImage";
      const file: SavedFile = { filename, subfolder: "", type: isTemporary ? "temp" : "output" };
      told.save(prompt, file, width, height);
      outputs[node] = { images: [file] };
      meta[node] = { node_id: node, display_node: node, parent_node: null, real_node_id: node };
      say("executed", { node, display_node: node, output: outputs[node] });
    }
    if (isNew) note("execution_success", {});
    const status: Entry["status"] = { status_str: "success", completed: true, messages };
    return { prompt: queueEntry(prompt), outputs, status, meta };
  };

  const work = async () => {
    const mine = life;
    if (running) return;
    for (running = heapPop(waiting) ?? null; running; running = heapPop(waiting) ?? null) {
      updated();
      const prompt = running;
      const entry = await execute(prompt);
      if (life !== mine) return;
      running = null;
      history.set(prompt.id, entry);
      updated();
      told.event(prompt.clientId, "executing", { node: null, prompt_id: prompt.id });
    }
  };

  const dequeue = (id: string): boolean => {
    const isThere = waiting.some((prompt) => prompt.id === id);
    waiting = waiting.filter((prompt) => prompt.id !== id);
    heapify(waiting);
    if (isThere) {
      cancelled.push(id);
      updated();
    }
    return isThere;
  };
  const interrupt = (): boolean => {
    if (!running) return false;
    flag.isInterrupted = true;
    cancelled.push(running.id);
    return true;
  };

  return {
    /** Ids that were cancelled while waiting or running. */
    cancelled,
    get running() {
      return running;
    },
    get waiting(): readonly Prompt[] {
      return waiting;
    },
    entry: (id: string) => history.get(id),
    /** Ids of finished prompts that the server still knows, with their words. */
    remembered: (): string[] => [...history.keys()],
    forget: (id: string) => history.delete(id),
    put(prompt: Prompt) {
      heapPush(waiting, prompt);
      updated();
      void work();
    },
    dequeue,
    interrupt,
    interruptIfRunning: (id: string) => running?.id === id && interrupt(),
    /** `POST /queue {clear}`: the running prompt continues. */
    wipe() {
      waiting = [];
      updated();
    },
    /** Restarts with empty state. */
    restart() {
      life += 1;
      flag.isInterrupted = true;
      waiting = [];
      running = null;
      history = new Map();
    },
  };
}
