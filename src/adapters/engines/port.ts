/** The interface of every image engine. Engines draw; they never see the database, credits or members. */

import type { EngineSettings } from "#app/engine-settings.ts";
import type { ChangeMap } from "#app/rules/edit-area.ts";
import type { Extension } from "#app/rules/edit-limits.ts";
import type { Param, ParamDefaults, Params } from "#app/rules/engine-params.ts";
import type { Interpretation } from "#app/rules/interpretation.ts";
import type { ReferenceOffer, ReferencePicture } from "#app/rules/references.ts";
export type { LocalModels, LocalProgram } from "./local/types.ts";

export type Quality = "standard" | "high";

export type ModelInfo = { id: string; label: string };
/** A model with what sets it apart from the others of its engine. */
export type ModelDescription = ModelInfo & {
  /** What it can do otherwise than the engine says of all. */
  can?: Partial<ModelTraits>;
  /** What it draws with unless told; other models have the parameters' own defaults. */
  defaults?: ParamDefaults;
};

export type SizeRule =
  | { kind: "list"; list: readonly (readonly [width: number, height: number])[] }
  | { kind: "range"; min: number; max: number; multipleOf: number; maxPixels?: number };

/** What an engine can do; pages offer only this and say what will be ignored. */
export type Capabilities = {
  label: string;
  /** One honest sentence on what draws the picture, shown beside the engine's name. */
  disclosure: string;
  /** False for procedural drawing: such an engine is never called a model. */
  neural: boolean;
  models: readonly ModelDescription[];
  /** Parameters that a request may set, of all models. */
  params: readonly Param[];
  txt2img: boolean;
  img2img: boolean;
  /** It redraws only what a mask says. */
  mask: boolean;
  /** It draws what is added at the sides of a picture. */
  extend: boolean;
  /** It can draw one of its own pictures again at twice the size. */
  upscale: boolean;
  negativePrompt: "native" | "in-prompt" | "none";
  seed: boolean;
  strength: boolean;
  /** Pictures that a request may refer to, and what each may give; null for none. */
  references: ReferenceOffer | null;
  /** It reads weights of words, as `(word:1.2)`. */
  weights: boolean;
  maxImagesPerCall: number;
  sizes: SizeRule;
  qualities: readonly Quality[];
  progress: "percent" | "partials" | "per-image" | "stages" | "none";
  previews: boolean;
  cancel: "immediate" | "queued-only" | "disconnect" | "none";
  /** True where a cancel may hit another client's work on the same server. */
  cancelIsShared: boolean;
  /** True where a job survives our restart and can be resumed by its token. */
  resumable: boolean;
  deterministic: boolean;
};

/** What may differ from model to model. */
type ModelTraits = Pick<
  Capabilities,
  | "txt2img"
  | "img2img"
  | "mask"
  | "extend"
  | "negativePrompt"
  | "seed"
  | "strength"
  | "references"
  | "weights"
  | "sizes"
  | "qualities"
  | "progress"
  | "previews"
>;

/** The capabilities with one of the models. */
export const capabilitiesWith = (can: Capabilities, model: string): Capabilities => ({
  ...can,
  ...can.models.find(({ id }) => id === model)?.can,
});

/**
 * A look chosen beside the words: colours (six hexadecimal digits, from leading to accent) and words
 * for material, lighting and camera. Each part is optional, and an engine may ignore any of them.
 */
export type StyleKit = {
  palette?: readonly string[];
  material?: string;
  lighting?: string;
  camera?: string;
};

export type GenerateRequest = {
  /** UUID of the generation; engines pass it on as their own idempotency key where they can. */
  jobId: string;
  /** Opaque, and the same for all of a member's requests: a service may ban one member, rather than its key. */
  memberId?: string;
  mode: "txt2img" | "img2img";
  prompt: string;
  /** The words of each picture, where they differ: picture k is drawn from entry k, and not from `prompt`. */
  prompts?: readonly string[];
  negativePrompt?: string;
  model: string;
  /** Pixels. */
  width: number;
  height: number;
  /** Number of pictures, 1 to 8. */
  count: number;
  /** Picture k is drawn with seed + k. */
  seed: number;
  quality: Quality;
  source?: { bytes: Uint8Array; mime: string };
  /** A PNG of one channel, of the source's and the request's size: where it is 255 the source is redrawn, where it is 0 not. */
  mask?: { bytes: Uint8Array; mime: string };
  /** Pixels at each side of the source that are new: there it is only a hint of colours. They are white in the mask. */
  extend?: Extension;
  /** 0 keeps the source, 1 ignores it. Only with a source. */
  strength?: number;
  styleKit?: StyleKit;
  /** Each as `Capabilities.references` allows it. */
  references?: readonly ReferencePicture[];
  /** Parameters that were set, each as `Capabilities.params` describes it; the others have their defaults. */
  params?: Params;
  /** Indices (0-based, below count) already delivered by an earlier attempt: not to be drawn again. */
  skip?: readonly number[];
};

export type EngineProgress = {
  /** Which picture of the request, 0-based. */
  index: number;
  /** 0 to 1, never falling for one picture. */
  fraction: number;
  /** Identifier of the stage, e.g. "sky", "finish", "encode". */
  stage: string;
  /** A small encoded picture of the state so far. */
  preview?: { bytes: Uint8Array; mime: string };
};

/**
 * What a service reports about one picture or one refused request. It is stored with the cast and shown to admins; texts
 * and numbers are cut to a sane size there, and what is not JSON is dropped. Use the names below wherever they fit.
 */
export type ProviderMeta = {
  /** Id of the engine that drew it. */
  engine?: string;
  model?: string;
  /** The service's own id of the request, task or prompt, by which its operator can find it. */
  requestId?: string;
  /** What the service charged, in its own currency or credits. */
  cost?: number;
  /** Counts by the service's own names, e.g. {input_tokens, output_tokens, total_tokens}. */
  usage?: Record<string, unknown>;
  /** The prompt as the service changed it. */
  revisedPrompt?: string;
  [more: string]: unknown;
};

export type GeneratedImage = {
  index: number;
  /** An encoded picture (PNG, JPEG or WebP). */
  bytes: Uint8Array;
  mime: string;
  width: number;
  height: number;
  seed?: number;
  /** Where a PNG or WebP of this engine is worth no more than its JPEG: what is kept without loss takes several times its room. */
  keepAs?: "jpeg";
  /** Of an edit: how much of each pixel is new. What is 0 has to stay bit for bit. */
  within?: ChangeMap;
  providerMeta: ProviderMeta;
};

export type GenerateResult = {
  /** How many pictures were passed to onImage in this call; fewer than asked is a partial success. */
  delivered: number;
  warnings: string[];
  interpretation?: Interpretation;
};

export type GenerateContext = {
  signal: AbortSignal;
  onProgress(progress: EngineProgress): void;
  /** Called as soon as each picture is ready; awaited before the next one is begun. */
  onImage(image: GeneratedImage): Promise<void>;
  /** Token of an earlier attempt, when the engine is resumable. */
  resumeToken?: string;
  saveResumeToken(token: string): Promise<void>;
  /** Awaited before the request for picture `index` is sent, so that one that costs money is known of. Rejects: not to be sent. */
  onRequest?(index: number): Promise<void>;
  /** Called when the request for picture `index` failed; `error.billed` says whether it may have cost money. */
  onRequestFailed?(index: number, error: EngineError): Promise<void>;
  /** Asks for a slot beside the cast's own, within the service's limit for all. @returns what releases it, or null for none */
  room?(): Promise<(() => Promise<void>) | null>;
};

export type EngineHealth = {
  state: "up" | "degraded" | "down";
  detail?: string;
  latencyMs?: number;
};

/** An engine that is a service, rather than a program on this machine. */
export type ServiceTerms = {
  /** Requests of ours it may have at once, from all casts and all processes together. */
  concurrency: number;
  /** Whether a request may cost money. Such a request is never sent a second time once it may have been charged for. */
  bills: boolean;
};

export type Engine = {
  /** e.g. "sketch", "openai:main". */
  id: string;
  /** Absent where this machine draws. */
  service?: ServiceTerms;
  /** Milliseconds one picture may take before the cast is given up. */
  deadlineMs: number;
  capabilities(): Promise<Capabilities>;
  health(signal: AbortSignal): Promise<EngineHealth>;
  /** Throws EngineError; an abort throws EngineError of kind "cancelled" within 250 ms where cancel is "immediate". */
  generate(request: GenerateRequest, context: GenerateContext): Promise<GenerateResult>;
  /**
   * Draws picture `index` of an earlier request again, with its own seed, at twice its width and
   * height, and passes it to onImage. Present where `capabilities.upscale` is true. Throws EngineError,
   * "unsupported" where the doubled size is beyond the engine's rule.
   */
  upscale?(
    request: GenerateRequest,
    index: number,
    context: GenerateContext,
  ): Promise<GenerateResult>;
  close(): Promise<void>;
};

export type EngineErrorKind =
  | "cancelled"
  | "moderated-prompt"
  | "moderated-output"
  | "invalid-request"
  | "unsupported"
  | "auth"
  | "quota"
  | "rate-limited"
  | "overloaded"
  | "timeout"
  | "provider-down"
  | "bad-response"
  | "internal";

/** The one error an engine throws; kind decides retry, credits and what the member is told. */
export class EngineError extends Error {
  readonly kind: EngineErrorKind;
  /** A plain sentence for the member. */
  readonly userMessage: string;
  readonly billed: "no" | "maybe" | "yes";
  readonly retryAfterMs: number | undefined;
  readonly providerCode: string | undefined;
  /** What the service reported about the costs of the failed request. */
  readonly report: ProviderMeta | undefined;

  constructor(
    kind: EngineErrorKind,
    userMessage: string,
    detail: {
      billed?: "no" | "maybe" | "yes";
      retryAfterMs?: number;
      providerCode?: string;
      report?: ProviderMeta;
      cause?: unknown;
    } = {},
  ) {
    super(`${kind}: ${userMessage}`, { cause: detail.cause });
    this.name = "EngineError";
    this.kind = kind;
    this.userMessage = userMessage;
    this.billed = detail.billed ?? "no";
    this.retryAfterMs = detail.retryAfterMs;
    this.providerCode = detail.providerCode;
    this.report = detail.report;
  }
}

/** Engines by id, in the order they are offered; the first is the default. Those that admins set up come and go. */
export type EngineRegistry = ReadonlyMap<string, Engine>;

/** The engines that admins set up, in this process. */
export type OwnEngines = {
  /** Takes over what is stored now; what is being drawn is drawn to its end. */
  refresh(): Promise<void>;
  settled(): Promise<void>;
  /** Why an engine cannot be set up like this, as far as it is known without asking it; null when it can. */
  faultOf(settings: EngineSettings): { setting: "defaults" | "workflow"; reason: string } | null;
  /** Opens an engine for as long as `use` takes. @throws Error for what `faultOf` tells */
  trial<T>(settings: EngineSettings, use: (engine: Engine) => Promise<T>): Promise<T>;
};
