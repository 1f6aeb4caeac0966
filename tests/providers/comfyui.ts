/**
 * A ComfyUI server: a queue of graphs, node by node execution told over a websocket, history, pictures by name. Copied
 * from Comfy-Org/ComfyUI: server.py (002c3fb9, and 005f3ba4 for a server of 2024), execution.py (04e2a914, f599e5ca),
 * comfy_execution/progress.py (1b71f275), protocol.py. `POST /queue` and `/interrupt` answer without a body; previews
 * come only to a prompt that asks for them, and say whose they are only to a client whose first message says that it
 * understands it; a new server takes only a UUID as the id of a prompt. Uploads and pictures have a type, the folder
 * they are in (`get_dir_by_type`, `annotated_filepath` of folder_paths.py): only "temp" is emptied at a start.
 */
import { WebSocket, WebSocketServer } from "ws";
import { invalidId, nodeInfo, noPrompt, systemStats } from "./comfyui-about.ts";
import { oddBytes, oddTexts, previewFrame, previewWithMetadata } from "./comfyui-frames.ts";
import { adapterInfo, type Graph, knownClasses, objectInfo, validate } from "./comfyui-graph.ts";
import { openPromptQueue, queueEntry } from "./comfyui-queue.ts";
import { maskFault, redrawn } from "./masks.ts";
import { type Exchange, type Fault, pngOf, type Provider, runProvider } from "./service.ts";

type Asked = {
  prompt?: Graph;
  client_id?: string;
  prompt_id?: string;
  /** Before all that wait. */
  front?: boolean;
  extra_data?: Record<string, unknown>;
  delete?: string[];
  clear?: boolean;
};
type Client = { socket: WebSocket; knowsMetadata: boolean };

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
export type ComfyProvider = Provider & {
  /** Ids that were queued, repeats included. */
  submitted: string[];
  /** Ids that were cancelled while waiting or running. */
  cancelled: string[];
  /** Files that stay on the server for good. */
  kept: string[];
  /** Ids of prompts in the history. */
  remembered(): string[];
  /** Clears the waiting prompts, like the button in the server's own UI. */
  wipeQueue(): void;
  /** Restarts the server: queue, history and connections are lost, the URL stays. */
  restart(): void;
};

/**
 * What a graph draws that sets a noise mask (nodes.py: LoadImageMask gives the chosen channel, SetLatentNoiseMask has the sampler
 * draw where it is light); null for one that sets none. @throws Error for a mask that does not fit
 */
function maskedPicture(graph: Graph, uploads: ReadonlyMap<string, Buffer>): Promise<Buffer> | null {
  const nodes = Object.values(graph);
  const masked = Object.entries(graph).find(([, node]) => node.class_type === "SetLatentNoiseMask");
  if (!masked) return null;
  const fileOf = (type: string) => {
    const node = nodes.find((each) => each.class_type === type);
    return uploads.get(String(node?.inputs["image"])) ?? Buffer.alloc(0);
  };
  const [id, { inputs }] = masked;
  const [maskNode] = inputs["mask"] as [string, number];
  const isLinked = nodes.some(
    ({ class_type: type, inputs: given }) =>
      type === "KSampler" && (given["latent_image"] as [string, number])[0] === id,
  );
  if (!isLinked) throw new Error("the sampler does not take the masked latent");
  if (graph[maskNode]?.class_type !== "LoadImageMask") throw new Error("there is no mask");
  return (async () => {
    const [source, mask] = [fileOf("LoadImage"), fileOf("LoadImageMask")];
    const fault = await maskFault(mask, source, "white");
    if (fault !== null) throw new Error(fault);
    return redrawn(source, mask, "white", [20, 160, 220]);
  })();
}

/**
 * Starts one.
 * @param pace multiplies the time a drawing takes
 * @param hasAdapters with the nodes and files of ComfyUI_IPAdapter_plus
 * @param old a server of 2024: ids of its own, no job addresses, previews without metadata, a global interrupt
 */
export async function runComfyUi(
  old = false,
  pace = 1,
  hasAdapters = false,
): Promise<ComfyProvider> {
  const info: Readonly<Record<string, object>> = {
    ...objectInfo,
    ...(hasAdapters && adapterInfo),
  };
  const clients = new Map<string, Client>();
  const files = new Map<string, Promise<Buffer>>();
  const uploads = new Map<string, Buffer>();
  const kept: string[] = [];
  const submitted: string[] = [];
  let fault: Fault | null = null;
  /** How many prompts were numbered since the start. */
  let numbered = 0;

  const sendTo = (client: Client | undefined, frame: string | Buffer) => {
    if (client?.socket.readyState === WebSocket.OPEN) client.socket.send(frame);
  };
  const sendOdd = (client: Client | undefined) => {
    if (fault !== "odd-frames") return;
    for (const frame of [...oddTexts, ...oddBytes]) sendTo(client, frame);
  };

  const queue = openPromptQueue(
    !old,
    {
      event(clientId, type, data) {
        const frame = JSON.stringify({ type, data });
        const receivers = clientId === null ? [...clients.values()] : [clients.get(clientId)];
        for (const client of receivers) {
          sendTo(client, frame);
          if (fault === "duplicate-frames") sendTo(client, frame);
          if (type === "executing") sendOdd(client);
          if (type === "executing" && fault === "drop-socket") client?.socket.terminate();
        }
      },
      async preview({ id, clientId, extra }, nodeId, step) {
        const { preview_method: method } = extra;
        const isShown = old || (method !== undefined && method !== "none" && method !== "default");
        const client = clients.get(clientId ?? "");
        if (!isShown || !client) return;
        const image = await pngOf(32, 32, step);
        const metadata = { node_id: nodeId, prompt_id: id, display_node_id: nodeId };
        const withMetadata = !old && client.knowsMetadata;
        sendTo(client, withMetadata ? previewWithMetadata(image, metadata) : previewFrame(image));
      },
      held: async () => provider.held,
      fault: () => fault,
      save({ graph }, { filename, type }, width, height) {
        const sampler = Object.values(graph).find((node) => node.class_type === "KSampler");
        if (type === "output") kept.push(filename);
        files.set(
          `${type} ${filename}`,
          maskedPicture(graph, uploads) ??
            pngOf(width, height, Number(sampler?.inputs["seed"] ?? 0)),
        );
      },
    },
    pace,
  );

  const submit = (exchange: Exchange, asked: Asked) => {
    const { prompt: graph } = asked;
    if (!graph) return exchange.json(400, noPrompt);
    const given = old ? undefined : asked.prompt_id;
    if (given !== undefined && !uuid.test(given)) return exchange.json(400, invalidId);
    const valid = validate(graph, new Set(uploads.keys()), hasAdapters);
    if ("refused" in valid) return exchange.json(400, valid.refused);
    const id = given ?? crypto.randomUUID();
    submitted.push(id);
    const number = asked.front === true ? -numbered : numbered;
    numbered += 1;
    queue.put({
      id,
      number,
      clientId: asked.client_id ?? null,
      graph,
      outputs: valid.outputs,
      extra: asked.extra_data ?? {},
    });
    exchange.json(200, { prompt_id: id, number, node_errors: valid.nodeErrors });
  };

  const upload = async (exchange: Exchange) => {
    const form = await new Response(Uint8Array.from(exchange.body), {
      headers: { "content-type": exchange.headers["content-type"] ?? "" },
    }).formData();
    const image = form.get("image");
    if (image instanceof File) {
      const given = form.get("type");
      const type = typeof given === "string" ? given : "input";
      const key = type === "input" ? image.name : `${image.name} [${type}]`;
      uploads.set(key, Buffer.from(await image.arrayBuffer()));
      if (type !== "temp") kept.push(image.name);
      exchange.json(200, { name: image.name, subfolder: "", type });
    } else exchange.res.writeHead(400).end();
  };

  const view = async ({ res, query }: Exchange) => {
    const kept = await files.get(`${query.get("type") ?? "output"} ${query.get("filename")}`);
    const bytes = kept && (provider.drawn ?? kept);
    if (!bytes) res.writeHead(404).end();
    else if (fault === "wrong-type")
      res.writeHead(200, { "content-type": "text/html" }).end("<html></html>");
    else if (fault === "broken-picture") res.writeHead(200).end(bytes.subarray(0, 60));
    else if (fault === "cut") {
      res.writeHead(200, { "content-length": String(bytes.length) });
      res.write(bytes.subarray(0, 20));
      setTimeout(() => res.socket?.destroy(), 20);
    } else res.writeHead(200, { "content-type": "image/png" }).end(bytes);
  };

  const answer = async (exchange: Exchange) => {
    const { res, path } = exchange;
    const isJson = (exchange.headers["content-type"] ?? "").includes("json");
    const asked = (isJson ? JSON.parse(exchange.body.toString("utf8")) : {}) as Asked;
    const address = `${exchange.method} ${path}`;
    const done = () =>
      void res.writeHead(200, { "content-type": "application/octet-stream" }).end();
    if (fault === "unauthorised") exchange.json(401, {});
    else if (fault === "rate-limited") exchange.json(429, {}, { "retry-after": "2" });
    else if (address === "GET /system_stats") exchange.json(200, systemStats);
    else if (exchange.method === "GET" && path.startsWith("/object_info/")) {
      const type = path.slice("/object_info/".length);
      const isKnown = knownClasses.has(type) || type in info;
      exchange.json(200, isKnown ? { [type]: nodeInfo(type, info[type] ?? {}) } : {});
    } else if (address === "POST /history") {
      for (const id of asked.delete ?? []) queue.forget(id);
      done();
    } else if (address === "POST /upload/image") await upload(exchange);
    else if (address === "POST /prompt") submit(exchange, asked);
    else if (exchange.method === "GET" && path.startsWith("/history/")) {
      const id = path.slice("/history/".length);
      const entry = queue.entry(id);
      exchange.json(200, entry ? { [id]: entry } : {});
    } else if (address === "GET /queue") {
      exchange.json(200, {
        queue_running: queue.running ? [queueEntry(queue.running)] : [],
        queue_pending: queue.waiting.map(queueEntry),
      });
    } else if (address === "POST /queue") {
      if (asked.clear) queue.wipe();
      for (const id of asked.delete ?? []) queue.dequeue(id);
      done();
    } else if (address === "POST /interrupt") {
      if (old || asked.prompt_id === undefined) queue.interrupt();
      else queue.interruptIfRunning(asked.prompt_id);
      done();
    } else if (!old && exchange.method === "POST" && /^\/api\/jobs\/[^/]+\/cancel$/.test(path)) {
      const id = path.split("/")[3];
      exchange.json(200, { cancelled: queue.interruptIfRunning(id) || queue.dequeue(id) });
    } else if (address === "GET /view") await view(exchange);
    else res.writeHead(404, { "content-type": "text/plain" }).end("404: Not Found");
  };

  const welcome = (socket: WebSocket, sid: string) => {
    const client: Client = { socket, knowsMetadata: false };
    clients.set(sid, client);
    const left = queue.waiting.length + (queue.running ? 1 : 0);
    const status = { exec_info: { queue_remaining: left } };
    sendTo(client, JSON.stringify({ type: "status", data: { status, sid } }));
    sendOdd(client);
    let isFirst = true;
    socket.on("message", (said) => {
      const message = JSON.parse((said as Buffer).toString("utf8")) as {
        type?: string;
        data?: Record<string, unknown>;
      };
      if (!old && isFirst && message.type === "feature_flags") {
        client.knowsMetadata = message.data?.["supports_preview_metadata"] === true;
        const data = { supports_preview_metadata: true, max_upload_size: 104_857_600 };
        sendTo(client, JSON.stringify({ type: "feature_flags", data }));
      }
      isFirst = false;
    });
    socket.on("error", () => undefined);
    socket.on("close", () => clients.get(sid) === client && clients.delete(sid));
  };

  const upgrades = new WebSocketServer({ noServer: true });
  const provider = await runProvider(
    (exchange, playing) => {
      fault = playing;
      return answer(exchange);
    },
    (req, socket, head) => {
      fault = provider.fault;
      upgrades.handleUpgrade(req, socket, head, (client) => {
        const asked = new URL(req.url ?? "/", "http://comfy").searchParams;
        welcome(client, asked.get("clientId") ?? crypto.randomUUID());
      });
    },
  );
  return Object.assign(provider, {
    submitted,
    cancelled: queue.cancelled,
    kept,
    remembered: queue.remembered,
    wipeQueue: () => queue.wipe(),
    restart() {
      queue.restart();
      numbered = 0;
      for (const { socket } of clients.values()) socket.terminate();
      clients.clear();
    },
  });
}
