/** How families of diffusion models are best drawn with, by the names that their files go by. */
import type { ChoiceParam, NumberParam } from "#app/rules/engine-params.ts";
import { paramLimits } from "#app/rules/engine-params.ts";
import type { Quality } from "../port.ts";

export type Sampling = {
  steps: Record<Quality, number>;
  /** 1 where guidance is distilled into the model; then the server drops the words to avoid. */
  cfg: number;
};

/** What the makers' own examples use; the first that fits counts. */
const families: readonly (readonly [name: RegExp, sampling: Sampling])[] = [
  [/schnell/i, { steps: { standard: 4, high: 8 }, cfg: 1 }],
  [/z[-_ ]?image/i, { steps: { standard: 9, high: 12 }, cfg: 1 }],
  [/turbo|lightning|hyper|lcm|dmd2/i, { steps: { standard: 6, high: 8 }, cfg: 1.5 }],
  [/flux/i, { steps: { standard: 20, high: 32 }, cfg: 1 }],
  [/sd[-_ ]?3|stable[-_ ]?diffusion[-_ ]?3/i, { steps: { standard: 28, high: 40 }, cfg: 4.5 }],
  [/qwen/i, { steps: { standard: 20, high: 32 }, cfg: 2.5 }],
];

/** Stable Diffusion 1.5, SDXL and what is made from them. */
const usual: Sampling = { steps: { standard: 20, high: 34 }, cfg: 7 };

/** The sampling of a model by its names: id, label, the type that a server gives. */
export function samplingOf(...names: readonly string[]): Sampling {
  return families.find(([pattern]) => names.some((name) => pattern.test(name)))?.[1] ?? usual;
}

/** Models whose words are read by other encoders than CLIP alone, which take weights as text. */
const otherEncoders =
  /schnell|flux|z[-_ ]?image|sd[-_ ]?3|stable[-_ ]?diffusion[-_ ]?3|qwen|chroma|hidream/i;

/** Whether `(word:1.2)` weighs words for a model, by its names: CLIP alone is weighed. */
export const readsWeights = (...names: readonly string[]): boolean =>
  !names.some((name) => otherEncoders.test(name));

/** Whether nothing is known of the model but that it is one of the many. */
export const isUsual = (sampling: Sampling): boolean =>
  sampling.cfg === usual.cfg && sampling.steps.standard === usual.steps.standard;

/** Stable Diffusion 1.4 and 1.5: they learned pictures of 512 by 512, and double things in larger ones. */
const small = /\bsd[-_ ]?v?1[-_.][45]|(?:^|[^\d.])v?1[-_.]5(?![\d.])|^SD$/i;

/** Whether the model is known, by its names, to have learned small pictures. */
export const isSmall = (...names: readonly string[]): boolean =>
  names.some((name) => small.test(name));

/** Whether guidance is distilled into the model. */
export const isDistilled = ({ cfg }: Sampling): boolean => cfg === 1;

export const stepsParam: NumberParam = {
  id: "steps",
  label: "Steps",
  kind: "int",
  group: "sampling",
  advanced: true,
  min: 1,
  max: 100,
  step: 1,
  default: usual.steps.standard,
};

export const cfgParam: NumberParam = {
  id: "cfg",
  label: "CFG scale",
  kind: "float",
  group: "sampling",
  advanced: true,
  min: 1,
  max: 30,
  step: 0.5,
  default: usual.cfg,
};

/** The value of a choice that leaves it to the server. */
export const serversOwn = "server";

/** A choice among names that a server lists, or leaving it to the server; null where it lists none. */
export function namesParam(
  id: "sampler" | "scheduler",
  label: string,
  names: readonly { value: string; label: string }[],
): ChoiceParam | null {
  if (names.length === 0) return null;
  const own = { value: serversOwn, label: "The server's own" };
  const choices = [own, ...names.filter(({ value }) => value !== serversOwn)];
  return {
    id,
    label,
    kind: "choice",
    group: "sampling",
    advanced: true,
    choices: choices.slice(0, paramLimits.choices),
    default: serversOwn,
  };
}
