import type {
  Capabilities,
  Engine,
  EngineErrorKind,
  EngineHealth,
} from "#app/adapters/engines/port.ts";
import { t } from "#app/language/message.ts";

/** What a service said when it was asked how it is and what it can do. */
export type EngineReport = {
  state: EngineHealth["state"];
  /** Why it is not well, in the words of the adapter. */
  reason: string | null;
  latencyMs: number | null;
  /** Null where it did not tell. */
  can:
    | (Pick<
        Capabilities,
        | "txt2img"
        | "img2img"
        | "negativePrompt"
        | "seed"
        | "strength"
        | "progress"
        | "previews"
        | "cancel"
        | "resumable"
        | "sizes"
      > & {
        /** Labels of its models, the first ones. */
        models: string[];
        modelCount: number;
        qualities: string[];
        /** Labels of the parameters that members may set. */
        params: string[];
      })
    | null;
};

/** Milliseconds that a service has to answer both questions. */
const answerMs = 12_000;
/** Models that are named. */
const namedModels = 40;

/** What an admin can do something about, by the kind that an adapter's message begins with. */
const causes: Partial<Record<EngineErrorKind, () => string>> = {
  auth: () => t`The service refuses the key`,
  quota: () => t`The service refuses the bill: its quota is used up`,
  "provider-down": () => t`Nothing answers at this address`,
  timeout: () => t`The service did not answer in time`,
  "bad-response": () => t`What answers at this address is no service of this kind`,
};

/** A message of an adapter, in words for an admin where its kind says more than it does. */
function reasonOf(message: string): string {
  const kind = /^([a-z-]+): /.exec(message)?.[1] ?? "";
  const cause = Object.hasOwn(causes, kind) ? causes[kind as EngineErrorKind] : undefined;
  return cause === undefined ? message : `${cause()} (${kind})`;
}

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

function featuresOf(can: Capabilities): EngineReport["can"] {
  const { txt2img, img2img, negativePrompt, seed, strength } = can;
  const { progress, previews, cancel, resumable, sizes } = can;
  return {
    txt2img,
    img2img,
    negativePrompt,
    seed,
    strength,
    progress,
    previews,
    cancel,
    resumable,
    sizes,
    models: can.models.slice(0, namedModels).map(({ label }) => label),
    modelCount: can.models.length,
    qualities: [...can.qualities],
    params: can.params.map(({ label }) => label),
  };
}

/** Asks an engine how it is and what it can do. Never throws: what goes wrong is the report. */
export async function askEngine(engine: Engine): Promise<EngineReport> {
  const late = AbortSignal.timeout(answerMs);
  const tooLate = new Promise<never>((_resolve, reject) => {
    const end = () => reject(new Error(`No answer within ${answerMs / 1000} seconds`));
    late.addEventListener("abort", end, { once: true });
  });
  tooLate.catch(() => undefined);
  const [health, can] = await Promise.allSettled([
    Promise.race([engine.health(late), tooLate]),
    Promise.race([engine.capabilities(), tooLate]),
  ]);
  const failure =
    (health.status === "rejected" && wordsOf(health.reason)) ||
    (can.status === "rejected" && wordsOf(can.reason)) ||
    null;
  const said = health.status === "fulfilled" ? health.value : null;
  const reason = said?.detail ?? failure;
  const isKnown = can.status === "fulfilled";
  return {
    state: said === null || (!isKnown && said.state === "up") ? "down" : said.state,
    reason: reason === null ? null : reasonOf(reason),
    latencyMs: said?.latencyMs ?? null,
    can: isKnown ? featuresOf(can.value) : null,
  };
}
