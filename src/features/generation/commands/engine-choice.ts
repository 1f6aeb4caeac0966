import { t } from "#app/language/message.ts";
import { type Capabilities, capabilitiesWith, type Engine } from "#app/adapters/engines/port.ts";
import { AppError, fieldError, isAppError } from "#app/lib/errors.ts";
import { usualQuality, type CastQuality } from "#app/rules/cast-limits.ts";
import { isExtended } from "#app/rules/edit-limits.ts";
import {
  fittingParams,
  type ParamMode,
  type Params,
  paramFaults,
} from "#app/rules/engine-params.ts";
import type { Services } from "#app/services.ts";
import type { CastInput } from "../inputs.ts";
import { checkReferences } from "./references.ts";
import { mayUse, ownTerms, type EngineTerms } from "../queries/own-engines.ts";

export type EngineChoice = {
  engine: Engine;
  /** With the chosen model. */
  can: Capabilities;
  model: string;
  /** Those that were set; another engine that takes over has only those that fit it. */
  params: Params;
  /** As requested, else the engine's default. */
  quality: CastQuality;
  /** The requested engine that did not respond. */
  fellBackFrom?: string;
};

/** A choice that an admin's terms allow, with the price by them. */
export type AdmittedChoice = EngineChoice & {
  priceFactor: number;
  /** Of the engine's terms, where an admin has set any. */
  version?: number;
};

/** Who casts, as far as engines go. */
export type Caster = Parameters<typeof mayUse>[1];
type Offering = Pick<Services, "db" | "engines" | "env" | "ownEngines" | "payments">;

const unknownEngine = () => fieldError("engine", "unknown", t`There is no such engine`);

/**
 * What an admin has decided about the engine that a member has chosen; null where no admin decides about it.
 * @throws AppError invalid-request with the reason where the member may not cast with it
 */
async function admit(
  services: Offering,
  actor: Caster,
  id: string | undefined,
): Promise<EngineTerms | null> {
  const terms = id === undefined ? undefined : (await ownTerms(services, id)).get(id);
  if (id === undefined || terms === undefined) return null;
  if (!(await mayUse(services, actor, terms))) {
    if (terms.audience === "admins") throw unknownEngine();
    const reason = t`${terms.label} is for members with a plan`;
    throw fieldError("engine", "needs-plan", reason);
  }
  if (!terms.isOn) {
    throw fieldError("engine", "off", t`${terms.label} is switched off: choose another engine`);
  }
  // Another process added it a moment ago.
  if (!services.engines.has(id)) await services.ownEngines.refresh();
  return terms;
}

/** Milliseconds that an engine has to report its capabilities. */
const answerWaitMs = 5_000;

async function capabilitiesOf(engine: Engine): Promise<Capabilities> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new Error(`no answer within ${answerWaitMs} ms`)),
    answerWaitMs,
  );
  try {
    return await Promise.race([engine.capabilities(), late]);
  } catch (error) {
    throw new AppError("unavailable", {
      detail: t`This engine does not answer right now`,
      retryAfterSeconds: 30,
      cause: error,
    });
  } finally {
    clearTimeout(timer);
  }
}

/** Milliseconds that another engine has to respond. */
const otherWaitMs = 2_000;

async function isThere(engine: Engine): Promise<boolean> {
  const health = await engine.health(AbortSignal.timeout(otherWaitMs)).catch(() => null);
  return health !== null && health.state !== "down";
}

const modeOf = ({ source }: Pick<CastInput, "source">): ParamMode =>
  source ? "img2img" : "txt2img";

/** @throws AppError invalid-request that names each parameter that is not offered, or whose value does not fit */
function checkParams(
  { params }: Capabilities,
  given: Params,
  use: { model: string; mode: ParamMode },
) {
  const errors = paramFaults(params, given, use).map(({ id, code, message }) => ({
    path: `params.${id}`,
    code,
    message,
  }));
  if (errors.length > 0) {
    const [{ path, message }] = errors;
    throw new AppError("invalid-request", { detail: `${path}: ${message}`, errors });
  }
}

/** What a cast wants of an engine that takes over. */
type Wish = Pick<CastInput, "quality" | "source" | "strength" | "params" | "edit" | "references">;

/**
 * The first other engine that responds and can draw this cast, with its first model; null when there is none.
 * Engines that are switched off or not for this member are left out.
 * @param freeOnly leave out services that bill
 */
export async function otherEngine(
  services: Offering,
  actor: Caster,
  input: Wish,
  notThis: string,
  { freeOnly }: { freeOnly: boolean } = { freeOnly: false },
): Promise<AdmittedChoice | null> {
  const allTerms = await ownTerms(services);
  for (const [id, engine] of services.engines) {
    if (id === notThis || (freeOnly && engine.service?.bills)) continue;
    const terms = allTerms.get(id);
    if (terms && !(terms.isOn && (await mayUse(services, actor, terms)))) continue;
    if (!(await isThere(engine))) continue;
    try {
      const { quality, source, strength, edit, references } = input;
      const wish = { quality, source, strength, edit, references, engine: id };
      const choice = await chooseEngine(services, wish);
      const use = { model: choice.model, mode: modeOf(input) };
      const params = fittingParams(choice.can.params, input.params ?? {}, use);
      return { ...choice, params, priceFactor: terms?.priceFactor ?? 1, version: terms?.version };
    } catch (error) {
      if (!isAppError(error)) throw error;
    }
  }
  return null;
}

/**
 * The engine of a cast; if it does not respond and the member allows it, another, at the price factor of the
 * first.
 * @throws AppError invalid-request also for an engine that is switched off, or not for this member
 */
export async function chooseOrFallBack(
  services: Offering,
  actor: Caster,
  input: CastInput,
): Promise<AdmittedChoice> {
  const terms = await admit(services, actor, input.engine);
  const priceFactor = terms?.priceFactor ?? 1;
  try {
    return { ...(await chooseEngine(services, input)), priceFactor, version: terms?.version };
  } catch (error) {
    if (!isAppError(error) || error.code !== "unavailable" || !input.fallback) throw error;
    const wished = input.engine ?? "";
    const other = await otherEngine(services, actor, input, wished);
    if (other === null) throw error;
    const named = services.env.ENGINES.find(({ id }) => id === wished)?.label;
    return {
      ...other,
      priceFactor,
      fellBackFrom: terms?.label ?? named ?? wished,
    };
  }
}

/**
 * The engine and model of a cast, checked against the cast's settings. Without a name the first engine
 * and its first model are taken. What an engine merely ignores (negative words, a seed) is no reason to refuse; a
 * parameter that it does not have is.
 * @throws AppError invalid-request that names the field
 */
export async function chooseEngine(
  services: Pick<Services, "engines">,
  input: Wish & Pick<CastInput, "engine" | "model">,
): Promise<EngineChoice> {
  const id = input.engine ?? services.engines.keys().next().value;
  const engine = id === undefined ? undefined : services.engines.get(id);
  if (!engine) throw unknownEngine();
  const all = await capabilitiesOf(engine);
  const model = input.model ?? all.models[0]?.id ?? "";
  if (!all.models.some((known) => known.id === model)) {
    throw fieldError("model", "unknown", t`This engine has no such model`);
  }
  const can = capabilitiesWith(all, model);
  const quality = input.quality ?? usualQuality(can.qualities);
  if (!can.qualities.includes(quality)) {
    throw fieldError("quality", "unsupported", t`This engine does not offer this quality`);
  }
  if (input.source && !can.img2img) {
    throw fieldError("source", "unsupported", t`This engine cannot start from a picture`);
  }
  const { edit } = input;
  if (edit?.maskId !== undefined && !can.mask) {
    const reason = t`This engine cannot change a part of a picture: choose another one`;
    throw fieldError("edit.maskId", "unsupported", reason);
  }
  if (edit !== undefined && isExtended(edit.extend) && !can.extend) {
    const reason = t`This engine cannot add to the sides of a picture: choose another one`;
    throw fieldError("edit.extend", "unsupported", reason);
  }
  if (!input.source && !can.txt2img) {
    throw fieldError("source", "required", t`This engine needs a picture to start from`);
  }
  if (input.strength !== undefined && !input.source) {
    throw fieldError("strength", "unsupported", t`A strength needs a picture to start from`);
  }
  const params = input.params ?? {};
  checkParams(can, params, { model, mode: modeOf(input) });
  checkReferences(can, input.references ?? [], modeOf(input));
  return { engine, can, model, quality, params };
}
