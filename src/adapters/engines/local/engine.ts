/** The engine `local`: draws with installed models through the process that the supervisor keeps. */
import path from "node:path";
import type { CatalogueModel, InstalledModel, Lora } from "#app/rules/local-models.ts";
import {
  type Capabilities,
  capabilitiesWith,
  type Engine,
  EngineError,
  type GenerateContext,
  type GeneratedImage,
  type GenerateRequest,
} from "../port.ts";
import { drawEach } from "../remote/fan-out.ts";
import { valuesFor } from "../remote/params.ts";
import { checkReferences } from "../remote/references.ts";
import { nearestSize } from "../remote/sizes.ts";
import { loadableOf, pathOf } from "./loading.ts";
import { auto, capabilitiesOf, drawing, enlarging } from "./offer.ts";
import {
  fitPicture,
  type Pictures,
  readPicture,
  writeMask,
  writeReference,
  writeSource,
} from "./pictures.ts";
import { promptFor } from "./prompt.ts";
import type { DrawLora, DrawParams } from "./protocol.ts";
import type { Supervisor } from "./supervisor.ts";
import type { LocalDevice, LocalProgram } from "./types.ts";

export type LocalEngineOptions = {
  installed: () => readonly InstalledModel[];
  device: () => Promise<LocalDevice>;
  programOf: (model: Pick<CatalogueModel, "family">) => LocalProgram;
  /** The LoRAs of the operator that passed the check. */
  loras: () => Promise<readonly Lora[]>;
  supervisor: Supervisor;
  pictures: Pictures;
};

/** Milliseconds that a picture may take where nothing was measured. */
const unmeasuredMs = 30 * 60_000;
/** The least, for what else the machine does. */
const leastMs = 2 * 60_000;
/** How many times longer than measured. */
const patience = 4;
/** Shares of a picture's progress: until the model is in memory, and until the last step. */
const share = { loaded: 0.1, drawn: 0.9 } as const;
/** How much longer each side of an enlarged picture is. */
const upscale = 2;

/** Names the stage of loading by the seconds that are left, as far as its beginning tells. */
function loadingStage(): (fraction: number) => string {
  let began: number | null = null;
  return (fraction) => {
    began ??= performance.now();
    if (fraction <= 0.05) return "loading";
    const left = ((performance.now() - began) / 1000) * (1 / fraction - 1);
    return left < 1 ? "loading" : `loading ${Math.round(left)}`;
  };
}

const invalid = (message: string) => new EngineError("invalid-request", message);

/** Milliseconds that one picture may take: by what was measured at the default size. */
export function deadlineOf(
  { secondsPerPicture, model }: InstalledModel,
  asked: Pick<DrawParams, "width" | "height" | "steps"> = model.defaults,
): number {
  if (secondsPerPicture === null) return unmeasuredMs;
  const { width, height, steps } = model.defaults;
  const pixels = (asked.width * asked.height) / (width * height);
  const factor = Math.max(pixels, 1) * Math.max(asked.steps / steps, 1);
  return Math.max(secondsPerPicture * 1000 * factor * patience, leastMs);
}

/** The largest that an engine's cast may take: the largest picture with the most steps, and the model's loading. */
export function longestMs(installed: readonly InstalledModel[]): number {
  const each = drawing(installed).map((one) => {
    const { maxPixels, maxSteps } = one.model.limits;
    return deadlineOf(one, { width: maxPixels, height: 1, steps: maxSteps });
  });
  return Math.max(leastMs, ...each) + unmeasuredMs;
}

function checkRequest(can: Capabilities, request: GenerateRequest): void {
  const { mode, source, strength } = request;
  const { img2img, mask } = capabilitiesWith(can, request.model);
  if ((request.mask || request.extend) && !mask) {
    throw new EngineError("unsupported", "This model does not redraw a part of a picture.");
  }
  if (request.mask && !source) throw invalid("A mask needs the picture that it is for.");
  if (mode === "img2img") {
    if (!img2img) throw new EngineError("unsupported", "This model draws from words alone.");
    if (!source) throw invalid("A remix needs a picture to start from.");
    if (strength !== undefined && !(strength >= 0 && strength <= 1)) {
      throw invalid("The strength must lie between 0 and 1.");
    }
  } else if (request.prompt.trim() === "") throw invalid("The prompt is empty.");
}

export function createLocalEngine(options: LocalEngineOptions): Engine {
  const { installed, device, programOf, supervisor, pictures } = options;
  const capabilities = async () => {
    const [found, loras] = await Promise.all([device(), options.loras()]);
    return capabilitiesOf(installed(), { device: found, programOf, loras });
  };
  const needsOf = async (one: InstalledModel) =>
    loadableOf(one, await device(), programOf(one.model));

  const modelOf = (id: string): InstalledModel => {
    const found = drawing(installed()).find(({ model }) => model.id === id);
    if (found === undefined) throw invalid("This machine has no such model.");
    return found;
  };

  function paramsOf(
    can: Capabilities,
    one: InstalledModel,
    request: GenerateRequest,
    index: number,
  ): DrawParams {
    const { cfg, steps, sampler, scheduler } = valuesFor(can, request);
    const { abilities, defaults } = one.model;
    const program = programOf(one.model);
    const lora = program === "addon" ? pathOf(one, "lora") : undefined;
    return {
      prompt: promptFor(request, one.model, program),
      ...nearestSize(request.width, request.height, capabilitiesWith(can, one.model.id).sizes),
      steps: Number(steps),
      cfg_scale: Number(cfg ?? defaults.cfg),
      // The addon keeps 32 bits of it.
      seed: (request.seed + index) % 2 ** 32,
      ...(abilities.negativePrompt &&
        request.negativePrompt && { negative_prompt: request.negativePrompt }),
      ...(sampler !== auto && { sampling_method: String(sampler) }),
      ...(scheduler !== auto && { scheduler: String(scheduler) }),
      ...(request.source && abilities.strength && { strength: request.strength ?? 0.5 }),
      ...(lora !== undefined && { lora }),
    };
  }

  /** What sd-server adds to a model: the model's own, then the one that a member chose by its name. */
  async function lorasOf(
    can: Capabilities,
    one: InstalledModel,
    request: GenerateRequest,
  ): Promise<DrawLora[]> {
    if (programOf(one.model) === "addon") return [];
    const own = pathOf(one, "lora");
    const { lora: id, "lora-weight": weight } = valuesFor(can, request);
    const picked = (await options.loras()).find((lora) => lora.id === id);
    return [
      ...(own === undefined ? [] : [{ file: own, weight: 1 }]),
      ...(picked === undefined ? [] : [{ file: picked.file, weight: Number(weight) }]),
    ];
  }

  /** Draws one picture. */
  async function draw(
    request: GenerateRequest,
    context: GenerateContext,
    index: number,
  ): Promise<GeneratedImage> {
    const one = modelOf(request.model);
    const can = await capabilities();
    const params = paramsOf(can, one, request, index);
    const [needs, loras] = await Promise.all([needsOf(one), lorasOf(can, one, request)]);
    const report = (fraction: number, stage: string) =>
      context.onProgress({ index, fraction, stage });
    const loading = loadingStage();
    const picture = await pictures.within(async (folder) => {
      const out = path.join(folder, "out.png");
      const { source, mask, references = [] } = request;
      const isReference = !one.model.abilities.strength;
      const start = source && (await writeSource(folder, source.bytes, params));
      const others = await Promise.all(
        references.map(({ bytes }, at) => writeReference(folder, bytes, at)),
      );
      // A model without strength takes the picture to start from as the first of those that words refer to.
      const referred = [...(start && isReference ? [start] : []), ...others];
      await supervisor.run({
        needs,
        request: {
          op: "draw",
          out,
          ...(start && !isReference && { source: start }),
          ...(referred.length > 0 && { references: referred }),
          ...(mask && { mask: await writeMask(folder, mask.bytes, params) }),
          ...(loras.length > 0 && { loras }),
          params,
        },
        deadlineMs: deadlineOf(one, params),
        signal: context.signal,
        onLoading: (fraction) => report(fraction * share.loaded, loading(fraction)),
        onStep: (step, total) =>
          report(share.loaded + (share.drawn - share.loaded) * Math.min(step / total, 1), "steps"),
      });
      return readPicture(out);
    });
    if (picture.width !== params.width || picture.height !== params.height) {
      throw new EngineError("bad-response", "The model drew a picture of another size.");
    }
    report(1, "done");
    const { sha256 } = one.files[0];
    const providerMeta = { engine: "local", model: one.model.id, sha256, seed: params.seed };
    return { index, ...picture, seed: params.seed, providerMeta };
  }

  async function enlarge(image: GeneratedImage, context: GenerateContext): Promise<GeneratedImage> {
    const one = enlarging(installed());
    if (one === undefined) throw new EngineError("unsupported", "Nothing here enlarges pictures.");
    const needs = await needsOf(one);
    const larger = await pictures.within(async (folder) => {
      const out = path.join(folder, "out.png");
      const source = await writeSource(folder, image.bytes, image);
      await supervisor.run({
        needs,
        request: { op: "enlarge", out, source, repeats: 1 },
        deadlineMs: deadlineOf(one, { ...image, steps: 1 }),
        signal: context.signal,
      });
      return readPicture(out);
    });
    return {
      ...image,
      ...(await fitPicture(larger.bytes, image.width * upscale, image.height * upscale)),
      providerMeta: { ...image.providerMeta, enlargedBy: one.model.id },
    };
  }

  async function generate(request: GenerateRequest, context: GenerateContext) {
    if (context.signal.aborted) throw new EngineError("cancelled", "The drawing was cancelled.");
    const can = await capabilities();
    modelOf(request.model);
    checkRequest(can, request);
    checkReferences(capabilitiesWith(can, request.model), request);
    valuesFor(can, request);
    return drawEach(request, context, 1, (clean, index) => draw(clean, context, index));
  }

  const upscaleOne: Engine["upscale"] = async (request, index, context) => {
    if (!Number.isInteger(index) || index < 0 || index >= request.count) {
      throw invalid(`The request has no picture ${index}.`);
    }
    const skip = Array.from({ length: index }, (_, at) => at);
    return generate(
      { ...request, count: index + 1, skip },
      {
        ...context,
        onProgress: (progress) =>
          context.onProgress({ ...progress, fraction: progress.fraction / 2 }),
        onImage: async (image) => context.onImage(await enlarge(image, context)),
      },
    );
  };

  return {
    id: "local",
    service: { concurrency: 1, bills: false },
    get deadlineMs() {
      return longestMs(installed());
    },
    capabilities,
    async health() {
      const waitMs = supervisor.downMs();
      if (waitMs === 0) return { state: "up" };
      const { lastFault = "it failed too often" } = supervisor.state();
      return { state: "down", detail: lastFault };
    },
    generate,
    get upscale() {
      return enlarging(installed()) ? upscaleOne : undefined;
    },
    close: async () => undefined,
  };
}
