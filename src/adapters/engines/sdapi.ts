/** Servers of the AUTOMATIC1111 family: A1111, Forge, SD.Next, sd-server. */
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import {
  type Capabilities,
  capabilitiesWith,
  type Engine,
  EngineError,
  type GenerateContext,
  type GeneratedImage,
  type GenerateRequest,
} from "./port.ts";
import {
  type EngineResponse,
  openRemote,
  readJson,
  type Signals,
  signalsFor,
} from "./remote/call.ts";
import { checkDefaults, healthWith, withDefaults } from "./remote/defaults.ts";
import { drawEach } from "./remote/fan-out.ts";
import { base64PictureLimit, checkedPicture, fromBase64 } from "./remote/image-bytes.ts";
import { valuesFor } from "./remote/params.ts";
import { checkReferences } from "./remote/references.ts";
import { remembered } from "./remote/remembered.ts";
import type { RemoteSettings } from "./remote/settings.ts";
import { modelsOf, pictureOf, refusalOf, taskProgressOf } from "./sdapi/messages.ts";
import { bodyOf } from "./sdapi/body.ts";
import { namesOf, requestFields, sdCatalogue, sdOffer, sdSizes } from "./sdapi/offer.ts";
import { type SdReferences, sdReferences } from "./sdapi/references.ts";
import { endTask, followTask, type Look } from "./sdapi/task.ts";
import { openTurns } from "./sdapi/turns.ts";

const textLimit = 8_000_000;
const previewLimit = 16_000_000;
const questionMs = 10_000;
/** How long the next picture waits until a cancelled one has left the server. */
const endingMs = 5000;

type Values = ReturnType<typeof valuesFor>;
/** What a picture is asked for with, besides the request. */
type Terms = { values: Values; references: SdReferences };

const never = new AbortController().signal;

/** `baseUrl` is the server's root; `apiKey` is `user:password` of `--api-auth`. */
export function createSdApiEngine(settings: RemoteSettings): Engine {
  const secrets = settings.apiKey ? [settings.apiKey] : [];
  const basic = settings.apiKey && `Basic ${Buffer.from(settings.apiKey).toString("base64")}`;
  const remote = openRemote({
    ...settings,
    headers: { ...settings.headers, ...(basic && { authorization: basic }) },
  });
  checkDefaults(sdCatalogue, settings.defaults);
  const turns = openTurns();
  const closing = new AbortController();
  const endings = new Set<Promise<void>>();

  const send = (
    path: string,
    signals: Signals,
    body?: Record<string, unknown>,
  ): Promise<EngineResponse> =>
    remote.call(path, {
      ...signals,
      ...(body && {
        method: "POST" as const,
        body: JSON.stringify(body),
        headers: { "content-type": "application/json" },
      }),
    });

  const read = async (
    answer: EngineResponse,
    signals: Signals,
    limit: number,
  ): Promise<unknown> => {
    if (answer.status < 400) return readJson(answer, signals, limit);
    const said = await readJson(answer, signals, 1_000_000).catch((error: unknown) => {
      if (error instanceof EngineError && error.kind !== "bad-response") throw error;
      return null;
    });
    throw refusalOf(answer.status, answer.headers, said, secrets);
  };

  const ask = async (path: string, signals: Signals, body?: Record<string, unknown>) =>
    read(await send(path, signals, body), signals, textLimit);

  const models = async () => {
    if (settings.models.length > 0) return settings.models;
    return modelsOf(await ask("/sdapi/v1/sd-models", signalsFor(never, questionMs)));
  };
  /** The answer of an address that not every fork has; null where this one has not. */
  const maybe = async (path: string): Promise<unknown> => {
    const signals = signalsFor(never, questionMs);
    const answer = await send(path, signals);
    if (answer.status < 400) return readJson(answer, signals, textLimit);
    await answer.body?.cancel();
    return null;
  };

  const offer = remembered(60_000, async () => {
    const [offered, sdcpp, samplers, schedulers, description] = await Promise.all([
      models(),
      maybe("/sdcpp/v1/capabilities"),
      maybe("/sdapi/v1/samplers"),
      maybe("/sdapi/v1/schedulers"),
      maybe("/openapi.json"),
    ]);
    const fields = requestFields(description);
    const references = sdReferences(fields, sdcpp !== null);
    const found = sdOffer({
      models: offered,
      samplers: namesOf(samplers),
      schedulers: namesOf(schedulers),
      fields,
      references,
    });
    return { ...withDefaults(found, settings.defaults), fields, references };
  });

  /** Whether the server takes an id of ours for a task; the list of waiting tasks came with it (A1111 1.8, Forge). */
  const knowsTasks = remembered(60_000, async (): Promise<boolean> => {
    const signals = signalsFor(never, questionMs);
    const answer = await send("/internal/pending-tasks", signals);
    await answer.body?.cancel();
    return answer.status === 200;
  });

  const lookAt =
    (taskId: string): Look =>
    async (known, until) => {
      const signals = signalsFor(until, questionMs);
      const body = { id_task: taskId, id_live_preview: known, live_preview: true };
      const answer = await send("/internal/progress", signals, body);
      return taskProgressOf(await read(answer, signals, previewLimit));
    };

  const interrupt = async () => {
    const answer = await send("/sdapi/v1/interrupt", signalsFor(closing.signal, 5000), {});
    await answer.body?.cancel();
  };

  /** Stops a task in the background. Resolves when it has left the server, or the next picture has waited long enough. */
  const abandon = (taskId: string): Promise<unknown> => {
    const until = AbortSignal.any([closing.signal, AbortSignal.timeout(settings.deadlineMs)]);
    const ending = endTask(lookAt(taskId), interrupt, until).finally(() => endings.delete(ending));
    endings.add(ending);
    return Promise.race([ending, pause(endingMs, undefined, { signal: closing.signal })]);
  };

  /** Draws one picture during our turn. `task` tells what is left to do afterwards. */
  const drawAtTurn = async (
    request: GenerateRequest,
    context: GenerateContext,
    index: number,
    { values, references }: Terms,
    task: { id: string | null; isLeftBehind: boolean },
  ): Promise<GeneratedImage> => {
    const signals = signalsFor(context.signal, settings.deadlineMs);
    task.id = (await knowsTasks().catch(() => false)) ? `echoform-${randomUUID()}` : null;
    const over = new AbortController();
    const until = AbortSignal.any([over.signal, signals.cancelled, signals.deadline]);
    const following =
      task.id === null
        ? null
        : followTask(lookAt(task.id), Number(values["steps"]), until, (progress) =>
            context.onProgress({ index, ...progress }),
          ).catch(() => undefined);
    try {
      const path = request.source ? "/sdapi/v1/img2img" : "/sdapi/v1/txt2img";
      const { fields: known } = await offer();
      const { sizes } = capabilitiesWith(await capabilities(), request.model);
      const options = { taskId: task.id, values, sizes, known, references };
      const body = bodyOf(request, index, options);
      task.isLeftBehind = true;
      const answer = await send(path, signals, body);
      // The response begins when the picture is done.
      task.isLeftBehind = false;
      const said = await read(answer, signals, base64PictureLimit);
      const { picture, seed } = pictureOf(said);
      const bytes = fromBase64(picture);
      if (!bytes) {
        throw new EngineError("bad-response", "The engine's response contained no picture.", {
          billed: "maybe",
        });
      }
      references.check(request, said);
      const checked = await checkedPicture(bytes);
      over.abort();
      await following;
      context.onProgress({ index, fraction: 1, stage: "received" });
      const providerMeta = { engine: settings.id, model: request.model };
      return { index, ...checked, seed, providerMeta };
    } catch (error) {
      const isUnsent = error instanceof EngineError && error.kind === "provider-down";
      if (isUnsent) task.isLeftBehind = false;
      throw error;
    } finally {
      over.abort();
      await following;
    }
  };

  /**
   * Pictures of this process go to the server one at a time: it draws one at a time anyway, an interrupt of one of ours
   * cannot hit another of ours, and Forge takes the model of the latest request for whatever it draws next.
   */
  const draw = async (
    request: GenerateRequest,
    context: GenerateContext,
    index: number,
    terms: Terms,
  ) => {
    context.onProgress({ index, fraction: 0.02, stage: "asked" });
    const leave = await turns.take(context.signal);
    const task = { id: null as string | null, isLeftBehind: false };
    try {
      return await drawAtTurn(request, context, index, terms, task);
    } finally {
      if (task.id !== null && task.isLeftBehind) {
        void abandon(task.id)
          .catch(() => undefined)
          .finally(leave);
      } else leave();
    }
  };

  const capabilities = async (): Promise<Capabilities> => {
    const [{ offer: offered }, isOurs] = await Promise.all([
      offer(),
      knowsTasks().catch(() => false),
    ]);
    return {
      label: settings.label,
      disclosure: "Pictures are made by a model on a server that this site is set up with.",
      neural: true,
      ...offered,
      txt2img: true,
      img2img: true,
      mask: true,
      // We add the sides; the mask has it draw there.
      extend: true,
      upscale: false,
      negativePrompt: "native",
      seed: true,
      strength: true,
      references: null,
      weights: true,
      maxImagesPerCall: 1,
      sizes: sdSizes,
      qualities: ["standard", "high"],
      // Without task ids the owner of progress is unknown: none is shown, and nothing is interrupted.
      progress: isOurs ? "percent" : "none",
      previews: isOurs,
      cancel: isOurs ? "immediate" : "disconnect",
      cancelIsShared: false,
      resumable: false,
      deterministic: false,
    };
  };

  return {
    id: settings.id,
    deadlineMs: settings.deadlineMs,
    capabilities,
    async health(signal) {
      const began = performance.now();
      try {
        await ask("/sdapi/v1/sd-models", signalsFor(signal, questionMs));
        const latencyMs = Math.round(performance.now() - began);
        return healthWith(latencyMs, (await offer()).problems);
      } catch (error) {
        return { state: "down", detail: error instanceof Error ? error.message : String(error) };
      }
    },
    async generate(request, context) {
      const can = await capabilities();
      if (!can.models.some((model) => model.id === request.model)) {
        throw new EngineError("invalid-request", "This engine has no such model.");
      }
      checkReferences(capabilitiesWith(can, request.model), request);
      const terms = { values: valuesFor(can, request), references: (await offer()).references };
      return drawEach(request, context, 1, (clean, index) => draw(clean, context, index, terms));
    },
    async close() {
      // Tasks cancelled just now are still stopped on the server.
      await Promise.race([Promise.all(endings), pause(1000)]);
      closing.abort();
      await remote.close();
    },
  };
}
