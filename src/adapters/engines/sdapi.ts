/** Servers of the AUTOMATIC1111 family: A1111, Forge, SD.Next, sd-server. */
import { setTimeout as pause } from "node:timers/promises";
import {
  type Capabilities,
  type Engine,
  EngineError,
  type GenerateContext,
  type GeneratedImage,
  type GenerateRequest,
  type ModelInfo,
} from "./port.ts";
import { openRemote, readJson, type Signals, signalsFor } from "./remote/call.ts";
import { drawEach } from "./remote/fan-out.ts";
import { checkedPicture, fromBase64, pictureLimit } from "./remote/image-bytes.ts";
import { remembered } from "./remote/remembered.ts";
import { withoutEngineTags } from "./remote/prompt-text.ts";
import type { RemoteSettings } from "./remote/settings.ts";
import { nearestSize } from "./remote/sizes.ts";
import { modelsOf, picturesOf, progressOf, refusalOf } from "./sdapi/messages.ts";

const sizes = { kind: "range", min: 256, max: 2048, multipleOf: 8, maxPixels: 2_359_296 } as const;
const answerLimit = pictureLimit * 2;
const progressEveryMs = 500;
const stepsOf = { standard: 20, high: 34 } as const;

/** `baseUrl` is the server's root; `apiKey` is `user:password` of `--api-auth`. */
export function createSdApiEngine(settings: RemoteSettings): Engine {
  const secrets = settings.apiKey ? [settings.apiKey] : [];
  const basic = settings.apiKey && `Basic ${Buffer.from(settings.apiKey).toString("base64")}`;
  const remote = openRemote({
    ...settings,
    headers: { ...settings.headers, ...(basic && { authorization: basic }) },
  });

  const ask = async (
    path: string,
    signals: Signals,
    body?: Record<string, unknown>,
  ): Promise<unknown> => {
    const answer = await remote.call(`/sdapi/v1${path}`, {
      ...signals,
      ...(body && {
        method: "POST" as const,
        body: JSON.stringify(body),
        headers: { "content-type": "application/json" },
      }),
    });
    if (answer.status < 400) return readJson(answer, signals, answerLimit);
    const said = await readJson(answer, signals, 1_000_000).catch((error: unknown) => {
      if (error instanceof EngineError && error.kind !== "bad-response") throw error;
      return null;
    });
    throw refusalOf(answer.status, answer.headers, said, secrets);
  };

  const models = remembered(60_000, async (): Promise<readonly ModelInfo[]> => {
    if (settings.models.length > 0) return settings.models;
    return modelsOf(await ask("/sd-models", signalsFor(new AbortController().signal, 10_000)));
  });

  const bodyOf = (request: GenerateRequest, index: number) => {
    const { width, height } = nearestSize(request.width, request.height, sizes);
    return {
      prompt: withoutEngineTags(request.prompt),
      negative_prompt: withoutEngineTags(request.negativePrompt ?? ""),
      width,
      height,
      steps: stepsOf[request.quality],
      seed: (request.seed + index) % 2 ** 32,
      batch_size: 1,
      n_iter: 1,
      override_settings: { sd_model_checkpoint: request.model },
      override_settings_restore_afterwards: false,
      send_images: true,
      save_images: false,
      ...(request.source && {
        init_images: [Buffer.from(request.source.bytes).toString("base64")],
        denoising_strength: request.strength ?? 0.5,
        resize_mode: 1,
      }),
    };
  };

  /** Progress is the server's, not the request's: trusted only while our own call holds it. */
  const follow = async (
    index: number,
    context: GenerateContext,
    signals: Signals,
    done: AbortSignal,
  ) => {
    const until = AbortSignal.any([done, signals.cancelled, signals.deadline]);
    let best = 0.02;
    while (!until.aborted) {
      await pause(progressEveryMs, undefined, { signal: until }).catch(() => undefined);
      if (until.aborted) return;
      try {
        const state = progressOf(
          await ask("/progress?skip_current_image=false", { ...signals, cancelled: until }),
        );
        if (!state || state.fraction === 0) continue;
        best = Math.max(best, Math.min(0.97, state.fraction));
        const preview = state.preview === null ? null : fromBase64(state.preview);
        context.onProgress({
          index,
          fraction: best,
          stage: state.steps > 0 ? `step ${state.step} of ${state.steps}` : "running",
          ...(preview && { preview: { bytes: preview, mime: "image/png" } }),
        });
      } catch (error) {
        // sd-server has no progress address; the picture itself comes all the same.
        if (error instanceof EngineError && error.kind === "invalid-request") return;
        if (!(error instanceof EngineError)) throw error;
      }
    }
  };

  /** The server stops after its present step and answers the half-made picture, which nobody reads. */
  const interrupt = () =>
    ask("/interrupt", signalsFor(new AbortController().signal, 5000), {}).catch(() => undefined);

  const draw = async (
    request: GenerateRequest,
    context: GenerateContext,
    index: number,
  ): Promise<GeneratedImage> => {
    const signals = signalsFor(context.signal, settings.deadlineMs);
    const finished = new AbortController();
    context.onProgress({ index, fraction: 0.02, stage: "asked" });
    const following = follow(index, context, signals, finished.signal);
    try {
      const body = await ask(
        request.source ? "/img2img" : "/txt2img",
        signals,
        bodyOf(request, index),
      );
      const { pictures, seeds } = picturesOf(body, 1);
      const bytes = fromBase64(pictures[0] ?? "");
      if (!bytes) {
        throw new EngineError("bad-response", "The engine's answer held no picture.", {
          billed: "maybe",
        });
      }
      const picture = await checkedPicture(bytes);
      finished.abort();
      await following;
      context.onProgress({ index, fraction: 1, stage: "received" });
      return {
        index,
        ...picture,
        seed: seeds.at(-1),
        providerMeta: { engine: settings.id, model: request.model },
      };
    } catch (error) {
      if (error instanceof EngineError && error.kind === "cancelled") await interrupt();
      throw error;
    } finally {
      finished.abort();
      await following;
    }
  };

  const capabilities = async (): Promise<Capabilities> => ({
    label: settings.label,
    disclosure: "Pictures are made by a model on a server that this site is set up with.",
    neural: true,
    models: await models(),
    txt2img: true,
    img2img: true,
    upscale: false,
    negativePrompt: "native",
    seed: true,
    strength: true,
    maxImagesPerCall: 1,
    sizes,
    qualities: ["standard", "high"],
    progress: "percent",
    previews: true,
    cancel: "immediate",
    cancelIsShared: true,
    resumable: false,
    deterministic: false,
  });

  return {
    id: settings.id,
    deadlineMs: settings.deadlineMs,
    capabilities,
    async health(signal) {
      const began = performance.now();
      try {
        await ask("/sd-models", signalsFor(signal, 10_000));
        return { state: "up", latencyMs: Math.round(performance.now() - began) };
      } catch (error) {
        return { state: "down", detail: error instanceof Error ? error.message : String(error) };
      }
    },
    async generate(request, context) {
      const offered = await models();
      if (!offered.some((model) => model.id === request.model)) {
        throw new EngineError("invalid-request", "This engine has no such model.");
      }
      // One at a time: the server has one lock, and its progress is of whoever holds it.
      return drawEach(request, context, 1, (index) => draw(request, context, index));
    },
    close: () => remote.close(),
  };
}
