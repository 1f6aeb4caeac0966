/** Runware over its HTTP task interface. */
import { setTimeout as pause } from "node:timers/promises";
import { v5 as nameUuid } from "uuid";
import {
  type Capabilities,
  capabilitiesWith,
  type Engine,
  EngineError,
  type GenerateContext,
  type GeneratedImage,
  type GenerateRequest,
} from "./port.ts";
import { openRemote, readJson, type Signals, signalsFor } from "./remote/call.ts";
import { connectionError } from "./remote/failures.ts";
import { checkDefaults, withDefaults } from "./remote/defaults.ts";
import { drawEach } from "./remote/fan-out.ts";
import {
  base64PictureLimit,
  checkedPicture,
  fromBase64,
  pictureLimit,
} from "./remote/image-bytes.ts";
import { valuesFor } from "./remote/params.ts";
import { plainPrompt } from "./remote/prompt-text.ts";
import { checkReferences, withReferenceWords } from "./remote/references.ts";
import type { RemoteSettings } from "./remote/settings.ts";
import { nearestSize } from "./remote/sizes.ts";
import {
  defaultModels,
  type Fault,
  faultOf,
  type Reply,
  replyOf,
  type Result,
} from "./runware/messages.ts";
import { readsPictures } from "./runware/models.ts";
import { runwareFields, runwareOffer } from "./runware/offer.ts";

const sizes = { kind: "range", min: 128, max: 2048, multipleOf: 64 } as const;
const firstPollMs = 400;
const slowestPollMs = 2000;
/** Longest wait, for the fraction shown while a task runs; the service reports none. */
const typicalMs = 12_000;

/** Runware's strength has our direction: low stays near the source. */
const strengthOf = (strength: number) => strength;

type Picture = { bytes: Uint8Array; mime: string };

const dataUri = ({ bytes, mime }: Picture) =>
  `data:${mime};base64,${Buffer.from(bytes).toString("base64")}`;

/** The source and the references as the model takes them. */
function picturesOf({ model, source, references = [], strength }: GenerateRequest) {
  if (readsPictures(model)) {
    const pictures = [...(source ? [source] : []), ...references];
    return pictures.length > 0 ? { inputs: { referenceImages: pictures.map(dataUri) } } : {};
  }
  return source ? { seedImage: dataUri(source), strength: strengthOf(strength ?? 0.5) } : {};
}

/**
 * Each picture's task has a UUID made from the generation's, so a second submit is known to be the same one. It says that it
 * is of version 4: the service's schemas take no other.
 */
export const taskUuid = (jobId: string, index: number) =>
  nameUuid(String(index), jobId).replace(/^(.{14})5/, "$14");

/** Opens a Runware engine. `baseUrl` e.g. `https://api.runware.ai/v1`. */
export function createRunwareEngine(settings: RemoteSettings & { apiKey: string }): Engine {
  const secrets = [settings.apiKey];
  const models = settings.models.length > 0 ? settings.models : defaultModels;
  const remote = openRemote({
    ...settings,
    headers: { ...settings.headers, authorization: `Bearer ${settings.apiKey}` },
  });

  const described = runwareOffer(models);
  checkDefaults(described.params, settings.defaults);
  const { offer } = withDefaults(described, settings.defaults);

  const send = async (task: Record<string, unknown>, signals: Signals) => {
    const answer = await remote.call("", {
      ...signals,
      method: "POST",
      body: JSON.stringify([task]),
      headers: { "content-type": "application/json" },
    });
    const body = await readJson(answer, signals, base64PictureLimit).catch((error: unknown) => {
      if (answer.status >= 400) throw faultOf(answer.status, answer.headers, {}, secrets);
      throw error;
    });
    return { status: answer.status, headers: answer.headers, reply: replyOf(body) };
  };

  const ownFault = (reply: Reply, uuid: string): Fault | undefined =>
    reply.errors.find((fault) => fault.taskUUID === undefined || fault.taskUUID === uuid);

  const finished = (reply: Reply, uuid: string): Result | undefined =>
    reply.data.find(
      (result) =>
        result.taskUUID === uuid &&
        Boolean(result.imageURL ?? result.imageBase64Data ?? result.imageDataURI),
    );

  const submit = async (request: GenerateRequest, index: number, signals: Signals) => {
    const values = valuesFor(capabilities, request);
    const can = capabilitiesWith(capabilities, request.model);
    const { seed, negativePrompt } = can;
    const { width, height } = nearestSize(request.width, request.height, can.sizes);
    const { status, headers, reply } = await send(
      {
        taskType: "imageInference",
        taskUUID: taskUuid(request.jobId, index),
        model: request.model,
        positivePrompt: withReferenceWords(
          plainPrompt(request.prompt),
          request.references,
          request.source !== undefined,
        ),
        ...(negativePrompt !== "none" &&
          request.negativePrompt && { negativePrompt: request.negativePrompt }),
        width,
        height,
        numberResults: 1,
        ...runwareFields(values),
        // The field is 32 bits wide without a sign.
        ...(seed && { seed: (request.seed + index) % 2 ** 32 }),
        outputType: "URL",
        outputFormat: "PNG",
        includeCost: true,
        safety: { checkContent: true },
        deliveryMethod: "async",
        ...picturesOf(request),
        // White is redrawn (runware.ai/docs/learn/image-inpainting).
        ...(request.mask && { maskImage: dataUri(request.mask) }),
      },
      signals,
    );
    const fault = ownFault(reply, taskUuid(request.jobId, index));
    if (status >= 400 || fault) throw faultOf(status, headers, fault ?? {}, secrets);
    return reply;
  };

  /** After a restart the task is looked up before it is sent, so that nothing is drawn and billed twice. */
  const submitOnce = async (
    request: GenerateRequest,
    context: GenerateContext,
    index: number,
    signals: Signals,
  ): Promise<Reply> => {
    if (context.resumeToken) {
      const taskUUID = taskUuid(request.jobId, index);
      const { status, headers, reply } = await send({ taskType: "getResponse", taskUUID }, signals);
      const fault = ownFault(reply, taskUUID);
      if (status < 400 && !fault) return reply;
      // A busy or broken service says nothing of the task; sent again, it could be charged for twice.
      if (status === 429 || status >= 500) throw faultOf(status, headers, fault ?? {}, secrets);
    }
    return submit(request, index, signals);
  };

  const poll = async (
    uuid: string,
    signals: Signals,
    onWait: (elapsedMs: number) => void,
  ): Promise<Result> => {
    const began = performance.now();
    for (let wait = firstPollMs; ; wait = Math.min(slowestPollMs, wait * 1.5)) {
      const { status, headers, reply } = await send(
        { taskType: "getResponse", taskUUID: uuid },
        signals,
      );
      const result = finished(reply, uuid);
      if (result) return result;
      const fault = ownFault(reply, uuid);
      // Only the poll failed because the service is busy; the task is still running.
      if (status < 429 && (status >= 400 || fault))
        throw faultOf(status, headers, fault ?? {}, secrets);
      onWait(performance.now() - began);
      await pause(wait, undefined, {
        signal: AbortSignal.any([signals.cancelled, signals.deadline]),
      }).catch((error: unknown) => {
        throw connectionError(error, signals.cancelled, signals.deadline);
      });
    }
  };

  const bytesOf = (result: Result, signals: Signals): Promise<Uint8Array> => {
    const inline = fromBase64(result.imageBase64Data ?? result.imageDataURI ?? "");
    if (inline) return Promise.resolve(inline);
    return remote.download(result.imageURL ?? "", signals, pictureLimit);
  };

  const draw = async (
    request: GenerateRequest,
    context: GenerateContext,
    index: number,
  ): Promise<GeneratedImage> => {
    const signals = signalsFor(context.signal, settings.deadlineMs);
    const uuid = taskUuid(request.jobId, index);
    const progress = (fraction: number, stage: string) =>
      context.onProgress({ index, fraction, stage });
    progress(0.02, "asked");
    const submitted = await submitOnce(request, context, index, signals);
    const result =
      finished(submitted, uuid) ??
      (await poll(uuid, signals, (elapsed) =>
        progress(Math.min(0.9, 0.05 + (0.85 * elapsed) / typicalMs), "running"),
      ));
    if (result.NSFWContent === true) {
      throw new EngineError("moderated-output", "The engine withheld this picture.", {
        billed: "yes",
      });
    }
    const picture = await checkedPicture(await bytesOf(result, signals));
    progress(1, "received");
    return {
      index,
      ...picture,
      seed: result.seed,
      providerMeta: {
        engine: settings.id,
        model: request.model,
        requestId: uuid,
        cost: result.cost,
      },
    };
  };

  const capabilities: Capabilities = {
    label: settings.label,
    disclosure:
      "Pictures are made by a model at Runware, a cloud service that this site is set up with.",
    neural: true,
    ...offer,
    txt2img: true,
    img2img: true,
    mask: true,
    // We add the sides; the mask has it draw there.
    extend: true,
    upscale: false,
    negativePrompt: "native",
    seed: true,
    strength: true,
    // An ipAdapter fits one architecture, and a model's is not told.
    references: null,
    weights: false,
    maxImagesPerCall: 1,
    sizes,
    qualities: ["standard", "high"],
    progress: "per-image",
    previews: false,
    cancel: "none",
    cancelIsShared: false,
    resumable: true,
    deterministic: false,
  };

  return {
    id: settings.id,
    deadlineMs: settings.deadlineMs,
    capabilities: () => Promise.resolve(capabilities),
    async health(signal) {
      const began = performance.now();
      try {
        const { status } = await send({ taskType: "ping", ping: true }, signalsFor(signal, 10_000));
        const latencyMs = Math.round(performance.now() - began);
        if (status < 400) return { state: "up", latencyMs };
        return { state: status === 401 ? "down" : "degraded", detail: `HTTP ${status}`, latencyMs };
      } catch (error) {
        return { state: "down", detail: error instanceof Error ? error.message : String(error) };
      }
    },
    async generate(request, context) {
      if (!models.some((model) => model.id === request.model)) {
        throw new EngineError("invalid-request", "This engine has no such model.");
      }
      valuesFor(capabilities, request);
      const can = capabilitiesWith(capabilities, request.model);
      if (request.source ? !can.img2img : !can.txt2img) {
        const fault = request.source ? "cannot start from a picture" : "needs a picture";
        throw new EngineError("unsupported", `This model ${fault}.`);
      }
      checkReferences(can, request);
      // Saved before the first task is sent: after a restart every picture is asked for by its UUID.
      if (!context.resumeToken) await context.saveResumeToken(request.jobId);
      return drawEach(request, context, settings.concurrency, (clean, index) =>
        draw(clean, context, index),
      );
    },
    close: () => remote.close(),
  };
}
