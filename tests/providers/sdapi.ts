/** An AUTOMATIC1111 server: one lock, synchronous calls, global progress, an interrupt that answers the half-made picture. */
import { pngOf, type Provider, runProvider } from "./service.ts";

type Job = { steps: number; step: number; interrupted: boolean };

const models = ["dreamscape.safetensors [1a2b3c]", "inkwash.safetensors [4d5e6f]"];
const stepMs = 15;
const isBase64 = (text: unknown): text is string =>
  typeof text === "string" && /^[A-Za-z0-9+/]+={0,2}$/.test(text);

/** Starts one that wants HTTP Basic `user:pass`; `interrupts` counts the calls that ended a picture. */
export async function runSdApi(): Promise<Provider & { readonly interrupts: number }> {
  let job: Job | null = null;
  let queue: Promise<void> = Promise.resolve();
  let interrupts = 0;
  let drawn = 0;
  /** Whether the "second-fails" fault let this call through; the next one fails. */
  let sparing = false;

  const provider = await runProvider(async (exchange, fault) => {
    const { res } = exchange;
    const basic = `Basic ${Buffer.from("user:pass").toString("base64")}`;
    if (exchange.headers.authorization !== basic || fault === "unauthorised") {
      exchange.json(401, { detail: "Incorrect username or password" });
      return;
    }
    if (fault === "rate-limited") {
      exchange.json(429, { detail: "Too many requests" }, { "retry-after": "2" });
      return;
    }
    const address = `${exchange.method} ${exchange.path}`;
    if (address === "GET /sdapi/v1/sd-models") {
      exchange.json(
        200,
        models.map((title) => ({ title, model_name: title.replace(/\.safetensors.*/, "") })),
      );
    } else if (address === "GET /sdapi/v1/progress") {
      const fraction = job ? job.step / job.steps : 0;
      const preview =
        job && job.step > job.steps / 2 ? (await pngOf(32, 32, job.step)).toString("base64") : null;
      exchange.json(200, {
        progress: fraction,
        eta_relative: 0,
        state: {
          job: "",
          job_count: 1,
          sampling_step: job?.step ?? 0,
          sampling_steps: job?.steps ?? 0,
          interrupted: false,
        },
        current_image: preview,
      });
    } else if (address === "POST /sdapi/v1/interrupt") {
      if (job) {
        job.interrupted = true;
        interrupts += 1;
      }
      exchange.json(200, {});
    } else if (address === "POST /sdapi/v1/txt2img" || address === "POST /sdapi/v1/img2img") {
      const asked = JSON.parse(exchange.body.toString("utf8")) as Record<string, unknown>;
      const width = Number(asked["width"]);
      const height = Number(asked["height"]);
      if (width % 8 !== 0 || height % 8 !== 0 || !(Number(asked["steps"]) > 0)) {
        exchange.json(422, {
          detail: [{ loc: ["body", "width"], msg: "must be a multiple of 8", type: "value_error" }],
        });
        return;
      }
      const settings = asked["override_settings"] as { sd_model_checkpoint?: string } | undefined;
      if (!models.includes(settings?.sd_model_checkpoint ?? "")) {
        exchange.json(404, { error: "HTTPException", detail: "Checkpoint not found" });
        return;
      }
      const sources = asked["init_images"];
      if (address.endsWith("img2img") && !(Array.isArray(sources) && isBase64(sources[0]))) {
        exchange.json(404, { error: "HTTPException", detail: "Init image not found" });
        return;
      }
      if (fault === "out-of-memory") {
        exchange.json(500, {
          error: "OutOfMemoryError",
          detail: "",
          body: "",
          errors: "CUDA out of memory. Tried to allocate 2 GiB",
        });
        return;
      }
      drawn += 1;
      sparing = fault === "second-fails" && !sparing;
      if (fault === "second-fails" && !sparing) {
        exchange.json(500, {
          error: "RuntimeError",
          detail: "",
          body: "",
          errors: "device-side assert",
        });
        return;
      }
      const number = drawn;
      const before = queue;
      const turn = Promise.withResolvers<void>();
      queue = turn.promise;
      await before;
      const mine: Job = { steps: Number(asked["steps"]), step: 0, interrupted: false };
      job = mine;
      while (mine.step < mine.steps && !mine.interrupted) {
        mine.step += 1;
        await new Promise((resolve) => setTimeout(resolve, stepMs));
        if (mine.step === mine.steps) await provider.held;
      }
      job = null;
      turn.resolve();
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
      const seed = Number(asked["seed"]);
      const picture =
        fault === "broken-picture"
          ? Buffer.from("iVBORw0KGgo=", "base64")
          : await pngOf(width, height, seed);
      const images = [picture.toString("base64")];
      // With return_grid on, the grid of the batch comes before the pictures.
      if (fault === "duplicate-frames")
        images.unshift((await pngOf(16, 16, number)).toString("base64"));
      exchange.json(200, {
        images,
        parameters: asked,
        info: JSON.stringify({ seed, all_seeds: [seed] }),
      });
    } else exchange.json(404, { detail: "Not Found" });
  });
  return Object.defineProperty(provider, "interrupts", { get: () => interrupts }) as Provider & {
    readonly interrupts: number;
  };
}
