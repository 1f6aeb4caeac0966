import { aspects, type Aspect } from "#app/rules/aspects.ts";
import { castCost } from "#app/rules/credit-costs.ts";
import { castLimits, qualities, usualQuality, type CastQuality } from "#app/rules/cast-limits.ts";
import { nearestAspect } from "#app/rules/nearest-aspect.ts";
import { escapeTemplate } from "#app/rules/prompt-template.ts";
import type { Params } from "#app/rules/engine-params.ts";
import type { FoundSettings } from "#app/adapters/imaging/port.ts";
import type { Cast } from "../queries.ts";
import {
  type DraftReference,
  readReferences,
  referencesOfCast,
  sentReferences,
} from "./draft-references.ts";
import type { GridSettings } from "../queries/grids.ts";
import { readParams } from "./params.ts";
import type { SourceRef } from "./source.ts";
import { mayVary, typedPrompt } from "./typed-prompt.ts";

/** The state of the composer. Stored in this browser, so that nothing typed is lost. */
export type Draft = {
  prompt: string;
  negative: string;
  aspect: Aspect;
  quality: CastQuality;
  count: number;
  /** Whether each combination of the prompt's alternatives is drawn once; the count is their number. */
  each: boolean;
  /** Empty selects the first engine and its first model. */
  engine: string;
  model: string;
  /** As typed; empty for a new seed each time. */
  seed: string;
  /** 0 to 100; null if the engine has no such setting. */
  strength: number | null;
  /** Parameters as typed, by their ids; kept while another engine is chosen that does not have them. */
  params: Params;
  /** Pictures that it refers to; kept while another engine is chosen that does not take them. */
  references: readonly DraftReference[];
  isPublic: boolean;
  /** Id of a style kit; empty for none. */
  kit: string;
  /** Whether another engine may be used if the chosen one is unavailable. */
  fallback: boolean;
  /** Whether it waits until its engine has nothing else to do, for less. */
  whenIdle: boolean;
  /** The source that was selected when the prompt was started. */
  sourceId: string | null;
  /** Whether the settings were taken from a cast or a file, for that picture alone. */
  taken: boolean;
};

/** In percent. */
export const usualStrength = castLimits.strength.default * 100;

export const emptyDraft: Draft = {
  prompt: "",
  negative: "",
  aspect: "1:1",
  quality: usualQuality(qualities),
  count: 1,
  each: false,
  engine: "",
  model: "",
  seed: "",
  strength: usualStrength,
  params: {},
  references: [],
  isPublic: true,
  kit: "",
  fallback: false,
  whenIdle: false,
  sourceId: null,
  taken: false,
};

const oneOf = <T>(list: readonly T[], value: unknown, otherwise: T): T =>
  list.find((one) => one === value) ?? otherwise;
const text = (value: unknown) => (typeof value === "string" ? value : "");
const within = (value: unknown, min: number, max: number, otherwise: number) =>
  typeof value === "number" && value >= min && value <= max ? Math.round(value) : otherwise;

/** Parses a stored draft; tolerates data of older releases and edited data. */
export function readDraft(stored: string | null): Draft {
  let kept: Partial<Record<keyof Draft, unknown>> = {};
  try {
    const parsed: unknown = JSON.parse(stored ?? "{}");
    if (typeof parsed === "object" && parsed !== null) kept = parsed;
  } catch {
    return emptyDraft;
  }
  const { count } = castLimits;
  return {
    prompt: text(kept.prompt),
    negative: text(kept.negative),
    aspect: oneOf(aspects, kept.aspect, emptyDraft.aspect),
    quality: oneOf(qualities, kept.quality, emptyDraft.quality),
    count: within(kept.count, count.min, count.max, emptyDraft.count),
    each: kept.each === true,
    engine: text(kept.engine),
    model: text(kept.model),
    seed: text(kept.seed),
    strength: within(kept.strength, 0, 100, usualStrength),
    params: readParams(kept.params),
    references: readReferences(kept.references),
    isPublic: kept.isPublic !== false,
    kit: text(kept.kit),
    fallback: kept.fallback === true,
    whenIdle: kept.whenIdle === true,
    sourceId: typeof kept.sourceId === "string" ? kept.sourceId : null,
    taken: kept.taken === true,
  };
}

/** The draft for another picture: settings that were taken from a cast or a file do not apply to it. */
export function anewFor(draft: Draft): Draft {
  return draft.taken ? { ...emptyDraft, prompt: draft.prompt } : draft;
}

/** What a cast with these settings costs. */
export function draftCost(
  settings: Pick<Draft, "quality" | "aspect" | "model" | "count" | "whenIdle">,
  prices: { remixing: boolean; remixCredits: number; priceFactor: number; idleFactor?: number },
): number {
  const { quality, aspect, model, count, whenIdle } = settings;
  const mode = prices.remixing ? "image-to-image" : "text-to-image";
  return castCost({
    mode,
    quality,
    aspect,
    model,
    count,
    imageToImageCredits: prices.remixCredits,
    priceFactor: prices.priceFactor,
    ...(whenIdle && { idleFactor: prices.idleFactor }),
  });
}

/** The body of POST /api/generate. */
export function castBody(draft: Draft, source: SourceRef | null) {
  const { kit, fallback, params, references, whenIdle, each } = draft;
  const { prompt, negative, aspect, quality, count, engine, model, seed, isPublic } = draft;
  return {
    prompt,
    ...(negative.trim() && { negative }),
    aspect,
    quality,
    count,
    ...(each && mayVary(prompt) && { each }),
    ...(engine && { engine }),
    ...(model && { model }),
    ...(seed.trim() && { seed: Number(seed) }),
    ...(Object.keys(params).length > 0 && { params: { ...params } }),
    ...(references.length > 0 && { references: sentReferences(references) }),
    ...(kit && { styleKit: kit }),
    ...(fallback && { fallback }),
    ...(whenIdle && { whenIdle }),
    ...(source !== null && {
      source: source.kind === "upload" ? { uploadId: source.id } : { pictureId: source.id },
      ...(draft.strength !== null && { strength: draft.strength / 100 }),
    }),
    isPublic,
  };
}

/** The same change of the same source, for POST /api/generate. */
export function editOfCast({ edit }: Pick<Cast, "edit">) {
  if (edit === null) return {};
  const { maskId, ...shape } = edit;
  return { edit: { ...shape, ...(maskId !== null && { maskId }) } };
}

/** A cast's settings as a draft, with a new seed. */
export function draftOfCast(cast: Cast): Partial<Draft> {
  return {
    prompt: typedPrompt(cast),
    each: cast.eachOnce,
    negative: cast.negative ?? "",
    aspect: oneOf(aspects, cast.aspect, emptyDraft.aspect),
    quality: oneOf(qualities, cast.quality, emptyDraft.quality),
    count: cast.count,
    engine: cast.engine.id,
    model: cast.model,
    params: cast.params,
    references: referencesOfCast(cast),
    isPublic: cast.isPublic,
    kit: cast.styleKit?.id ?? "",
    seed: "",
    ...(cast.strength !== null && { strength: Math.round(cast.strength * 100) }),
    sourceId: cast.source?.pictureId ?? cast.sourceUploadId,
    taken: true,
  };
}

/** The settings that a grid's pictures share, as a draft. */
export function draftOfGrid({ source, params, ...cast }: GridSettings["cast"]): Partial<Draft> {
  return {
    prompt: cast.prompt,
    negative: cast.negative ?? "",
    aspect: cast.aspect,
    ...(cast.quality && { quality: cast.quality }),
    each: false,
    engine: cast.engine ?? "",
    model: cast.model ?? "",
    params: params ?? {},
    seed: cast.seed === undefined ? "" : String(cast.seed),
    ...(cast.strength !== undefined && { strength: Math.round(cast.strength * 100) }),
    isPublic: cast.isPublic,
    whenIdle: cast.whenIdle,
    kit: cast.styleKit ?? "",
    sourceId: source ? ("pictureId" in source ? source.pictureId : source.uploadId) : null,
    taken: true,
  };
}

/** The settings in a picture's metadata, as far as a draft can hold them. */
export function draftOfSettings(found: FoundSettings): Partial<Draft> {
  const { prompt, negative, seed, width, height, strength } = found;
  const cut = (words: string, most: number) => Array.from(words).slice(0, most).join("");
  return {
    taken: true,
    ...(prompt !== undefined && { prompt: escapeTemplate(cut(prompt, castLimits.prompt.max)) }),
    ...(negative !== undefined && { negative: cut(negative, castLimits.negative.max) }),
    ...(seed !== undefined && seed <= castLimits.seed.max && { seed: String(seed) }),
    ...(width && height && { aspect: nearestAspect(width, height) }),
    ...(strength !== undefined && strength <= 1 && { strength: Math.round(strength * 100) }),
  };
}
