/**
 * Servers of the AUTOMATIC1111 family. What each answers is copied from
 * - AUTOMATIC1111/stable-diffusion-webui 1.10, modules/api/api.py (errors as JSON by its middleware);
 * - lllyasviel/stable-diffusion-webui-forge, modules/api/api.py (0bdbe79b: its middleware is off, an exception is a bare
 *   500), modules/api/models.py (4eadf1b5), modules/progress.py (865f7746);
 * - vladmandic/sdnext, modules/api/generate.py (175e9cbe), modules/api/server.py (0e76332b), modules/progress.py
 *   (07d58366): no ids of tasks, progress of whatever is drawn whoever asks, `images: []` after a failure;
 * - leejet/stable-diffusion.cpp, examples/server/routes_sdapi.cpp (0137f168): no progress, no interrupt, no password.
 *
 * A1111 and Forge pass `current_task` to the answer of `/sdapi/v1/progress`, but their answer has no such field.
 */
import { setTimeout as pause } from "node:timers/promises";
import {
  adaptersApply,
  type Flavour,
  listModels,
  listSamplers,
  listSchedulers,
  openApi,
  sdServerModel,
} from "./sdapi-offer.ts";
import { drawnFor, maskRefusal, picture } from "./sdapi-pictures.ts";
import { refusalOf } from "./sdapi-refusals.ts";
import { type ServerEvent, openServerState, type ServerState } from "./sdapi-state.ts";
import { type Exchange, type Fault, type Provider, runProvider } from "./service.ts";

export type SdApiProvider = Provider & {
  readonly events: readonly ServerEvent[];
  /** Interrupts that ended a picture. */
  readonly interrupts: number;
};

export type SdApiOptions = {
  flavour?: Flavour;
  /** Whether SD.Next cannot load its adapters. */
  dropsAdapters?: boolean;
  /** The model of sd-server. */
  loaded?: string;
  /** Duration of a step in milliseconds, read before each. */
  stepMs?: number | (() => number);
  /** `show_progress_every_n_steps`; 10 in a fresh installation. */
  previewEverySteps?: number;
  /** While a latent is decoded to a preview, between the check of the current task and the picture. */
  decoding?: (taskId: string) => Promise<unknown>;
  /** While a picture is encoded; the next one is already being drawn. */
  encoding?: (prompt: string) => Promise<unknown>;
};

type Asked = Record<string, unknown>;
type Server = {
  flavour: Flavour;
  loaded: string;
  dropsAdapters: boolean;
  state: ServerState;
  provider: () => Provider;
  decoding: (taskId: string) => Promise<unknown>;
  encoding: (prompt: string) => Promise<unknown>;
};

/** `progressapi` of modules/progress.py, or SD.Next's `api_progress`. */
async function internalProgress({ flavour, state, decoding }: Server, asked: Asked) {
  const id = asked["id_task"];
  const active = id === state.currentTask;
  const queued = state.pendingTasks.has(String(id));
  const completed = state.finishedTasks.includes(String(id));
  const isNext = flavour === "sdnext";
  if (!active && !isNext) {
    const place = [...state.pendingTasks.keys()].indexOf(String(id));
    const inQueue = `In queue: ${place + 1}/${state.pendingTasks.size}`;
    const textinfo = queued && flavour === "forge" ? inQueue : "Waiting...";
    const unsaid = { progress: null, eta: null, live_preview: null };
    return { active, queued, completed, ...unsaid, id_live_preview: -1, textinfo };
  }
  const { current } = state;
  const progress = current ? current.step / current.steps : 0;
  const elapsed = current ? (performance.now() - current.startedAt) / 1000 : 0;
  const eta = progress > 0 ? elapsed / progress - elapsed : null;
  let shown: ReturnType<ServerState["makePreview"]> = null;
  if (active) {
    const made = state.makePreview();
    // The current task was checked above; the picture is whatever exists once the latent is decoded.
    if (made) await decoding(String(id));
    shown = state.makePreview();
  }
  const isNew = shown !== null && shown.id !== asked["id_live_preview"];
  const image = shown && isNew ? await picture(32, 32, shown.seed) : null;
  return {
    active,
    queued,
    completed,
    ...(isNext && {
      job: current ? "API-TXT" : "",
      paused: false,
      debug: false,
      step: current?.step ?? 0,
      steps: Math.max(current?.steps ?? 0, 1),
      batch_no: 0,
      batch_count: current ? 1 : 0,
    }),
    progress,
    eta,
    live_preview: image && `data:image/png;base64,${image}`,
    id_live_preview: isNew ? shown?.id : asked["id_live_preview"],
    textinfo: null,
  };
}

/** `/sdapi/v1/progress`: of whatever is being drawn. */
async function globalProgress({ flavour, state }: Server) {
  const { current } = state;
  const shown = state.makePreview();
  return {
    ...(flavour === "sdnext" && { id: null }),
    progress: current ? current.step / current.steps : 0,
    eta_relative: 0,
    state: {
      skipped: false,
      interrupted: false,
      stopping_generation: false,
      job: current ? "scripts_txt2img" : "",
      job_count: current ? 1 : 0,
      job_timestamp: current ? "20261127120000" : "0",
      job_no: 0,
      sampling_step: current?.step ?? 0,
      sampling_steps: current?.steps ?? 0,
    },
    current_image: current && shown ? await picture(32, 32, shown.seed) : null,
    textinfo: null,
  };
}

/** The response to an exception while drawing. */
function answerFailure({ flavour }: Server, exchange: Exchange, error: Error): void {
  if (flavour === "sdnext") exchange.json(200, { images: [], parameters: {}, info: "" });
  else if (flavour === "sd-server") {
    exchange.json(500, { error: "generate_image returned no results" });
  } else if (flavour === "forge") {
    exchange.res.writeHead(500, { "content-type": "text/plain" }).end("Internal Server Error");
  } else exchange.json(500, { error: error.name, detail: "", body: "", errors: error.message });
}

async function draw(server: Server, exchange: Exchange, fault: Fault | null): Promise<void> {
  const { res } = exchange;
  const { flavour, state } = server;
  const asked = JSON.parse(exchange.body.toString("utf8")) as Asked;
  const refused =
    refusalOf(flavour, exchange.path, asked) ?? (await maskRefusal(exchange.path, asked));
  if (refused) return exchange.json(...refused);
  const seed = Number(asked["seed"]);
  const knowsIds = flavour === "a1111" || flavour === "forge";
  const forced = knowsIds ? asked["force_task_id"] : null;
  let half: boolean;
  try {
    const drawing = {
      taskId: typeof forced === "string" ? forced : `task(txt2img-${crypto.randomUUID()})`,
      prompt: String(asked["prompt"]),
      seed,
      steps: Number(asked["steps"]),
    };
    ({ half } = await state.draw(drawing, async () => void (await server.provider().held)));
  } catch (error) {
    return answerFailure(server, exchange, error as Error);
  }
  await server.encoding(String(asked["prompt"]));
  if (fault === "wrong-type") {
    res.writeHead(200, { "content-type": "text/html" }).end("<html>proxy</html>");
    return;
  }
  if (fault === "cut") {
    res.writeHead(200, { "content-type": "application/json", "content-length": "9000" });
    res.write('{"images":["');
    setTimeout(() => res.socket?.destroy(), 20);
    return;
  }
  const scale = asked["enable_hr"] === true ? Number(asked["hr_scale"]) : 1;
  const [width, height] = [Number(asked["width"]) * scale, Number(asked["height"]) * scale];
  const drawn =
    fault === "broken-picture"
      ? "iVBORw0KGgo="
      : (server.provider().drawn?.toString("base64") ??
        (await drawnFor(asked, { width, height }, seed, half)));
  // With return_grid on, the grid of the batch comes before the pictures; extensions put their maps after them.
  const grid = fault === "duplicate-frames" ? [await picture(16, 16, seed)] : [];
  const info = { seed, all_seeds: [seed], index_of_first_image: grid.length };
  const isAdapted =
    asked["ip_adapter"] !== undefined && adaptersApply(asked) && !server.dropsAdapters;
  const { index_of_first_image: _first, ...plain } = info;
  exchange.json(200, {
    images: flavour === "sd-server" ? [drawn] : [...grid, drawn, ...grid],
    parameters: asked,
    info: JSON.stringify(
      flavour === "sd-server"
        ? plain
        : { ...info, ...(isAdapted && { extra_generation_params: { "IP Adapter": "Plus:0.6" } }) },
    ),
  });
}

async function route(server: Server, exchange: Exchange, fault: Fault | null): Promise<void> {
  const { flavour, state } = server;
  const json: Exchange["json"] = (...said) => exchange.json(...said);
  const basic = `Basic ${Buffer.from("user:pass").toString("base64")}`;
  const isOpen =
    flavour === "sd-server" ||
    exchange.path === "/openapi.json" ||
    exchange.path.startsWith("/internal/");
  if (fault === "unauthorised" || (!isOpen && exchange.headers.authorization !== basic)) {
    const detail = flavour === "sdnext" ? "Unauthorized" : "Incorrect username or password";
    return json(401, { detail }, { "www-authenticate": "Basic" });
  }
  if (fault === "rate-limited") {
    return json(429, { detail: "Too many requests" }, { "retry-after": "2" });
  }
  const has = (...flavours: Flavour[]) => flavours.includes(flavour);
  const address = `${exchange.method} ${exchange.path}`;
  if (address === "GET /sdapi/v1/sd-models") return json(200, listModels(flavour, server.loaded));
  if (address === "GET /sdcpp/v1/capabilities" && has("sd-server")) {
    return json(200, { model: { name: server.loaded }, supported_modes: ["img_gen"] });
  }
  if (address === "GET /sdapi/v1/samplers") return json(200, listSamplers(flavour));
  if (address === "GET /sdapi/v1/schedulers") return json(200, listSchedulers(flavour));
  if (address === "GET /openapi.json" && !has("sd-server")) return json(200, openApi(flavour));
  if (address === "POST /sdapi/v1/txt2img" || address === "POST /sdapi/v1/img2img") {
    return draw(server, exchange, fault);
  }
  if (address === "GET /internal/pending-tasks" && has("a1111", "forge")) {
    return json(200, { size: state.pendingTasks.size, tasks: [...state.pendingTasks.keys()] });
  }
  if (address === "POST /internal/progress" && !has("sd-server")) {
    const asked = JSON.parse(exchange.body.toString("utf8")) as Asked;
    return json(200, await internalProgress(server, asked));
  }
  if (address === "GET /sdapi/v1/progress" && !has("sd-server")) {
    return json(200, await globalProgress(server));
  }
  if (address === "POST /sdapi/v1/interrupt" && !has("sd-server")) {
    state.interrupt();
    if (has("sdnext")) exchange.res.writeHead(204).end();
    else json(200, {});
    return;
  }
  json(404, { detail: "Not Found" });
}

/** Starts a double; all but sd-server require HTTP Basic `user:pass`. */
export async function runSdApi(options: SdApiOptions = {}): Promise<SdApiProvider> {
  const { flavour = "a1111", loaded = sdServerModel, dropsAdapters = false } = options;
  const { stepMs = 15, previewEverySteps = 4 } = options;
  const { decoding = () => pause(3), encoding = async () => undefined } = options;
  /** Whether the "second-fails" fault let this picture pass; the next one fails. */
  let sparing = false;
  const fails = () => {
    if (provider.fault === "out-of-memory") {
      const error = new Error("CUDA out of memory. Tried to allocate 2 GiB");
      error.name = "OutOfMemoryError";
      throw error;
    }
    sparing = provider.fault === "second-fails" && !sparing;
    if (provider.fault === "second-fails" && !sparing) throw new Error("device-side assert");
  };
  const state = openServerState(
    typeof stepMs === "number" ? () => stepMs : stepMs,
    previewEverySteps,
    fails,
  );
  const server: Server = {
    flavour,
    loaded,
    dropsAdapters,
    state,
    provider: () => provider,
    decoding,
    encoding,
  };
  const provider: Provider = await runProvider((exchange, fault) => route(server, exchange, fault));
  return Object.defineProperties(provider, {
    events: { get: () => state.events },
    interrupts: {
      get: () => state.events.filter(({ what, half }) => what === "ends" && half === true).length,
    },
  }) as SdApiProvider;
}
