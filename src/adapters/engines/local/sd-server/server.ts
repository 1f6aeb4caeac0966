/**
 * stable-diffusion.cpp's own server as a process that draws: started with one model, asked for one picture at a time over
 * the loopback interface.
 */
import { rename, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { EngineError } from "../../port.ts";
import { openRemote, readJson, type Remote, signalsFor } from "../../remote/call.ts";
import { base64PictureLimit, fromBase64 } from "../../remote/image-bytes.ts";
import {
  type Asking,
  type Child,
  ChildFault,
  type HeldProcess,
  holdProcess,
  type Launch,
} from "../process.ts";
import type { ChildRequest } from "../protocol.ts";
import { argumentsFor, modelPathOf } from "./arguments.ts";
import { openLoraFolder, type LoraFolder } from "./lora-folder.ts";
import {
  bodyOf,
  readAccepted,
  readCapabilities,
  readJob,
  refusalText,
  type SdCapabilities,
} from "./messages.ts";

type LoadRequest = Extract<ChildRequest, { op: "load" }>;
type DrawRequest = Extract<ChildRequest, { op: "draw" }>;
type Answer = { status: number; said: unknown };

/** How often it is asked whether it listens, and how far a picture is. */
const lookMs = 100;
/** Milliseconds in which it answers, as it does while it draws. */
const answerMs = 30_000;
/** Milliseconds in which the end of a process is told after its connections have broken. */
const breakingMs = 1000;

/** What it writes for each step, and for each tensor that it has read (pretty_progress in its util.cpp). */
const counted = /(\d+)\/(\d+) - [\d.]+/g;
const steps = /(\d+)\/(\d+) - [\d.]+(?:s\/it|it\/s)/g;

/** A port that was free a moment ago. Where another takes it, the server ends, and the next one has another. */
function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      const port = typeof address === "object" && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}

function latest(pattern: RegExp, text: string): readonly [done: number, total: number] | null {
  const found = [...text.matchAll(pattern)].at(-1);
  return found === undefined ? null : [Number(found[1]), Number(found[2])];
}

/** Steps as they are written: those of the picture alone, as the decoder counts its tiles in the same way. */
function stepsOf(most: number, onStep: Asking["onStep"]): (text: string) => void {
  let last = 0;
  let isDrawn = false;
  return (text) => {
    const [step, total] = latest(steps, text) ?? [0, 0];
    if (isDrawn || step <= last || total > most) return;
    last = step;
    isDrawn = step === total;
    onStep?.(step, total);
  };
}

type Talk = {
  held: HeldProcess;
  remote: Remote;
  loras: LoraFolder;
  over: AbortSignal;
};

/** @throws EngineError where the connection breaks, or what comes is no JSON */
async function call({ remote, over }: Talk, path: string, body?: unknown): Promise<Answer> {
  const signals = signalsFor(over, answerMs);
  const answer = await remote.call(path, {
    ...signals,
    ...(body !== undefined && {
      method: "POST" as const,
      body: JSON.stringify(body),
      headers: { "content-type": "application/json" },
    }),
  });
  return { status: answer.status, said: await readJson(answer, signals, base64PictureLimit) };
}

/** Waits until the model is in memory: it listens no sooner (examples/server/main.cpp). */
async function listening(talk: Talk, files: LoadRequest["files"]): Promise<SdCapabilities> {
  for (;;) {
    const answer = await call(talk, "/sdcpp/v1/capabilities").catch((error: unknown) => {
      if (error instanceof EngineError && error.kind === "provider-down") return null;
      throw error;
    });
    if (answer !== null) {
      const can = readCapabilities(answer.said);
      if (can.model.path === modelPathOf(files)) return can;
      throw new ChildFault("garbled", "another sd-server answers in its place");
    }
    await pause(lookMs, undefined, { signal: talk.over });
  }
}

/** What a refused request means. */
function faultOf({ status, said }: Answer): ChildFault {
  const reason = status === 400 ? "bad-request" : status === 429 ? "busy" : "garbled";
  return new ChildFault(reason, `sd-server refused with ${status}: ${refusalText(said)}`);
}

/** Follows a job to its end. @returns its picture in base64 @throws ChildFault, EngineError */
async function follow(talk: Talk, id: string): Promise<string> {
  for (;;) {
    const answer = await call(talk, `/sdcpp/v1/jobs/${id}`);
    if (answer.status !== 200) throw new ChildFault("garbled", faultOf(answer).message);
    const job = readJob(answer.said);
    if (job.status === "completed") return job.result.images[0].b64_json;
    if (job.status === "cancelled") throw new ChildFault("cancelled", "it was cancelled");
    // Why it failed is in what it wrote.
    if (job.status === "failed") {
      throw new ChildFault("draw", `${job.error.message}: ${talk.held.words()}`);
    }
    await pause(lookMs, undefined, { signal: talk.over });
  }
}

/**
 * Starts sd-server with a model, which it loads at once.
 * @param launchWith how it is started with its arguments
 * @param onStarted called with the process, before it does anything
 * @throws Error of the system where it cannot be started
 */
export async function startSdServer(
  request: LoadRequest,
  launchWith: (args: readonly string[]) => Promise<Launch>,
  onStarted: (pid: number) => void,
): Promise<Child> {
  const [port, loras] = await Promise.all([freePort(), openLoraFolder()]);
  const launch = await launchWith(argumentsFor(request, port, loras.folder)).catch(
    async (error: unknown) => {
      await loras.remove();
      throw error;
    },
  );
  const over = new AbortController();
  let onText: ((text: string) => void) | null = null;
  const held = holdProcess(launch, { answers: false, onText: (text) => onText?.(text) });
  const remote = openRemote({
    id: "local",
    label: "sd-server",
    baseUrl: `http://127.0.0.1:${port}`,
    headers: {},
    models: [],
    deadlineMs: answerMs,
    concurrency: 1,
  });
  const talk: Talk = { held, remote, loras, over: over.signal };
  let can: SdCapabilities | null = null;
  /** The job that is drawn now, and whether nobody waits for it any more. */
  let drawing: { id: string | null; isUnwanted: boolean } | null = null;

  const gone = held.gone.then(async (fault) => {
    over.abort();
    await Promise.all([remote.close(), loras.remove()]);
    // It ends by itself over a file that it cannot load (new_sd_ctx failed), and over nothing else while it loads.
    const refused = can === null && fault.reason === "ended" && fault.signal === null;
    return refused ? new ChildFault("load", fault.message) : fault;
  });
  if (held.process.pid !== undefined) onStarted(held.pid);

  const cancelJob = (id: string) =>
    // A picture that is drawn cannot be cancelled (409): whoever waits for its end ends the process.
    call(talk, `/sdcpp/v1/jobs/${id}/cancel`, {}).catch(() => undefined);

  async function draw(asked: DrawRequest, { onStep }: Asking): Promise<void> {
    if (can === null) throw new ChildFault("bad-request", "no model is loaded");
    const mine = { id: null as string | null, isUnwanted: false };
    drawing = mine;
    onText = stepsOf(asked.params.steps, onStep);
    try {
      const named = await Promise.all((asked.loras ?? []).map((lora) => loras.add(lora)));
      const answer = await call(talk, "/sdcpp/v1/img_gen", await bodyOf(asked, named, can));
      if (answer.status !== 202) throw faultOf(answer);
      mine.id = readAccepted(answer.said);
      if (mine.isUnwanted) await cancelJob(mine.id);
      const bytes = fromBase64(await follow(talk, mine.id));
      if (bytes === null) throw new ChildFault("garbled", "the picture is no base64");
      await writeFile(`${asked.out}.part`, bytes);
      await rename(`${asked.out}.part`, asked.out);
    } finally {
      drawing = null;
      onText = null;
    }
  }

  async function load({ onCount }: Asking): Promise<void> {
    onText = (text) => {
      const found = latest(counted, text);
      if (found !== null) onCount?.(...found);
    };
    can = await listening(talk, request.files);
    onText = null;
  }

  /** What a request came to: where its answer makes no sense, the process is ended, or is ending already. */
  async function verdictOn(thrown: unknown): Promise<ChildFault> {
    if (thrown instanceof ChildFault && thrown.reason !== "garbled") return thrown;
    await Promise.race([gone, pause(breakingMs)]);
    const text = thrown instanceof Error ? thrown.message : String(thrown);
    if (!held.isGone()) {
      held.end(thrown instanceof ChildFault ? thrown : new ChildFault("garbled", text));
    }
    return gone;
  }

  return {
    pid: held.pid,
    async ask(asked, asking) {
      const work =
        asked.op === "load"
          ? load(asking)
          : asked.op === "draw"
            ? draw(asked, asking)
            : Promise.reject(new ChildFault("bad-request", `sd-server does not ${asked.op}`));
      try {
        await held.within(asked.op, asking.deadlineMs, work);
      } catch (error) {
        throw held.isGone() ? await gone : await verdictOn(error);
      }
    },
    cancel() {
      if (drawing === null) return;
      drawing.isUnwanted = true;
      if (drawing.id !== null) void cancelJob(drawing.id);
    },
    async kill() {
      await held.kill();
      await gone;
    },
    async leave() {
      held.process.kill("SIGTERM");
      await held.leave();
      await gone;
    },
    gone,
    isGone: held.isGone,
  };
}
