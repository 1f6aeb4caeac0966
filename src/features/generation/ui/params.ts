import {
  offeredParams,
  type Param,
  type ParamValue,
  type Params,
  paramId,
  paramLimits,
} from "#app/rules/engine-params.ts";

/** How many typed values are kept for engines that are not chosen now. */
const mostKept = paramLimits.count * 4;

/** The parameters of a stored draft; tolerates anything. */
export function readParams(stored: unknown): Params {
  if (typeof stored !== "object" || stored === null) return {};
  const kept = Object.entries(stored)
    .filter(
      (entry): entry is [string, ParamValue] =>
        paramId.test(entry[0]) && ["string", "number", "boolean"].includes(typeof entry[1]),
    )
    .map(([id, value]) => [
      id,
      typeof value === "string" ? value.slice(0, paramLimits.text) : value,
    ]);
  return Object.fromEntries(kept.slice(0, mostKept)) as Params;
}

/** What is typed into a parameter's field as its value: null where the default counts. Numbers that are none stay text. */
export function typedValue(param: Param, typed: ParamValue | undefined): ParamValue | null {
  if (typed === undefined) return null;
  switch (param.kind) {
    case "int":
    case "float": {
      const text = String(typed).trim();
      if (text === "") return null;
      const number = Number(text.replace(",", "."));
      return Number.isFinite(number) ? number : text;
    }
    case "bool":
      return typeof typed === "boolean" ? typed : null;
    case "choice":
      return param.choices.some(({ value }) => value === typed) ? typed : null;
    default:
      return typeof typed === "string" ? typed : null;
  }
}

/** The values that a cast sends: of what is typed, what the engine's model has here. */
export function sentParams(params: readonly Param[], typed: Params): Params {
  return Object.fromEntries(
    params.flatMap((param) => {
      const value = typedValue(param, Object.hasOwn(typed, param.id) ? typed[param.id] : undefined);
      return value === null ? [] : [[param.id, value]];
    }),
  );
}

/** The parameters of a model for a cast from words or from a picture. */
export const paramsFor = (params: readonly Param[], model: string, remixing: boolean): Param[] =>
  offeredParams(params, { model, mode: remixing ? "img2img" : "txt2img" });
