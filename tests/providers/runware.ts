/**
 * Runware's task interface over HTTP: arrays of tasks in, `data` and `errors` out, asynchronous tasks polled by UUID.
 * Shapes are those of Runware/sdk-js 1.3.2, Runware/types.ts (`IImage`, `IErrorResponse`), and of
 * runware.ai/docs/platform/errors and /task-polling; what a task may have is its model's schema. An acknowledgement has a
 * task and no status, a poll says "processing" or "success", the cost comes only where it was asked for, an error names its
 * task where it has one.
 */
import sharp from "sharp";
import { maskFault, redrawn } from "./masks.ts";
import { dataUri, schemaFault, type Task } from "./runware-schemas.ts";
import { type Fault, pngOf, type Provider, runProvider } from "./service.ts";

type Running = { polls: number; picture: Promise<Buffer>; seed: number; isPriced: boolean };

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
/** Polls before a task is finished. */
const pollsNeeded = 2;

const problem = (code: string, message: string, task: Task, parameter?: string) => ({
  code,
  message,
  parameter,
  taskType: task.taskType,
  taskUUID: task.taskUUID,
  documentation: "https://runware.ai/docs/en/image-inference/api-reference",
});

function invalid(task: Task): ReturnType<typeof problem> | null {
  if (!uuid.test(task.taskUUID ?? ""))
    return problem("invalidTaskUUID", "taskUUID must be a UUID", task, "taskUUID");
  if (typeof task["positivePrompt"] !== "string" || task["positivePrompt"].length < 2) {
    return problem("invalidPositivePrompt", "positivePrompt is too short", task, "positivePrompt");
  }
  const { code, message, parameter } = schemaFault(task) ?? {};
  return code ? problem(code, message ?? "", task, parameter) : null;
}

/** The bytes of a field with a picture; null where it has none. */
function pictureIn(task: Task, field: string): Buffer | null {
  const [, data] = dataUri.exec(String(task[field])) ?? [];
  return data === undefined ? null : Buffer.from(data, "base64");
}

/**
 * What is wrong with a mask (runware.ai/docs/learn/image-inpainting): it comes with a seed image, and white is redrawn. It is
 * documented for Stable Diffusion alone.
 */
async function maskProblem(task: Task): Promise<ReturnType<typeof problem> | null> {
  if (!("maskImage" in task)) return null;
  const wrong = (message: string) => problem("invalidMaskImage", message, task, "maskImage");
  const [mask, source] = [pictureIn(task, "maskImage"), pictureIn(task, "seedImage")];
  if (!mask || !source) return wrong("maskImage and seedImage come together");
  if (!String(task["model"]).startsWith("civitai:")) return wrong("not of this model");
  const { width, height } = await sharp(mask).metadata();
  if (width !== task["width"] || height !== task["height"]) return wrong("of another size");
  const fault = await maskFault(mask, source, "white");
  return fault === null ? null : wrong(fault);
}

/** What is drawn for a task. */
function pictureFor(task: Task, seed: number): Promise<Buffer> {
  const [mask, source] = [pictureIn(task, "maskImage"), pictureIn(task, "seedImage")];
  if (mask && source) return redrawn(source, mask, "white", [220, 120, 10]);
  return pngOf(Number(task["width"]), Number(task["height"]), seed);
}

/** Starts a double; its API key is `test-key`. `submitted` lists the UUIDs of accepted tasks, repeats included. */
export async function runRunware(): Promise<Provider & { submitted: string[] }> {
  const running = new Map<string, Running>();
  const submitted: string[] = [];
  /** Whether the "second-fails" fault let this task pass; the next one fails. */
  let sparing = false;

  const submit = (task: Task, fault: Fault | null) => {
    const refused = invalid(task);
    if (refused) return { errors: [refused] };
    if (fault === "moderated-before") {
      return {
        errors: [problem("invalidProviderContent", "Content was flagged", task, "positivePrompt")],
      };
    }
    sparing = fault === "second-fails" && !sparing;
    if (fault === "second-fails" && !sparing) {
      submitted.push(task.taskUUID ?? "");
      return { errors: [problem("timeoutProvider", "The provider did not answer", task)] };
    }
    const id = task.taskUUID ?? "";
    submitted.push(id);
    if (!running.has(id)) {
      const seed = Number(task["seed"] ?? 11);
      running.set(id, {
        polls: 0,
        seed,
        isPriced: task["includeCost"] === true,
        picture: pictureFor(task, seed),
      });
    }
    return { data: [{ taskType: task.taskType, taskUUID: id }] };
  };

  const poll = (task: Task, fault: Fault | null, base: string) => {
    const job = running.get(task.taskUUID ?? "");
    if (!job) return { errors: [problem("taskNotFound", "No such task", task, "taskUUID")] };
    job.polls += 1;
    if (job.polls < pollsNeeded || provider.held)
      return {
        data: [{ taskType: "imageInference", taskUUID: task.taskUUID, status: "processing" }],
      };
    return {
      data: [
        {
          taskType: "imageInference",
          taskUUID: task.taskUUID,
          status: "success",
          imageUUID: crypto.randomUUID(),
          imageURL: `${base}/image/${task.taskUUID}.png`,
          seed: job.seed,
          ...(job.isPriced && { cost: 0.0013 }),
          NSFWContent: fault === "moderated-after",
        },
      ],
    };
  };

  const provider: Provider = await runProvider(async (exchange, fault) => {
    const { res } = exchange;
    if (exchange.method === "GET" && exchange.path.startsWith("/image/")) {
      const job = running.get(exchange.path.slice("/image/".length, -".png".length));
      if (!job) {
        res.writeHead(404).end();
        return;
      }
      const bytes = provider.drawn ?? (await job.picture);
      if (fault === "wrong-type")
        res.writeHead(200, { "content-type": "text/html" }).end("<html></html>");
      else if (fault === "broken-picture") res.writeHead(200).end(bytes.subarray(0, 60));
      else if (fault === "cut") {
        res.writeHead(200, { "content-length": String(bytes.length) });
        res.write(bytes.subarray(0, 20));
        setTimeout(() => res.socket?.destroy(), 20);
      } else if (fault === "huge") {
        res.writeHead(200, { "content-type": "image/png" });
        const chunk = Buffer.alloc(8 * 1024 * 1024, 1);
        const pour = () => {
          while (!res.destroyed && res.write(chunk));
          if (!res.destroyed) res.once("drain", pour);
        };
        pour();
      } else res.writeHead(200, { "content-type": "image/png" }).end(bytes);
      return;
    }
    if (exchange.method !== "POST") {
      exchange.json(405, { errors: [{ code: "methodNotAllowed", message: "POST only" }] });
      return;
    }
    if (exchange.headers.authorization !== "Bearer test-key" || fault === "unauthorised") {
      const message = "Invalid API key. Get one at https://my.runware.ai/signup";
      const asked = { parameter: "apiKey", taskType: "authentication" };
      exchange.json(401, { errors: [{ code: "invalidApiKey", message, ...asked }] });
      return;
    }
    const tasks: unknown = JSON.parse(exchange.body.toString("utf8"));
    if (!Array.isArray(tasks)) {
      exchange.json(400, {
        errors: [{ code: "invalidBody", message: "An array of tasks is expected" }],
      });
      return;
    }
    if (fault === "rate-limited") {
      exchange.json(429, { errors: [{ code: "queueFull", message: "Too many requests" }] });
      return;
    }
    if (fault === "quota") {
      exchange.json(402, { errors: [{ code: "insufficientCredits", message: "Out of credits" }] });
      return;
    }
    const answered = async (task: Task): Promise<{ data?: unknown[]; errors?: unknown[] }> => {
      if (task.taskType === "ping") return { data: [{ taskType: "ping", pong: true }] };
      if (task.taskType === "getResponse") return poll(task, fault, provider.url);
      const wrong = await maskProblem(task);
      return wrong ? { errors: [wrong] } : submit(task, fault);
    };
    const answers = await Promise.all((tasks as Task[]).map(answered));
    const errors = answers.flatMap((each) => each.errors ?? []);
    const data = answers.flatMap((each) => each.data ?? []);
    const doubled = fault === "duplicate-frames" ? [...data, ...data] : data;
    exchange.json(errors.length > 0 && data.length === 0 ? 400 : 200, {
      ...(doubled.length > 0 && { data: doubled }),
      ...(errors.length > 0 && { errors }),
    });
  });
  return Object.assign(provider, { submitted });
}
