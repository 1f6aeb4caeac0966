/**
 * The program that draws, run by Bare: one model, one picture at a time. Requests are JSON lines on descriptor 0, answers
 * JSON lines on descriptor 3, for native code writes its own texts to 1 and 2. Pictures are files. What is asked and
 * answered: protocol.ts.
 */
"use strict";
const fs = require("bare-fs");
const os = require("bare-os");

const inputBytes = 64 * 1024;
/** Bytes of one request, of which a prompt is the longest part. */
const longestLine = 1024 * 1024;

/** The parts that each request may have: what is not here is refused, for the addon would draw without it. */
const parts = {
  load: ["op", "id", "files", "config"],
  draw: ["op", "id", "out", "source", "references", "params"],
  enlarge: ["op", "id", "out", "source", "repeats"],
  cancel: ["op", "id", "which"],
  unload: ["op", "id"],
  ping: ["op", "id"],
  exit: ["op", "id"],
};
const files = ["model", "llm", "vae", "esrgan"];
const config = [
  "device",
  "threads",
  "mmap",
  "diffusion_fa",
  "diffusion_conv_direct",
  "vae_conv_direct",
  "vae_tiling",
  "offload_to_cpu",
  "prediction",
  "flow_shift",
  "force_sdxl_vae_conv_scale",
  "lora_apply_mode",
];
const params = [
  "prompt",
  "negative_prompt",
  "width",
  "height",
  "steps",
  "cfg_scale",
  "sampling_method",
  "scheduler",
  "seed",
  "strength",
  "lora",
  "vae_tiling",
];

/** The model in memory; null for none. */
let model = null;
let enlarger = null;
/** The request that is drawn now. */
let current = null;
let isCancelled = false;

const say = (message) => {
  const bytes = Buffer.from(`${JSON.stringify(message)}\n`);
  for (let at = 0; at < bytes.length;) at += fs.writeSync(3, bytes, at);
};

/** Bare's own exit waits for the native side, for ever where a model is loaded. */
const die = () => os.kill(os.pid(), "SIGKILL");

const wrong = (message) => Object.assign(new Error(message), { code: "bad-request" });

function check(given, known, what) {
  if (typeof given !== "object" || given === null) throw wrong(`${what} is missing`);
  for (const key of Object.keys(given)) {
    if (!known.includes(key)) throw wrong(`unknown key ${key} in ${what}`);
  }
}

/** A missing file would end the whole process, from inside native code. */
function checkFile(file) {
  if (typeof file !== "string" || !file.startsWith("/")) throw wrong("a file has no absolute path");
  fs.closeSync(fs.openSync(file, "r"));
}

const textOf = (error) => String((error && error.message) || error).slice(0, 500);

async function unload() {
  const loaded = [model, enlarger].filter(Boolean);
  model = null;
  enlarger = null;
  for (const one of loaded) await one.unload();
}

async function load({ files: given, config: wanted }) {
  check(given, files, "files");
  check(wanted, config, "config");
  Object.values(given).forEach(checkFile);
  await unload();
  const { ImgStableDiffusion, EsrganUpscaler } = require("@qvac/diffusion-cpp");
  if (given.model) {
    const { esrgan: _, ...own } = given;
    model = new ImgStableDiffusion({ files: own, config: wanted });
    await model.load();
    return;
  }
  const { device, threads } = wanted;
  enlarger = new EsrganUpscaler({ files: { esrgan: given.esrgan }, config: { device, threads } });
  await enlarger.load();
}

/** The picture that a response ends with, written to a file that appears whole. */
async function keep(response, id, out) {
  let picture = null;
  response.on("output", (data) => {
    if (typeof data !== "string") {
      picture = data;
      return;
    }
    let tick = null;
    try {
      tick = JSON.parse(data);
    } catch {
      return;
    }
    if (Number.isInteger(tick.step) && Number.isInteger(tick.total)) {
      say({ event: "step", id, step: tick.step, total: tick.total });
    }
  });
  await response.await();
  if (isCancelled) throw Object.assign(new Error("cancelled"), { code: "cancelled" });
  if (!picture) throw new Error("no picture came out");
  fs.writeFileSync(`${out}.part`, picture);
  fs.renameSync(`${out}.part`, out);
}

async function draw({ id, out, source, references, params: wanted }) {
  check(wanted, params, "params");
  if (!model) throw wrong("no model is loaded");
  const pictures = (references || []).map((file) => fs.readFileSync(file));
  const given = {
    ...wanted,
    ...(source ? { init_image: fs.readFileSync(source) } : {}),
    ...(pictures.length > 0 ? { init_images: pictures } : {}),
  };
  if (wanted.lora) checkFile(wanted.lora);
  await keep(await model.run(given), id, out);
}

async function enlarge({ id, out, source, repeats }) {
  if (!enlarger) throw wrong("no enlarging model is loaded");
  await keep(await enlarger.upscale(fs.readFileSync(source), { repeats }), id, out);
}

const slow = {
  load: [load, "loaded"],
  draw: [draw, "drawn"],
  enlarge: [enlarge, "drawn"],
  unload: [unload, "unloaded"],
};

async function work(request) {
  const { op, id } = request;
  const [act, done] = slow[op];
  if (current !== null)
    throw Object.assign(new Error("something is drawn already"), { code: "busy" });
  current = id;
  isCancelled = false;
  try {
    await act(request);
    say({ event: done, id });
  } catch (error) {
    const code = isCancelled ? "cancelled" : error.code === "bad-request" ? error.code : op;
    say({ event: "failed", id, code, message: textOf(error) });
  } finally {
    current = null;
  }
}

async function answer(line) {
  let id = null;
  try {
    const request = JSON.parse(line);
    id = request.id;
    const { op } = request;
    if (!Object.hasOwn(parts, op)) throw wrong(`unknown request ${op}`);
    check(request, parts[op], op);
    if (op === "ping") say({ event: "pong", id });
    else if (op === "exit") {
      if (current === null) await unload();
      die();
    } else if (op === "cancel") {
      if (current === request.which) {
        isCancelled = true;
        await (model || enlarger)?.cancel();
      }
    } else await work(request);
  } catch (error) {
    say({ event: "failed", id, code: error.code || "bad-request", message: textOf(error) });
  }
}

let held = "";
const input = Buffer.alloc(inputBytes);
function listen() {
  fs.read(0, input, 0, inputBytes, -1, (error, count) => {
    // The parent is gone: whatever is drawn now, nobody waits for it.
    if (error || count === 0) die();
    // Requests are ASCII: everything else is escaped.
    held += input.toString("latin1", 0, count);
    const lines = held.split("\n");
    held = lines.pop();
    if (held.length > longestLine) die();
    for (const line of lines) void answer(line);
    listen();
  });
}

listen();
say({ event: "ready" });
