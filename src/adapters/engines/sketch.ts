/** Sketch, the built-in engine: draws procedurally from the words it knows, in its own threads. */
import { availableParallelism } from "node:os";
import { withoutWeights } from "#app/rules/prompt-weights.ts";
import { limitSharp } from "#app/lib/sharp.ts";
import { paramFaults } from "#app/rules/engine-params.ts";
import type { Interpretation } from "#app/rules/interpretation.ts";
import { referenceFaults, referenceLimits } from "#app/rules/references.ts";
import {
  type Capabilities,
  type Engine,
  EngineError,
  type GenerateContext,
  type GenerateRequest,
  type GenerateResult,
} from "./port.ts";
import {
  REIMAGINE_FROM,
  MAX_PICTURES,
  MAX_PIXELS,
  MAX_SIDE,
  MIN_SIDE,
  SIDE_STEP,
} from "@echoform/sketch/limits";
import type { Drawing, Order } from "@echoform/sketch/messages";
import { createSketch, type DrawContext, type Sketch } from "@echoform/sketch";
import { SketchError } from "@echoform/sketch/errors";
import { medium, mediums } from "./sketch/mediums.ts";
import { wordedFor } from "./worded.ts";
import { SLOW_PICTURE_MS, type Sentinel, readSentinel } from "./sketch/sentinels.ts";

const MODEL = "sketch-1";
/** Increased whenever the same request would give different pixels. */
const VERSION = "6";

/** The medium that a request chose; undefined leaves it to the words. */
const mediumOf = ({ params }: GenerateRequest) =>
  mediums.find(([name]) => name === params?.["medium"])?.[0];

const capabilities: Capabilities = {
  label: "Sketch",
  disclosure:
    "Built into Echoform: draws procedurally from a fixed vocabulary of scenes, things and media. It is not an AI model.",
  neural: false,
  models: [{ id: MODEL, label: "Sketch" }],
  params: [medium],
  txt2img: true,
  img2img: true,
  mask: true,
  extend: true,
  upscale: true,
  negativePrompt: "native",
  seed: true,
  strength: true,
  // A medium cannot be told from a picture, and things are drawn from a library: neither style nor subject can be taken.
  references: {
    roles: { palette: 4, composition: 1 },
    max: 5,
    weights: true,
    wordsOnly: ["composition"],
  },
  weights: false,
  maxImagesPerCall: MAX_PICTURES,
  sizes: {
    kind: "range",
    min: MIN_SIDE,
    max: MAX_SIDE,
    multipleOf: SIDE_STEP,
    maxPixels: MAX_PIXELS,
  },
  qualities: ["standard", "high"],
  progress: "stages",
  previews: true,
  cancel: "immediate",
  cancelIsShared: false,
  resumable: false,
  deterministic: true,
};

const invalid = (message: string) => new EngineError("invalid-request", message);

function checkSide(name: string, side: number): void {
  if (side >= MIN_SIDE && side <= MAX_SIDE && side % SIDE_STEP === 0) return;
  throw new EngineError(
    "unsupported",
    `Sketch draws pictures ${MIN_SIDE} to ${MAX_SIDE} pixels a side in steps of ${SIDE_STEP}; the ${name} asked for is ${side}.`,
  );
}

function checkRequest(request: GenerateRequest): void {
  const { model, width, height, count, seed, strength, mode } = request;
  if (model !== MODEL) throw invalid(`Sketch has no model named ${model}.`);
  checkSide("width", width);
  checkSide("height", height);
  if (!Number.isInteger(count) || count < 1 || count > MAX_PICTURES) {
    throw invalid(`Sketch draws 1 to ${MAX_PICTURES} pictures at a time.`);
  }
  const [fault] = paramFaults(capabilities.params, request.params ?? {}, { model, mode });
  if (fault) throw invalid(`Sketch cannot draw with this ${fault.id}.`);
  const [wrong] = referenceFaults(capabilities.references, request.references ?? [], mode);
  if (wrong) throw new EngineError("unsupported", "Sketch cannot take this reference.");
  if (!Number.isSafeInteger(seed) || seed < 0) throw invalid("The seed must be a whole number.");
  if (request.mode === "img2img") {
    if (!request.source) throw invalid("A remix needs a picture to start from.");
    if (strength !== undefined && !(strength >= 0 && strength <= 1)) {
      throw invalid("The strength must lie between 0 and 1.");
    }
  } else if (request.prompt.trim() === "") throw invalid("The prompt is empty.");
}

/** References in the roles that Sketch takes; checkRequest has refused the others. */
function referencesOf({ references = [] }: GenerateRequest): Order["references"] {
  return references.flatMap(({ bytes, role, weight = referenceLimits.weight.default }) =>
    role === "palette" || role === "composition" ? [{ bytes, role, weight }] : [],
  );
}

/** From this strength on what a mask shows is drawn anew, where the words name anything to draw. */
const ANEW_FROM = 0.4;

/** A mask asks for something else in its place: that begins at a lower strength than a whole new picture does. */
function strengthOf({ mask, strength = 0.5 }: GenerateRequest): number {
  if (!mask || strength < ANEW_FROM) return strength;
  return REIMAGINE_FROM + ((1 - REIMAGINE_FROM) * (strength - ANEW_FROM)) / (1 - ANEW_FROM);
}

function orderFor(
  request: GenerateRequest,
  index: number,
  prompt: string,
  sentinel: Sentinel | null,
): Order {
  const remix = request.mode === "img2img";
  const medium = mediumOf(request);
  return {
    prompt,
    negativePrompt: request.negativePrompt,
    width: request.width,
    height: request.height,
    seed: request.seed + index,
    fine: request.quality === "high",
    ...(request.styleKit || medium ? { styleKit: { ...request.styleKit, medium } } : {}),
    ...(request.references?.length ? { references: referencesOf(request) } : {}),
    ...(remix ? { source: request.source?.bytes, strength: strengthOf(request) } : {}),
    ...(remix && request.mask ? { mask: request.mask.bytes } : {}),
    ...(request.extend ? { newSides: request.extend } : {}),
    ...(sentinel === "slow" ? { holdMs: SLOW_PICTURE_MS } : {}),
    ...(sentinel === "crash" ? { crash: true } : {}),
  };
}

/** Draws one picture; Sketch's errors become EngineErrors of the same kind. */
async function drawPicture(sketch: Sketch, order: Order, context: DrawContext): Promise<Drawing> {
  // Its thread has a sharp of its own, in the same libvips.
  limitSharp();
  try {
    return await sketch.draw(order, context);
  } catch (error) {
    if (!(error instanceof SketchError)) throw error;
    throw new EngineError(error.kind, error.userMessage, { cause: error.cause ?? error });
  }
}

const union = (a: readonly string[], b: readonly string[]) => [...new Set([...a, ...b])];

/** What is said of the words of several pictures. */
const joined = (a: Interpretation, b: Interpretation): Interpretation => ({
  understood: union(a.understood, b.understood),
  ignored: union(a.ignored, b.ignored),
  notes: [
    ...new Map(
      [...(a.notes ?? []), ...(b.notes ?? [])].map((note) => [JSON.stringify(note), note]),
    ).values(),
  ],
});

async function generate(
  sketch: Sketch,
  request: GenerateRequest,
  context: GenerateContext,
): Promise<GenerateResult> {
  const { signal } = context;
  if (signal.aborted) throw new EngineError("cancelled", "The drawing was cancelled.");
  checkRequest(request);
  const { sentinel } = readSentinel(request.prompts?.[0] ?? request.prompt);
  if (sentinel === "refuse") {
    throw new EngineError("moderated-prompt", "Sketch declines to draw this prompt.");
  }
  const drawable = sentinel === "half" ? Math.floor(request.count / 2) : request.count;
  const skip = new Set(request.skip);
  let delivered = 0;
  let interpretation: Interpretation | undefined;
  const asksLayout = request.references?.some(({ role }) => role === "composition") ?? false;
  let isLaidOut = true;

  for (let index = 0; index < drawable; index++) {
    if (skip.has(index)) continue;
    const { prompt } = readSentinel(withoutWeights(wordedFor(request, index).prompt));
    const order = orderFor(request, index, prompt, sentinel);
    const drawing = await drawPicture(sketch, order, {
      signal,
      onProgress: (fraction, stage, preview) =>
        context.onProgress({
          index,
          fraction,
          stage,
          ...(preview ? { preview: { bytes: preview, mime: "image/jpeg" } } : {}),
        }),
    });
    const { bytes, mime, width, height, scene, finish, sky, understood, ignored, notes } = drawing;
    const read = { understood, ignored, notes };
    interpretation = interpretation ? joined(interpretation, read) : read;
    isLaidOut &&= drawing.laidOut;
    context.onProgress({ index, fraction: 1, stage: "done" });
    await context.onImage({
      index,
      bytes,
      mime,
      width,
      height,
      seed: order.seed,
      keepAs: "jpeg",
      providerMeta: { engine: "sketch", version: VERSION, scene, finish, sky, understood, ignored },
    });
    delivered++;
  }

  if (delivered + skip.size === 0) {
    throw new EngineError("internal", "The drawing stopped before the first picture.");
  }
  const warnings = [
    ...(drawable < request.count
      ? [`Only ${drawable} of ${request.count} pictures were drawn.`]
      : []),
    ...(asksLayout && !isLaidOut
      ? [
          "This scene has no horizon and no thing to place: the reference for the composition changed nothing.",
        ]
      : []),
  ];
  return { delivered, warnings, ...(interpretation ? { interpretation } : {}) };
}

/** How much longer each side of an upscaled picture is. */
const UPSCALE = 2;

/** The same picture drawn again at twice its size: every line is as sharp as at the first. */
async function upscale(
  sketch: Sketch,
  request: GenerateRequest,
  index: number,
  context: GenerateContext,
): Promise<GenerateResult> {
  if (!Number.isInteger(index) || index < 0 || index >= request.count) {
    throw invalid(`The request has no picture ${index}.`);
  }
  const larger: GenerateRequest = {
    ...request,
    width: request.width * UPSCALE,
    height: request.height * UPSCALE,
    count: index + 1,
    skip: Array.from({ length: index }, (_, i) => i),
  };
  return generate(sketch, larger, context);
}

/** Opens Sketch. `workers` is the number of drawing threads at most: by default cores minus one. */
export function createSketchEngine(options: { workers?: number } = {}): Engine {
  const threads = options.workers ?? Math.max(1, availableParallelism() - 1);
  const sketch = createSketch({ threads });
  return {
    id: "sketch",
    deadlineMs: 60_000,
    capabilities: async () => capabilities,
    health: async () => ({ state: "up" }),
    generate: (request, context) => generate(sketch, request, context),
    upscale: (request, index, context) => upscale(sketch, request, index, context),
    close: () => sketch.close(),
  };
}
