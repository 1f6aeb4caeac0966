import { locale, t } from "#app/language/message.ts";
import { qualities, type CastQuality } from "#app/rules/cast-limits.ts";
import type { Param, ParamDefaults } from "#app/rules/engine-params.ts";
import type { EngineCan, EngineListing, EngineModel, HealthWord } from "../queries/engines.ts";
import type { Draft } from "./draft.ts";
import { paramsFor, sentParams } from "./params.ts";

/** What a cast asks of an engine besides words. */
export type Asked = {
  /** It starts from a picture. */
  remixing: boolean;
  /** It changes the picture where a mask says. */
  mask?: boolean;
  /** It draws beyond the picture's edges. */
  extend?: boolean;
};

/** The engine that a draft will use, and the settings of the draft that apply to it. */
export type EngineChoice = {
  engine: EngineListing;
  /** With the model. */
  can: EngineCan;
  model: string;
  quality: CastQuality;
  /** Parameters of the model for this cast. */
  params: Param[];
  /** The model's own defaults of them. */
  defaults?: ParamDefaults;
};

export const healthLabels: Record<HealthWord, string> = {
  up: t`Available`,
  degraded: t`Answers with errors`,
  down: t`Not answering`,
  unknown: t`Checking`,
};

/** Models that can draw this cast. */
export const usableModels = (can: EngineCan, { remixing, mask, extend }: Asked): EngineModel[] =>
  can.models.filter(
    (model) =>
      (remixing ? (model.can?.img2img ?? can.img2img) : (model.can?.txt2img ?? can.txt2img)) &&
      (!mask || (model.can?.mask ?? can.mask)) &&
      (!extend || (model.can?.extend ?? can.extend)),
  );

/** Why an engine is not available now, or null. */
export function refusalOf(engine: EngineListing, asked: Asked): string | null {
  const { can } = engine;
  if (can === null || can.models.length === 0) {
    return t`It does not say what it can do, so nothing can be cast with it right now.`;
  }
  const { remixing, mask } = asked;
  if (usableModels(can, { remixing }).length === 0) {
    return remixing ? t`It cannot start from a picture.` : t`It needs a picture to start from.`;
  }
  if (mask && usableModels(can, { remixing, mask }).length === 0) {
    return t`It cannot change a part of a picture.`;
  }
  if (usableModels(can, asked).length === 0) return t`It cannot draw beyond a picture's edges.`;
  return null;
}

/** Lists the settings that an engine ignores. */
export function ignoredBy(can: EngineCan, remixing: boolean): string[] {
  return [
    ...(can.seed ? [] : [t`the seed`]),
    ...(can.negativePrompt === "none" ? [t`words to keep out`] : []),
    ...(remixing && !can.strength ? ["strength"] : []),
  ];
}

const listed = new Intl.ListFormat(locale("en-GB"));

/** One line with what an engine supports and what it ignores. */
export function offerOf(can: EngineCan, remixing: boolean): string {
  const offered = can.qualities.includes("high") ? t`Standard and high.` : t`Standard only.`;
  const ignored = ignoredBy(can, remixing);
  return ignored.length === 0 ? offered : t`${offered} Ignores ${listed.format(ignored)}.`;
}

/** The draft's engine if it is available, else the first available one; null if there is none. */
export function chooseEngine(
  engines: readonly EngineListing[],
  draft: Pick<Draft, "engine" | "model" | "quality">,
  asked: Asked,
): EngineChoice | null {
  const usable = engines.filter((engine) => refusalOf(engine, asked) === null);
  const engine = usable.find(({ id }) => id === draft.engine) ?? usable[0];
  if (!engine?.can) return null;
  const models = usableModels(engine.can, asked);
  const model = models.find(({ id }) => id === draft.model) ?? models[0];
  const can: EngineCan = { ...engine.can, ...model.can, models };
  const offered = qualities.filter((quality) => can.qualities.includes(quality));
  const quality = offered.find((one) => one === draft.quality) ?? offered[0] ?? draft.quality;
  const params = paramsFor(can.params, model.id, asked.remixing);
  return { engine, can, model: model.id, quality, params, defaults: model.defaults };
}

/** The draft for the chosen engine, without the settings that it ignores or does not have. */
export function draftFor(draft: Draft, choice: EngineChoice): Draft {
  const { engine, can, model, quality, params } = choice;
  return {
    ...draft,
    engine: engine.id,
    model,
    quality,
    negative: can.negativePrompt === "none" ? "" : draft.negative,
    seed: can.seed ? draft.seed : "",
    strength: can.strength ? draft.strength : null,
    params: sentParams(params, draft.params),
    references: draft.references.map((one) =>
      can.references?.weights === false ? { ...one, weight: null } : one,
    ),
  };
}
