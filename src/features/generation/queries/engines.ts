import type { Capabilities, Engine } from "#app/adapters/engines/port.ts";
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
  | "negativePrompt"
  | "seed"
  | "strength"
  | "previews"
> & { models: { id: string; label: string }[]; qualities: ("standard" | "high")[] };

export type EngineListing = {
  id: string;
  label: string;
  health: HealthWord;
  /** Null when the engine did not report its capabilities in time. */
  can: EngineCan | null;
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
  const { label, disclosure, neural, models, qualities, previews } = all;
  const { txt2img, img2img, negativePrompt, seed, strength } = all;
  const can: EngineCan = {
    disclosure,
    neural,
    models: models.map((model) => ({ id: model.id, label: model.label })),
    qualities: [...qualities],
    txt2img,
    img2img,
    negativePrompt,
    seed,
    strength,
    previews,
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
): Promise<EngineListing[]> {
  const asked = [...engines.values()].map(async (engine): Promise<EngineListing> => {
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
