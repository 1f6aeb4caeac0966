import { locale, t } from "#app/language/message.ts";
import { qualities, type CastQuality } from "#app/rules/cast-limits.ts";
import type { EngineCan, EngineListing, HealthWord } from "../queries/engines.ts";
import type { Draft } from "./draft.ts";

/** The engine that a draft will use, and the settings of the draft that apply to it. */
export type EngineChoice = {
  engine: EngineListing;
  can: EngineCan;
  model: string;
  quality: CastQuality;
};

export const healthLabels: Record<HealthWord, string> = {
  up: t`Available`,
  degraded: t`Answers with errors`,
  down: t`Not answering`,
  unknown: t`Checking`,
};

/** Why an engine is not available now, or null. */
export function refusalOf(engine: EngineListing, remixing: boolean): string | null {
  const { can } = engine;
  if (can === null || can.models.length === 0) {
    return t`It does not say what it can do, so nothing can be cast with it right now.`;
  }
  if (remixing && !can.img2img) return t`It cannot start from a picture.`;
  if (!remixing && !can.txt2img) return t`It needs a picture to start from.`;
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
  remixing: boolean,
): EngineChoice | null {
  const usable = engines.filter((engine) => refusalOf(engine, remixing) === null);
  const engine = usable.find(({ id }) => id === draft.engine) ?? usable[0];
  if (!engine?.can) return null;
  const { can } = engine;
  const model = can.models.find(({ id }) => id === draft.model) ?? can.models[0];
  const offered = qualities.filter((quality) => can.qualities.includes(quality));
  const quality = offered.find((one) => one === draft.quality) ?? offered[0] ?? draft.quality;
  return { engine, can, model: model.id, quality };
}

/** The draft for the chosen engine, without the settings that it ignores. */
export function draftFor(draft: Draft, { engine, can, model, quality }: EngineChoice): Draft {
  return {
    ...draft,
    engine: engine.id,
    model,
    quality,
    negative: can.negativePrompt === "none" ? "" : draft.negative,
    seed: can.seed ? draft.seed : "",
    strength: can.strength ? draft.strength : null,
  };
}
