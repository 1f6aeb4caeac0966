/**
 * Speaks as stable-diffusion.cpp's own server (examples/server: main.cpp, runtime.cpp, routes_sdcpp.cpp, async_jobs.cpp; and
 * examples/common/common.cpp), started as it is and stricter: what the real one ignores in a request (a field or a name
 * that it does not know, a picture of another size) is refused. It loads before it listens, ends with 1 over files
 * that it cannot load, draws one picture at a time, and goes on when nobody asks any more.
 *
 * Words in the prompt make it fail; so do arguments before `--`, which the real one does not have.
 */
import { createHash } from "node:crypto";
import {
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import path from "node:path";
import sharp from "sharp";
import { maskFault, redrawn } from "./masks.ts";
import { startedWith } from "./sd-server-arguments.ts";
import { imageRequest, type ImageRequest, samplers, schedulers } from "./sd-server-request.ts";

const { flags, options, model } = startedWith(process.argv.slice(2));

/** Milliseconds of one step, and of one that is slow. */
const stepMs = 20;
const slowMs = 60_000;

/** Native code that is at work, but the server answers meanwhile: it is another thread's. */
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
/** While it loads it does not listen, and answers nobody. */
const block = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

/** Argument `hold-MOMENT=FILE`: makes the file to say that the moment has come; whether to wait there for ever. */
function isHeld(moment: "load" | "step" | "decode"): boolean {
  const begin = `hold-${moment}=`;
  const files = flags
    .filter((flag) => flag.startsWith(begin))
    .map((flag) => flag.slice(begin.length));
  const file = files.find((name) => !existsSync(name));
  if (file === undefined) return false;
  writeFileSync(file, "");
  return true;
}

const bar = (done: number, total: number, rate: string) =>
  process.stdout.write(`\r  |${"=".repeat(50)}| ${done}/${total} - ${rate}\u001B[K`);

function load(): void {
  if (flags.includes("hang-in-load") || isHeld("load")) block(600_000);
  if (flags.includes("die-in-load")) process.kill(process.pid, "SIGKILL");
  for (const role of ["--model", "--diffusion-model", "--llm", "--vae", "--taesd"]) {
    const file = options.get(role);
    if (file !== undefined) openSync(file, "r");
  }
  if (flags.includes("refuse-load")) {
    process.stderr.write(
      "[ERROR] init model loader from file failed\n[ERROR] new_sd_ctx_t failed\n",
    );
    process.exit(1);
  }
  // A path with a number between slashes, which is no count.
  process.stdout.write("[INFO ] loading model from '/srv/99/100/a.gguf'\n");
  for (let done = 1; done <= 4; done += 1) {
    bar(done, 4, "120.00MB/s");
    block(5);
  }
  process.stdout.write("\n");
}

type Job = {
  id: string;
  created: number;
  started: number | null;
  completed: number | null;
  status: "queued" | "generating" | "completed" | "failed" | "cancelled";
  request: ImageRequest;
  image: string | null;
  error: { code: string; message: string } | null;
};

const jobs = new Map<string, Job>();
const queue: Job[] = [];
const mostPending = 64;
let isDrawing = false;
const now = () => Math.floor(Date.now() / 1000);

const jobJson = (job: Job) => ({
  id: job.id,
  kind: "img_gen",
  status: job.status,
  created: job.created,
  started: job.started,
  completed: job.completed,
  queue_position: job.status === "queued" ? queue.indexOf(job) + 1 : 0,
  result:
    job.image === null
      ? null
      : { output_format: "png", images: [{ index: 0, b64_json: job.image }] },
  error: job.error,
});

const bytesOf = (text: string) => Buffer.from(text, "base64");

/** The LoRAs of its folder, links followed: the real one looks for names with such an ending alone. */
function loras(): Map<string, string> {
  const folder = options.get("--lora-model-dir");
  if (folder === undefined) return new Map();
  const names = readdirSync(folder).filter((name) => /\.(?:gguf|pt|pth|safetensors)$/.test(name));
  return new Map(names.map((name) => [name, realpathSync(path.join(folder, name))]));
}

async function paint(request: ImageRequest): Promise<Buffer> {
  const { init_image: source, mask_image: mask, width, height } = request;
  const key = createHash("sha256").update(JSON.stringify({ ...request, lora: [] }));
  const files = loras();
  for (const { path: name, multiplier } of request.lora) {
    const file = files.get(name);
    if (file === undefined) throw new Error("a LoRA is gone");
    key.update(readFileSync(file)).update(String(multiplier));
  }
  for (const [name, value] of options) if (name === "--taesd") key.update(value);
  const hash = key.digest();
  if (source !== undefined && mask !== undefined) {
    return redrawn(bytesOf(source), bytesOf(mask), "white", [hash[0], hash[1], hash[2]]);
  }
  return sharp(hash.subarray(0, 16), { raw: { width: 4, height: 4, channels: 1 } })
    .resize(width, height, { fit: "fill", kernel: "nearest" })
    .png()
    .toBuffer();
}

async function generate({ request }: Job): Promise<string> {
  const { prompt } = request;
  if (prompt.includes("abort:")) process.abort();
  if (prompt.includes("killed:")) process.kill(process.pid, "SIGKILL");
  if (prompt.includes("memory:")) {
    process.stderr.write("[ERROR] ggml_gallocr_reserve_n: failed to allocate CPU buffer\n");
    throw new Error("generate_image returned no results");
  }
  if (prompt.includes("fails:")) throw new Error("generate_image returned no results");
  const total = request.sample_params.sample_steps;
  for (let step = 1; step <= total; step += 1) {
    if (step === 1 && isHeld("step")) await wait(600_000);
    await wait(prompt.includes("slow:") ? slowMs : stepMs);
    bar(step, total, step % 2 === 0 ? "1.21s/it" : "4.00it/s");
  }
  process.stdout.write("\n[INFO ] sampling completed, taking 0.10s\n");
  if (isHeld("decode")) await wait(600_000);
  // The decoder counts its tiles as if they were steps.
  for (let tile = 1; tile <= 9; tile += 1) bar(tile, 9, "3.00it/s");
  if (prompt.includes("nothing:")) return Buffer.from("no picture").toString("base64");
  return (await paint(request)).toString("base64");
}

/** One at a time, in the order in which they came. */
async function work(): Promise<void> {
  if (isDrawing) return;
  const job = queue.shift();
  if (job === undefined) return;
  isDrawing = true;
  job.status = "generating";
  job.started = now();
  try {
    job.image = await generate(job);
    job.status = "completed";
  } catch (error) {
    job.status = "failed";
    job.error = { code: "generation_failed", message: (error as Error).message };
  }
  job.completed = now();
  isDrawing = false;
  void work();
}

async function faultOf(request: ImageRequest): Promise<string | null> {
  const files = loras();
  if (request.lora.some((lora) => !files.has(lora.path))) return "invalid generation parameters";
  if (/<lora:|<sd_cpp_extra_args/.test(`${request.prompt}${request.negative_prompt}`)) {
    return "a tag in the words";
  }
  const { init_image: source, mask_image: mask, ref_images: references = [] } = request;
  if (mask !== undefined && source === undefined) return "a mask without a picture";
  for (const picture of [...(source === undefined ? [] : [source]), ...references]) {
    const { format, hasAlpha } = await sharp(bytesOf(picture)).metadata();
    if (format !== "png" || hasAlpha) return "a picture that is no PNG of three channels";
  }
  if (source === undefined) return null;
  const { width, height } = await sharp(bytesOf(source)).metadata();
  if (width !== request.width || height !== request.height) return "it would be scaled";
  return mask === undefined ? null : maskFault(bytesOf(mask), bytesOf(source), "white");
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString("utf8");
}

type Reply = readonly [status: number, said: unknown];

async function accept(body: string): Promise<Reply> {
  if (body === "") return [400, { error: "empty body" }];
  const parsed = imageRequest.safeParse(JSON.parse(body));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return [400, { error: `${issue.path.join(".")}: ${issue.message}` }];
  }
  const fault = await faultOf(parsed.data);
  if (fault !== null) return [400, { error: fault }];
  const pending = [...jobs.values()].filter(({ completed }) => completed === null);
  if (pending.length >= mostPending) return [429, { error: "job queue is full" }];
  const id = `job_${now().toString(16)}_${String(jobs.size).padStart(8, "0")}`;
  const job: Job = {
    id,
    created: now(),
    started: null,
    completed: null,
    status: "queued",
    request: parsed.data,
    image: null,
    error: null,
  };
  jobs.set(id, job);
  queue.push(job);
  setImmediate(() => void work());
  const poll = `/sdcpp/v1/jobs/${id}`;
  return [202, { id, kind: "img_gen", status: "queued", created: job.created, poll_url: poll }];
}

function cancel(job: Job): Reply {
  if (job.status === "generating") {
    return [409, { error: "job is currently generating and cannot be interrupted yet" }];
  }
  if (job.status === "queued") {
    queue.splice(queue.indexOf(job), 1);
    job.status = "cancelled";
    job.completed = now();
    job.error = { code: "cancelled", message: "job cancelled by client" };
  }
  return [200, jobJson(job)];
}

const capabilities = () => ({
  model: { name: path.basename(model), stem: path.parse(model).name, path: model },
  current_mode: "img_gen",
  supported_modes: ["img_gen"],
  samplers,
  schedulers,
  loras: [...loras().keys()].map((name) => ({ name: path.parse(name).name, path: name })),
  limits: { min_width: 64, max_width: 4096, min_height: 64, max_height: 4096, max_batch_count: 8 },
  features_by_mode: { img_gen: { mask_image: true, lora: true, cancel_generating: false } },
});

async function reply(request: IncomingMessage): Promise<Reply> {
  const { method, url = "" } = request;
  if (method === "GET" && url === "/sdcpp/v1/capabilities") return [200, capabilities()];
  if (method === "POST" && url === "/sdcpp/v1/img_gen") return accept(await bodyOf(request));
  const [, id, act] = /^\/sdcpp\/v1\/jobs\/([\w-]+)(\/cancel)?$/.exec(url) ?? [];
  const job = jobs.get(id ?? "");
  if (job === undefined) return [404, { error: "job not found" }];
  if (flags.includes("lies") && act === undefined) return [200, { status: "nearly" }];
  return method === "POST" && act !== undefined ? cancel(job) : [200, jobJson(job)];
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [status, said] = await reply(request).catch((error: Error): Reply => [
    400,
    { error: "invalid json", message: error.message },
  ]);
  response.writeHead(status, {
    "content-type": "application/json",
    "access-control-allow-origin": "*",
  });
  response.end(JSON.stringify(said));
}

load();
const server = createServer((request, response) => void answer(request, response));
// Where another has the port, listen() returns and the program ends without a word.
server.once("error", () => process.exit(0));
const port = Number(options.get("--listen-port"));
server.listen(port, "127.0.0.1", () => {
  process.stdout.write(`[INFO ] listening on: http://127.0.0.1:${port}\n`);
});
