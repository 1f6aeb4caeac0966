import type { Capabilities, Engine, ModelDescription } from "#app/adapters/engines/port.ts";
import type { Param } from "#app/rules/engine-params.ts";
import type { Services } from "#app/services.ts";

/** Whether an engine responds; "unknown" where it was not checked. */
export type HealthWord = "up" | "degraded" | "down" | "unknown";

/** What the composer and clients need of an engine's capabilities. */
export type EngineCan = Pick<
  Capabilities,
  | "disclosure"
  | "neural"
  | "txt2img"
  | "img2img"
  | "mask"
  | "extend"
  | "negativePrompt"
  | "seed"
  | "strength"
  | "references"
  | "weights"
  | "previews"
  | "upscale"
  | "sizes"
  | "progress"
  | "cancel"
  | "cancelIsShared"
  | "resumable"
> & {
  models: EngineModel[];
  qualities: ("standard" | "high")[];
  /** Parameters that a cast may set, of all models. */
  params: Param[];
};

/** A model, and what the composer needs to know of how it differs from the engine's others. */
export type EngineModel = {
  id: string;
  label: string;
  can?: Partial<
    Pick<
      EngineCan,
      | "txt2img"
      | "img2img"
      | "mask"
      | "extend"
      | "negativePrompt"
      | "seed"
      | "strength"
      | "references"
      | "weights"
      | "qualities"
      | "sizes"
      | "progress"
      | "previews"
    >
  >;
  defaults?: ModelDescription["defaults"];
};

function modelOf({ id, label, can, defaults }: ModelDescription): EngineModel {
  const { qualities, ...others } = can ?? {};
  const own = { ...others, qualities: qualities && [...qualities] };
  const differing = Object.entries(own).filter(([, value]) => value !== undefined);
  return {
    id,
    label,
    ...(differing.length > 0 && { can: Object.fromEntries(differing) }),
    ...(defaults && { defaults }),
  };
}

/** An engine of the site as it is. */
export type EngineState = {
  id: string;
  label: string;
  health: HealthWord;
  /** Null when the engine did not report its capabilities in time. */
  can: EngineCan | null;
};

/** An engine that a member may cast with. */
export type EngineListing = EngineState & {
  /** What its prices are multiplied with. */
  priceFactor: number;
};

type ListOptions = {
  /** Milliseconds an engine has to answer. */
  waitMs: number;
  /** If false, only the capabilities are read, which most engines have cached. */
  health: boolean;
};

async function within<T>(waitMs: number, answer: Promise<T>): Promise<T | null> {
  const timer = Promise.withResolvers<null>();
  const handle = setTimeout(() => timer.resolve(null), waitMs);
  try {
    return await Promise.race([answer, timer.promise]);
  } catch {
    return null;
  } finally {
    clearTimeout(handle);
  }
}

async function canOf(engine: Engine, waitMs: number) {
  const all = await within(waitMs, engine.capabilities());
  if (all === null) return null;
  const { label, disclosure, neural, models, qualities, previews, params } = all;
  const { txt2img, img2img, mask, extend, negativePrompt, seed, strength, weights } = all;
  const { references, upscale, sizes, progress, cancel, cancelIsShared, resumable } = all;
  const can: EngineCan = {
    disclosure,
    neural,
    models: models.map(modelOf),
    qualities: [...qualities],
    txt2img,
    img2img,
    mask,
    extend,
    negativePrompt,
    seed,
    strength,
    references,
    weights,
    previews,
    upscale,
    sizes,
    progress,
    cancel,
    cancelIsShared,
    resumable,
    params: [...params],
  };
  return { label, can };
}

/**
 * Every engine of the site in the order it is offered, the default first, also those that do not answer.
 * Each has `waitMs` to answer; none holds up the others.
 */
export function listEngines(
  { engines, env }: Pick<Services, "engines" | "env">,
  { waitMs, health }: ListOptions,
): Promise<EngineState[]> {
  const asked = [...engines.values()].map(async (engine): Promise<EngineState> => {
    const [known, state] = await Promise.all([
      canOf(engine, waitMs),
      health ? within(waitMs, engine.health(AbortSignal.timeout(waitMs))) : null,
    ]);
    const named = env.ENGINES.find((settings) => settings.id === engine.id);
    const silent = health || known === null ? "down" : "unknown";
    return {
      id: engine.id,
      label: known?.label ?? named?.label ?? engine.id,
      health: state?.state ?? silent,
      can: known?.can ?? null,
    };
  });
  return Promise.all(asked);
}
