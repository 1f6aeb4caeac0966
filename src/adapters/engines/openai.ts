/** OpenAI's Images API and every compatible server. */
import { familyOf, openAiOffer } from "./openai/families.ts";
import { refusalOf } from "./openai/errors.ts";
import { transparentMask } from "./openai/mask.ts";
import { firstItem, type Item, streamMessage } from "./openai/messages.ts";
import {
  type Capabilities,
  capabilitiesWith,
  type Engine,
  EngineError,
  type GenerateContext,
  type GeneratedImage,
  type GenerateRequest,
  type ModelInfo,
} from "./port.ts";
import {
  type EngineResponse,
  openRemote,
  readJson,
  type Signals,
  signalsFor,
} from "./remote/call.ts";
import { checkDefaults, withDefaults } from "./remote/defaults.ts";
import { drawEach } from "./remote/fan-out.ts";
import {
  base64PictureLimit,
  checkedPicture,
  pictureLimit,
  pictureType,
} from "./remote/image-bytes.ts";
import { plainPrompt, withAvoided } from "./remote/prompt-text.ts";
import { valuesFor } from "./remote/params.ts";
import { checkReferences, withReferenceWords } from "./remote/references.ts";
import { serverEvents } from "./remote/server-events.ts";
import type { RemoteSettings } from "./remote/settings.ts";
import { nearestSize } from "./remote/sizes.ts";

/** Partial pictures requested in a stream; fewer may come. */
const partials = 2;
/** The largest picture, and smaller partial ones before it. */
const streamLimit = base64PictureLimit + pictureLimit;

type Values = ReturnType<typeof valuesFor>;

function fieldsOf(
  request: GenerateRequest,
  { level, background }: Values,
): Record<string, string | number | boolean> {
  const family = familyOf(request.model);
  const { width, height } = nearestSize(request.width, request.height, family.sizes);
  return {
    model: request.model,
    prompt: withReferenceWords(
      plainPrompt(withAvoided(request.prompt, request.negativePrompt)),
      request.references,
      request.source !== undefined,
    ),
    n: 1,
    size: `${width}x${height}`,
    ...(family.quality && {
      quality: level === "low" ? "low" : family.quality[request.quality],
    }),
    ...((background === "opaque" || background === "transparent") && { background }),
    ...(family.namesMembers && request.memberId && { safety_identifier: request.memberId }),
    ...(family.responseFormat ? { response_format: "b64_json" } : { output_format: "png" }),
    ...(family.streams && { stream: true, partial_images: partials }),
  };
}

type Picture = { bytes: Uint8Array; mime: string };

const fileOf = ({ bytes, mime }: Picture) => new Blob([Uint8Array.from(bytes)], { type: mime });
const nameOf = ({ mime }: Picture, name: string) => `${name}.${mime.split("/")[1] ?? "png"}`;

async function bodyOf(request: GenerateRequest, values: Values) {
  const fields = fieldsOf(request, values);
  const { source, references = [] } = request;
  if (!source && references.length === 0) {
    return {
      path: "/images/generations",
      body: JSON.stringify(fields),
      headers: { "content-type": "application/json" } as Record<string, string>,
    };
  }
  const { FormData } = await import("undici");
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
  // There is no strength; fidelity to the source, with two values, comes nearest.
  if (source && familyOf(request.model).inputFidelity) {
    form.append("input_fidelity", (request.strength ?? 0.5) < 0.4 ? "high" : "low");
  }
  // Compatible servers know the field for one picture; only models of OpenAI's get several.
  if (references.length === 0) {
    if (source) form.append("image", fileOf(source), nameOf(source, "source"));
  } else {
    if (source) form.append("image[]", fileOf(source), nameOf(source, "source"));
    for (const [index, picture] of references.entries()) {
      form.append("image[]", fileOf(picture), nameOf(picture, `reference-${index + 1}`));
    }
  }
  // With several pictures it is that of the first.
  if (request.mask) {
    const bytes = await transparentMask(request.mask.bytes);
    form.append("mask", fileOf({ bytes, mime: "image/png" }), "mask.png");
  }
  return { path: "/images/edits", body: form, headers: {} as Record<string, string> };
}

/** Opens an OpenAI-compatible engine. `baseUrl` includes the version, e.g. `https://api.openai.com/v1`. */
export function createOpenAiEngine(settings: RemoteSettings): Engine {
  const secrets = settings.apiKey ? [settings.apiKey] : [];
  const remote = openRemote({
    ...settings,
    headers: {
      ...settings.headers,
      ...(settings.apiKey && { authorization: `Bearer ${settings.apiKey}` }),
    },
  });

  const described = openAiOffer(settings.models);
  checkDefaults(described.params, settings.defaults);
  const { offer } = withDefaults(described, settings.defaults);

  const readStream = async (
    answer: EngineResponse,
    signals: Signals,
    onPartial: (index: number, bytes: Uint8Array) => void,
  ): Promise<Item> => {
    for await (const event of serverEvents(answer, signals, streamLimit, base64PictureLimit)) {
      const message = streamMessage(event);
      if (message.kind === "partial") onPartial(message.index, message.bytes);
      if (message.kind === "completed") return message.item;
      if (message.kind === "error") throw refusalOf(null, answer.headers, message.body, secrets);
    }
    throw new EngineError("bad-response", "The engine's answer broke off.", { billed: "maybe" });
  };

  const draw = async (
    request: GenerateRequest,
    context: GenerateContext,
    index: number,
    values: Values,
  ): Promise<GeneratedImage> => {
    const signals = signalsFor(context.signal, settings.deadlineMs);
    const { path, body, headers } = await bodyOf(request, values);
    context.onProgress({ index, fraction: 0.02, stage: "asked" });
    const answer = await remote.call(path, { ...signals, method: "POST", body, headers });
    if (answer.status >= 400) {
      const said = await readJson(answer, signals, 1_000_000).catch((error: unknown) => {
        if (error instanceof EngineError && error.kind !== "bad-response") throw error;
        return null;
      });
      throw refusalOf(answer.status, answer.headers, said, secrets);
    }
    const streamed = (answer.headers.get("content-type") ?? "").startsWith("text/event-stream");
    let fraction = 0.02;
    const item = streamed
      ? await readStream(answer, signals, (partial, bytes) => {
          const mime = pictureType(bytes);
          fraction = Math.max(fraction, Math.min(0.9, (partial + 1) / (partials + 1)));
          context.onProgress({
            index,
            fraction,
            stage: "partial",
            ...(mime !== null && { preview: { bytes, mime } }),
          });
        })
      : firstItem(await readJson(answer, signals, base64PictureLimit));
    const bytes =
      "bytes" in item ? item.bytes : await remote.download(item.address, signals, pictureLimit);
    const picture = await checkedPicture(bytes);
    context.onProgress({ index, fraction: 1, stage: "received" });
    return {
      index,
      ...picture,
      providerMeta: {
        engine: settings.id,
        model: request.model,
        requestId: answer.headers.get("x-request-id") ?? undefined,
        usage: item.usage,
        revisedPrompt: item.revisedPrompt,
      },
    };
  };

  const capabilitiesOf = (models: readonly ModelInfo[]): Capabilities => {
    const family = familyOf(models[0]?.id ?? "");
    return {
      label: settings.label,
      disclosure:
        "Pictures are made by a model behind an image service that this site is set up with.",
      neural: true,
      ...offer,
      txt2img: true,
      img2img: true,
      mask: family.masks,
      extend: family.masks,
      upscale: false,
      negativePrompt: "in-prompt",
      seed: false,
      strength: family.inputFidelity,
      references: null,
      weights: false,
      maxImagesPerCall: 1,
      sizes: family.sizes,
      qualities: family.quality ? ["standard", "high"] : ["standard"],
      progress: family.streams ? "partials" : "none",
      previews: family.streams,
      cancel: "disconnect",
      cancelIsShared: false,
      resumable: false,
      deterministic: false,
    };
  };

  return {
    id: settings.id,
    deadlineMs: settings.deadlineMs,
    capabilities: () => Promise.resolve(capabilitiesOf(settings.models)),
    async health(signal) {
      const began = performance.now();
      const signals = signalsFor(signal, 10_000);
      try {
        const answer = await remote.call("/models", signals);
        await answer.body?.cancel();
        const latencyMs = Math.round(performance.now() - began);
        if (answer.status < 400 || answer.status === 404) return { state: "up", latencyMs };
        return {
          state: answer.status === 401 ? "down" : "degraded",
          detail: `HTTP ${answer.status}`,
          latencyMs,
        };
      } catch (error) {
        return { state: "down", detail: error instanceof Error ? error.message : String(error) };
      }
    },
    async generate(request, context) {
      if (!settings.models.some((model) => model.id === request.model)) {
        throw new EngineError("invalid-request", "This engine has no such model.");
      }
      if (request.mask && !familyOf(request.model).masks) {
        throw new EngineError("unsupported", "This model cannot change a part of a picture.");
      }
      const can = capabilitiesOf(settings.models);
      const values = valuesFor(can, request);
      checkReferences(capabilitiesWith(can, request.model), request);
      return drawEach(request, context, settings.concurrency, (clean, index) =>
        draw(clean, context, index, values),
      );
    },
    close: () => remote.close(),
  };
}
