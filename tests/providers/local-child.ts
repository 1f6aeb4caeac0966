/**
 * Speaks as the child that draws does (src/adapters/engines/local/runtime/child.cjs) and is as strict, without a model: a
 * key that it does not know is refused, loading answers nothing, a cancel waits for the end of the step, a source's size
 * wins. Words in the prompt make it fail in the ways in which the real one did; so do words among its arguments, for what
 * happens outside of a picture.
 */
import { createHash } from "node:crypto";
import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { z } from "zod";

const id = z.number().int();
const file = z.string().startsWith("/");
const config = z.strictObject({
  device: z.enum(["cpu", "gpu"]),
  threads: z.number().int().min(1).optional(),
  mmap: z.boolean().optional(),
  diffusion_conv_direct: z.boolean().optional(),
  vae_conv_direct: z.boolean().optional(),
  prediction: z.literal("flux2_flow").optional(),
  force_sdxl_vae_conv_scale: z.boolean().optional(),
});
const params = z.strictObject({
  prompt: z.string().min(1),
  negative_prompt: z.string().optional(),
  width: z.number().int().multipleOf(8).max(2048),
  height: z.number().int().multipleOf(8).max(2048),
  steps: z.number().int().min(1),
  cfg_scale: z.number(),
  sampling_method: z.string().optional(),
  scheduler: z.string().optional(),
  seed: z.number().int().min(0),
  strength: z.number().min(0).max(1).optional(),
  lora: file.optional(),
});
const request = z.discriminatedUnion("op", [
  z.strictObject({
    op: z.literal("load"),
    id,
    files: z.strictObject({
      model: file.optional(),
      llm: file.optional(),
      vae: file.optional(),
      esrgan: file.optional(),
    }),
    config,
  }),
  z.strictObject({
    op: z.literal("draw"),
    id,
    out: file,
    source: file.optional(),
    references: z.array(file).optional(),
    params,
  }),
  z.strictObject({
    op: z.literal("enlarge"),
    id,
    out: file,
    source: file,
    repeats: z.number().int().min(1),
  }),
  z.strictObject({ op: z.literal("cancel"), id, which: id }),
  z.strictObject({ op: z.literal("unload"), id }),
  z.strictObject({ op: z.literal("ping"), id }),
  z.strictObject({ op: z.literal("exit"), id }),
]);
type Request = z.infer<typeof request>;
type Of<Op extends Request["op"]> = Extract<Request, { op: Op }>;

const flags = new Set(process.argv.slice(2));

/** Milliseconds of one step, and of one that is slow. */
const stepMs = 20;
const slowMs = 60_000;

let loaded: "model" | "esrgan" | null = null;
let current: number | null = null;
const cancelled = new Set<number>();

/**
 * Argument `hold-MOMENT=FILE`: makes the file to say that the moment has come, and waits there for ever. It does so once
 * for each such argument.
 */
function holdAt(moment: "load" | "step" | "decode"): void {
  const begin = `hold-${moment}=`;
  const files = [...flags]
    .filter((flag) => flag.startsWith(begin))
    .map((flag) => flag.slice(begin.length));
  const file = files.find((name) => !existsSync(name));
  if (file === undefined) return;
  writeFileSync(file, "");
  block(600_000);
}

const say = (message: Record<string, unknown>) => writeSync(3, `${JSON.stringify(message)}\n`);
const fail = (code: string, message: string) => Object.assign(new Error(message), { code });
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
/** Native code that is at work answers nothing. */
const block = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

function load({ files, config: { device } }: Of<"load">): void {
  if (flags.has("hang-in-load")) block(600_000);
  holdAt("load");
  for (const name of Object.values(files)) closeSync(openSync(name, "r"));
  if (flags.has("refuse-load")) throw fail("load", "the file is no model");
  if (flags.has("die-in-load")) process.kill(process.pid, "SIGKILL");
  for (let done = 1; done <= 4; done += 1) {
    process.stdout.write(`\r  |====| ${done}/4 - 1.0MB/s`);
    block(5);
  }
  process.stderr.write(`ggml: no backend but ${device}\n`);
  loaded = files.model ? "model" : "esrgan";
}

/** What the words of a prompt make happen; the rest of it is drawn. */
async function misbehave(prompt: string): Promise<void> {
  if (prompt.includes("abort:")) process.abort();
  if (prompt.includes("killed:")) process.kill(process.pid, "SIGKILL");
  if (prompt.includes("memory:")) throw fail("draw", "ggml: failed to allocate buffer");
  if (prompt.includes("garbage:")) {
    process.stdout.write("\u0000\uFFFD}{ 7/3 \n");
    process.stderr.write(`${"x".repeat(50_000)}\n`);
  }
  if (prompt.includes("lies:")) writeSync(3, '{"event":"drawn","id":"all"}\n');
  if (prompt.includes("endless:")) writeSync(3, "x".repeat(40_000));
  if (prompt.includes("half:")) {
    writeSync(3, '{"event":"dra');
    process.exit(0);
  }
  if (prompt.includes("silent:")) await wait(600_000);
}

/** Only where a picture is drawn: many a process here draws none. */
const imaging = async () => (await import("sharp")).default;

/** A picture that repeats for the same request: a few large squares. */
async function paint({ params: given, source, references = [] }: Of<"draw">): Promise<Buffer> {
  const sharp = await imaging();
  const from = source === undefined ? null : await sharp(source).metadata();
  const { width = given.width, height = given.height } = from ?? {};
  const key = createHash("sha256").update(JSON.stringify(given));
  for (const name of [...(source ? [source] : []), ...references]) key.update(readFileSync(name));
  return sharp(key.digest().subarray(0, 16), { raw: { width: 4, height: 4, channels: 1 } })
    .resize(width, height, { fit: "fill", kernel: "nearest" })
    .png()
    .toBuffer();
}

async function draw(asked: Of<"draw">): Promise<void> {
  const { id: mine, out, params: given } = asked;
  if (loaded !== "model") throw fail("bad-request", "no model is loaded");
  // As the real one does.
  if (given.lora !== undefined) closeSync(openSync(given.lora, "r"));
  await misbehave(given.prompt);
  const isSlow = given.prompt.includes("slow:");
  const total = isSlow ? 4 : given.steps;
  for (let step = 0; step <= total && !cancelled.has(mine); step += 1) {
    say({ event: "step", id: mine, step, total });
    if (step === 1) holdAt("step");
    await wait(isSlow && !given.prompt.includes("slow: short") ? slowMs : stepMs);
  }
  holdAt("decode");
  if (cancelled.has(mine)) throw fail("cancelled", "cancelled");
  const bytes = given.prompt.includes("nothing:") ? Buffer.from("no picture") : await paint(asked);
  writeFileSync(`${out}.part`, bytes);
  renameSync(`${out}.part`, out);
}

async function enlarge({ out, source }: Of<"enlarge">): Promise<void> {
  if (loaded !== "esrgan") throw fail("bad-request", "no enlarging model is loaded");
  const sharp = await imaging();
  const { width, height } = await sharp(source).metadata();
  await sharp(source)
    .resize(width * 4, height * 4)
    .png()
    .toFile(`${out}.part`);
  renameSync(`${out}.part`, out);
}

async function act(asked: Of<"load" | "draw" | "enlarge" | "unload">): Promise<string> {
  if (asked.op === "load") {
    load(asked);
    return "loaded";
  }
  if (asked.op === "unload") {
    loaded = null;
    return "unloaded";
  }
  await (asked.op === "draw" ? draw(asked) : enlarge(asked));
  return "drawn";
}

async function work(asked: Of<"load" | "draw" | "enlarge" | "unload">): Promise<void> {
  if (current !== null) {
    say({ event: "failed", id: asked.id, code: "busy", message: "something is drawn already" });
    return;
  }
  current = asked.id;
  try {
    const event = await act(asked);
    say({ event, id: asked.id });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const told = ["bad-request", "cancelled"].includes(code ?? "") ? code : asked.op;
    say({ event: "failed", id: asked.id, code: told, message });
  } finally {
    current = null;
  }
}

function answer(line: string): void {
  // What is not ASCII could be cut in the middle of a character.
  if (/[^\u0020-\u007E]/.test(line)) throw new Error("a line is not ASCII");
  const parsed = request.safeParse(JSON.parse(line));
  if (!parsed.success) {
    const { id: given } = JSON.parse(line) as { id?: unknown };
    const message = parsed.error.issues.map((issue) => issue.message).join("; ");
    say({
      event: "failed",
      id: Number.isInteger(given) ? given : null,
      code: "bad-request",
      message,
    });
    return;
  }
  const asked = parsed.data;
  if (asked.op === "ping") say({ event: "pong", id: asked.id });
  else if (asked.op === "cancel") cancelled.add(asked.which);
  else if (asked.op === "exit") {
    if (!flags.has("no-exit")) process.exit(0);
  } else void work(asked);
}

let held = "";
process.stdin.setEncoding("latin1");
process.stdin.on("data", (text: string) => {
  const lines = (held + text).split("\n");
  held = lines.pop() ?? "";
  lines.forEach(answer);
});
process.stdin.on("end", () => process.kill(process.pid, "SIGKILL"));
if (flags.has("no-exit")) process.on("SIGTERM", () => undefined);
if (!flags.has("never-ready")) say({ event: "ready" });
