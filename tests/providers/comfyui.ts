/** A ComfyUI server: a queue of graphs, node by node execution told over a websocket, history, pictures by name. */
import { WebSocket, WebSocketServer } from "ws";
import { checkpoints, executionOrder, type GraphNode, nodeErrors } from "./comfyui-graph.ts";
import { type Exchange, type Fault, pngOf, type Provider, runProvider } from "./service.ts";

type Prompt = {
  id: string;
  clientId: string;
  graph: Record<string, GraphNode>;
  cancelled: boolean;
};
type Asked = {
  prompt?: Record<string, GraphNode>;
  client_id?: string;
  prompt_id?: string;
  delete?: string[];
};
type Entry = {
  outputs: Record<string, { images: { filename: string; subfolder: string; type: string }[] }>;
  status: Record<string, unknown>;
};

const nodeMs = 10;
const stepMs = 20;
const shownSteps = 6;
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

export type ComfyProvider = Provider & {
  /** Ids that were queued, repeats included. */
  submitted: string[];
  /** Ids that were taken back while waiting or running. */
  cancelled: string[];
};

/**
 * Starts one.
 * @param old a server of years ago: ids of its own, no job addresses, previews without metadata
 */
export async function runComfyUi(old = false): Promise<ComfyProvider> {
  const sockets = new Map<string, WebSocket>();
  const waiting: Prompt[] = [];
  let running: Prompt | null = null;
  const history = new Map<string, Entry>();
  const files = new Map<string, Promise<Buffer>>();
  const uploads = new Set<string>();
  const submitted: string[] = [];
  const cancelled: string[] = [];
  let fault: Fault | null = null;
  /** Whether the "second-fails" fault lets this prompt through; the next one fails. */
  let sparing = false;

  const send = (prompt: Prompt, type: string, data: Record<string, unknown>) => {
    const socket = sockets.get(prompt.clientId);
    if (socket?.readyState !== WebSocket.OPEN) return;
    const frame = JSON.stringify({ type, data: { ...data, prompt_id: prompt.id } });
    socket.send(frame);
    if (fault === "duplicate-frames") socket.send(frame);
  };
  const sendPreview = async (prompt: Prompt, step: number) => {
    const jpeg = await pngOf(32, 32, step);
    const word = (value: number) => {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(value);
      return bytes;
    };
    const metadata = Buffer.from(JSON.stringify({ prompt_id: prompt.id, image_type: "image/png" }));
    const frame = old
      ? Buffer.concat([word(1), word(2), jpeg])
      : Buffer.concat([word(4), word(metadata.length), metadata, jpeg]);
    sockets.get(prompt.clientId)?.send(frame);
  };

  const execute = async (prompt: Prompt) => {
    sparing = fault === "second-fails" && !sparing;
    send(prompt, "execution_start", {});
    const order = executionOrder(prompt.graph);
    send(prompt, "execution_cached", { nodes: [] });
    let width = 64;
    let height = 64;
    for (const id of order) {
      const node = prompt.graph[id];
      if (typeof node.inputs["width"] === "number") {
        width = node.inputs["width"];
        height = Number(node.inputs["height"]);
      }
      send(prompt, "executing", { node: id });
      if (fault === "drop-socket") sockets.get(prompt.clientId)?.terminate();
      if (node.class_type === "KSampler") {
        for (let step = 1; step <= shownSteps && !prompt.cancelled; step += 1) {
          await pause(stepMs);
          send(prompt, "progress", { node: id, value: step, max: shownSteps });
          if (step > shownSteps / 2) await sendPreview(prompt, step);
        }
        await provider.held;
        const failing =
          fault === "out-of-memory" ||
          fault === "moderated-after" ||
          (fault === "second-fails" && !sparing);
        if (failing) {
          const oom = fault === "out-of-memory";
          const error = {
            node_id: id,
            node_type: node.class_type,
            exception_type: oom ? "torch.OutOfMemoryError" : "RuntimeError",
            exception_message: oom
              ? "Allocation on device 0 would exceed allowed memory. (out of memory)"
              : "mat1 and mat2 shapes cannot be multiplied",
          };
          send(prompt, "execution_error", error);
          history.set(prompt.id, {
            outputs: {},
            status: {
              status_str: "error",
              completed: false,
              messages: [["execution_error", error]],
            },
          });
          return;
        }
      } else await pause(nodeMs);
      if (prompt.cancelled) {
        send(prompt, "execution_interrupted", { node_id: id });
        history.set(prompt.id, {
          outputs: {},
          status: {
            status_str: "error",
            completed: false,
            messages: [["execution_interrupted", {}]],
          },
        });
        return;
      }
    }
    const filename = `echoform_${prompt.id}_.png`;
    const sampler = Object.values(prompt.graph).find((node) => node.class_type === "KSampler");
    files.set(filename, pngOf(width, height, Number(sampler?.inputs["seed"] ?? 0)));
    const save = order.find((id) => prompt.graph[id].class_type === "SaveImage") ?? "";
    history.set(prompt.id, {
      outputs: { [save]: { images: [{ filename, subfolder: "", type: "output" }] } },
      status: { status_str: "success", completed: true, messages: [] },
    });
    send(prompt, "executed", { node: save, output: {} });
    if (!old) send(prompt, "execution_success", {});
    send(prompt, "executing", { node: null });
  };
  const work = async () => {
    if (running) return;
    for (running = waiting.shift() ?? null; running; running = waiting.shift() ?? null)
      await execute(running);
  };

  const takeBack = (id: string): boolean => {
    const at = waiting.findIndex((prompt) => prompt.id === id);
    if (at >= 0) waiting.splice(at, 1);
    else if (running?.id === id) running.cancelled = true;
    else return false;
    cancelled.push(id);
    return true;
  };
  const entryOf = (prompt: Prompt) => [0, prompt.id, prompt.graph, {}, []];

  const answer = async (exchange: Exchange) => {
    const { res } = exchange;
    const asked = JSON.parse(
      /json/.test(exchange.headers["content-type"] ?? "") ? exchange.body.toString("utf8") : "{}",
    ) as Asked;
    const address = `${exchange.method} ${exchange.path}`;
    if (fault === "unauthorised") exchange.json(401, {});
    else if (fault === "rate-limited") exchange.json(429, {}, { "retry-after": "2" });
    else if (address === "GET /system_stats")
      exchange.json(200, { system: { comfyui_version: "0.3" }, devices: [] });
    else if (address === "GET /object_info/CheckpointLoaderSimple") {
      exchange.json(200, {
        CheckpointLoaderSimple: { input: { required: { ckpt_name: [checkpoints, {}] } } },
      });
    } else if (address === "POST /upload/image") {
      const form = await new Response(Uint8Array.from(exchange.body), {
        headers: { "content-type": exchange.headers["content-type"] ?? "" },
      }).formData();
      const image = form.get("image");
      const name = image instanceof File ? image.name : "upload.png";
      uploads.add(name);
      exchange.json(200, { name, subfolder: "", type: "input" });
    } else if (address === "POST /prompt") {
      const errors = nodeErrors(asked.prompt ?? {});
      const missing = Object.values(asked.prompt ?? {}).find(
        (node) => node.class_type === "LoadImage" && !uploads.has(String(node.inputs["image"])),
      );
      if (Object.keys(errors).length > 0 || missing) {
        exchange.json(400, {
          error: {
            type: "prompt_outputs_failed_validation",
            message: "Prompt outputs failed validation",
            details: "",
            extra_info: {},
          },
          node_errors: errors,
        });
        return;
      }
      const id = old ? crypto.randomUUID() : (asked.prompt_id ?? crypto.randomUUID());
      submitted.push(id);
      waiting.push({
        id,
        clientId: asked.client_id ?? "",
        graph: asked.prompt ?? {},
        cancelled: false,
      });
      exchange.json(200, { prompt_id: id, number: submitted.length, node_errors: {} });
      void work();
    } else if (exchange.method === "GET" && exchange.path.startsWith("/history/")) {
      const id = exchange.path.slice("/history/".length);
      const entry = history.get(id);
      exchange.json(200, entry ? { [id]: entry } : {});
    } else if (address === "GET /queue") {
      exchange.json(200, {
        queue_running: running ? [entryOf(running)] : [],
        queue_pending: waiting.map(entryOf),
      });
    } else if (address === "POST /queue") {
      for (const id of asked.delete ?? []) takeBack(id);
      exchange.json(200, {});
    } else if (address === "POST /interrupt") {
      const id = asked.prompt_id;
      if (running && (old || id === undefined || id === running.id)) takeBack(running.id);
      exchange.json(200, {});
    } else if (
      !old &&
      exchange.method === "POST" &&
      /^\/api\/jobs\/[^/]+\/cancel$/.test(exchange.path)
    ) {
      exchange.json(200, { cancelled: takeBack(exchange.path.split("/")[3]) });
    } else if (address === "GET /view") {
      const bytes = await files.get(exchange.query.get("filename") ?? "");
      if (!bytes) res.writeHead(404).end();
      else if (fault === "wrong-type")
        res.writeHead(200, { "content-type": "text/html" }).end("<html></html>");
      else if (fault === "broken-picture") res.writeHead(200).end(bytes.subarray(0, 60));
      else if (fault === "cut") {
        res.writeHead(200, { "content-length": String(bytes.length) });
        res.write(bytes.subarray(0, 20));
        setTimeout(() => res.socket?.destroy(), 20);
      } else res.writeHead(200, { "content-type": "image/png" }).end(bytes);
    } else exchange.json(404, { error: "Not Found" });
  };

  const upgrades = new WebSocketServer({ noServer: true });
  const provider = await runProvider(
    (exchange, playing) => {
      fault = playing;
      return answer(exchange);
    },
    (req, socket, head) => {
      upgrades.handleUpgrade(req, socket, head, (client) => {
        const id =
          new URL(req.url ?? "/", "http://comfy").searchParams.get("clientId") ??
          crypto.randomUUID();
        sockets.set(id, client);
        client.send(
          JSON.stringify({
            type: "status",
            data: { status: { exec_info: { queue_remaining: waiting.length } }, sid: id },
          }),
        );
      });
    },
  );
  return Object.assign(provider, { submitted, cancelled });
}
