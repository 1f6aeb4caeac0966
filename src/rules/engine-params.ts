/** Typed parameters of engines: what an engine describes, and whether values fit it (docs/product.md 10.1). */
import { t } from "#app/language/message.ts";
import type { CastQuality } from "./cast-limits.ts";

export type ParamValue = number | boolean | string;
export type Params = Readonly<Record<string, ParamValue>>;
export type ParamMode = "txt2img" | "img2img";

/** Headings of the panel, in their order. */
export const paramGroups = ["look", "sampling", "output", "workflow"] as const;
export type ParamGroup = (typeof paramGroups)[number];

type Common = {
  /** Small letters, digits and hyphens. The same id means the same with every engine. */
  id: string;
  /** For parameters that the program has no name of its own for. */
  label: string;
  group: ParamGroup;
  /** Hidden until a member asks for the advanced settings. */
  advanced: boolean;
  /** Left out: from words and from a picture. */
  modes?: readonly ParamMode[];
  /** Ids of models; left out: all of the engine's. */
  forModels?: readonly string[];
};

export type NumberParam = Common & {
  kind: "int" | "float";
  min: number;
  max: number;
  step: number;
  default: number;
};
export type ChoiceParam = Common & {
  kind: "choice";
  choices: readonly { value: string; label: string }[];
  default: string;
};
export type Param =
  | NumberParam
  | ChoiceParam
  | (Common & { kind: "bool"; default: boolean })
  | (Common & { kind: "text"; maxLength: number; default: string });

/** What is drawn with. */
type ParamUse = { model: string; mode: ParamMode };

/** What a model draws with where a member sets nothing; other models have the parameters' own defaults. */
export type ParamDefaults = Partial<Record<CastQuality, Params>>;

type ParamFault = {
  id: string;
  code: "unknown" | "kind" | "range" | "step" | "choice" | "length";
  message: string;
};

export const paramLimits = {
  /** Parameters of one cast. */
  count: 40,
  id: 60,
  text: 500,
  /** Choices of one parameter. */
  choices: 500,
} as const;

export const paramId = /^[a-z][a-z0-9-]{0,59}$/;

/** The parameters that apply to a model and a mode. */
export function offeredParams(params: readonly Param[], { model, mode }: ParamUse): Param[] {
  return params.filter(
    ({ forModels, modes }) =>
      (forModels === undefined || forModels.includes(model)) &&
      (modes === undefined || modes.includes(mode)),
  );
}

/** Whether a value lies on the steps that begin at the smallest one, as far as binary fractions can tell. */
function isOnStep(value: number, { min, step }: NumberParam): boolean {
  const steps = (value - min) / step;
  return Math.abs(steps - Math.round(steps)) < 1e-6;
}

function numberFault(param: NumberParam, value: unknown): Omit<ParamFault, "id"> | null {
  if (typeof value !== "number" || !Number.isFinite(value)) {
    return { code: "kind", message: t`Must be a number` };
  }
  const { kind, min, max, step } = param;
  if (value < min || value > max) {
    return { code: "range", message: t`Must be from ${min} to ${max}` };
  }
  if (kind === "int" && !Number.isInteger(value)) {
    return { code: "kind", message: t`Must be a whole number` };
  }
  return isOnStep(value, param)
    ? null
    : { code: "step", message: t`Must be in steps of ${step} from ${min}` };
}

function faultIn(param: Param, value: unknown): Omit<ParamFault, "id"> | null {
  switch (param.kind) {
    case "int":
    case "float":
      return numberFault(param, value);
    case "bool":
      return typeof value === "boolean" ? null : { code: "kind", message: t`Must be yes or no` };
    case "choice":
      return param.choices.some((choice) => choice.value === value)
        ? null
        : { code: "choice", message: t`Must be one of the choices` };
    default:
      if (typeof value !== "string") return { code: "kind", message: t`Must be text` };
      return Array.from(value).length <= param.maxLength
        ? null
        : { code: "length", message: t`Must have at most ${param.maxLength} characters` };
  }
}

/** What is wrong with a value of a parameter; null for nothing. */
export function paramFault(param: Param, value: unknown): ParamFault | null {
  const fault = faultIn(param, value);
  return fault && { id: param.id, ...fault };
}

/** What is wrong with values, each with the parameter's id: what is not offered is refused. */
export function paramFaults(
  params: readonly Param[],
  given: Readonly<Record<string, unknown>>,
  use: ParamUse,
): ParamFault[] {
  const offered = new Map(offeredParams(params, use).map((param) => [param.id, param]));
  return Object.entries(given).flatMap(([id, value]): ParamFault[] => {
    const param = offered.get(id);
    if (param) {
      const fault = paramFault(param, value);
      return fault === null ? [] : [fault];
    }
    const known = params.some((other) => other.id === id);
    const message = known
      ? t`This model does not have this parameter here`
      : t`This engine has no such parameter`;
    return [{ id, code: "unknown", message }];
  });
}

/** Only the values that are offered and fit, e.g. when another engine takes over. */
export function fittingParams(params: readonly Param[], given: Params, use: ParamUse): Params {
  const wrong = new Set(paramFaults(params, given, use).map(({ id }) => id));
  return Object.fromEntries(Object.entries(given).filter(([id]) => !wrong.has(id)));
}

/** What a parameter is where nobody sets it. */
export function defaultOf(
  param: Param,
  defaults: ParamDefaults | undefined,
  quality: CastQuality,
): ParamValue {
  const own = defaults?.[quality];
  return own && Object.hasOwn(own, param.id) ? own[param.id] : param.default;
}

/** A value of every parameter that applies: the member's, else the model's default, else the parameter's. */
export function paramValues(
  params: readonly Param[],
  given: Params,
  use: ParamUse & { quality: CastQuality; defaults?: ParamDefaults },
): Record<string, ParamValue> {
  return Object.fromEntries(
    offeredParams(params, use).map((param) => [
      param.id,
      Object.hasOwn(given, param.id)
        ? given[param.id]
        : defaultOf(param, use.defaults, use.quality),
    ]),
  );
}

/** A value from text, as in settings: null where it is none of the parameter's kind. */
export function paramFromText(param: Param, text: string): ParamValue | null {
  const value = text.trim();
  if (param.kind === "bool") return value === "yes" ? true : value === "no" ? false : null;
  if (param.kind === "choice" || param.kind === "text") return value;
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(value) ? Number(value) : null;
}
