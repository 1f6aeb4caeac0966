import { type Param, paramFault, paramFromText, type Params } from "#app/rules/engine-params.ts";
import type { ModelDescription } from "../port.ts";

/** A default in the settings that the engine does not have, or that does not fit it. */
export class DefaultsError extends Error {}

type Offer = { models: ModelDescription[]; params: Param[] };

/** What is wrong with a default; null for nothing. */
function problemOf(params: readonly Param[], id: string, text: string): string | null {
  const own = params.filter((param) => param.id === id);
  if (own.length === 0) {
    const ids = [...new Set(params.map((param) => param.id))].join(", ");
    return `there is no parameter ${id}; there are ${ids || "none"}`;
  }
  for (const param of own) {
    const value = paramFromText(param, text);
    if (value === null) {
      return `${id}: must be ${param.kind === "bool" ? "yes or no" : "a number"}, not ${text}`;
    }
    const fault = paramFault(param, value);
    if (fault) return `${id}: ${fault.message}, not ${text}`;
  }
  return null;
}

function without(params: Params | undefined, ids: ReadonlySet<string>): Params {
  return Object.fromEntries(Object.entries(params ?? {}).filter(([id]) => !ids.has(id)));
}

/**
 * An offer with an operator's defaults in the place of the parameters' and the models' own.
 * @param texts by the parameters' ids, as in the settings
 * @returns the offer, and what is wrong with defaults that were left out
 */
export function withDefaults(
  offer: Offer,
  texts: Readonly<Record<string, string>> = {},
): { offer: Offer; problems: string[] } {
  const checked = Object.entries(texts).map(([id, text]) => ({
    id,
    text,
    problem: problemOf(offer.params, id, text),
  }));
  const problems = checked.flatMap(({ problem }) => problem ?? []);
  const usable = new Map(
    checked.flatMap(({ id, text, problem }): [string, string][] => (problem ? [] : [[id, text]])),
  );
  if (usable.size === 0) return { offer, problems };
  const ids = new Set(usable.keys());
  const params = offer.params.map((param): Param => {
    const text = usable.get(param.id);
    const value = text === undefined ? null : paramFromText(param, text);
    return value === null ? param : ({ ...param, default: value } as Param);
  });
  const models = offer.models.map(({ defaults, ...model }) => ({
    ...model,
    ...(defaults && {
      defaults: {
        standard: without(defaults.standard, ids),
        high: without(defaults.high, ids),
      },
    }),
  }));
  return { offer: { models, params }, problems };
}

/**
 * Checks an operator's defaults against what is known before a server is asked.
 * @param params a choice that only the server knows has no choices, and is not checked
 * @throws DefaultsError that names the first that is wrong
 */
export function checkDefaults(
  params: readonly Param[],
  texts: Readonly<Record<string, string>> = {},
) {
  const asked = new Set(
    params.flatMap((param) =>
      param.kind === "choice" && param.choices.length === 0 ? param.id : [],
    ),
  );
  for (const [id, text] of Object.entries(texts)) {
    const problem = asked.has(id) ? null : problemOf(params, id, text);
    if (problem !== null) throw new DefaultsError(problem);
  }
}

/** The state of an engine that answers, but does not have a default of the settings. */
export const healthWith = (latencyMs: number, problems: readonly string[]) =>
  problems.length === 0
    ? { state: "up" as const, latencyMs }
    : { state: "degraded" as const, latencyMs, detail: `DEFAULTS: ${problems.join("; ")}` };
