/** What the installed models can do, as pages offer it. */
import {
  type ChoiceParam,
  type NumberParam,
  type Param,
  paramLimits,
} from "#app/rules/engine-params.ts";
import type { CatalogueModel, InstalledModel, Lora } from "#app/rules/local-models.ts";
import type { Capabilities, ModelDescription, SizeRule } from "../port.ts";
import { cfgParam, stepsParam } from "../remote/diffusion.ts";
import { toldReferences } from "../remote/references.ts";
import { readsWeights } from "./prompt.ts";
import type { LocalDevice, LocalProgram } from "./types.ts";

/** What draws on this machine, and what it can draw with. */
export type Drawers = {
  device: Pick<LocalDevice, "kind" | "hint">;
  programOf: (model: Pick<CatalogueModel, "family">) => LocalProgram;
  loras: readonly Lora[];
};

/** Whether a part of a picture can be redrawn, by a mask: the addon draws over all of it. */
export const redraws = (
  { abilities }: Pick<CatalogueModel, "abilities">,
  program: LocalProgram,
): boolean => program === "sd-server" && abilities.img2img && abilities.strength;

/** The value of the choice of no LoRA. */
const noLora = "none";

/** The value of a choice that leaves it to the model. */
export const auto = "auto";

const samplers = [
  ["euler", "Euler"],
  ["euler_a", "Euler a"],
  ["heun", "Heun"],
  ["dpm2", "DPM2"],
  ["dpm++2m", "DPM++ 2M"],
  ["dpm++2mv2", "DPM++ 2M v2"],
  ["dpm++2s_a", "DPM++ 2S a"],
  ["lcm", "LCM"],
  ["ddim_trailing", "DDIM"],
  ["tcd", "TCD"],
] as const;
const schedulers = [
  ["discrete", "Discrete"],
  ["karras", "Karras"],
  ["exponential", "Exponential"],
  ["ays", "Align your steps"],
  ["sgm_uniform", "SGM uniform"],
  ["simple", "Simple"],
  ["smoothstep", "Smoothstep"],
] as const;

const choiceOf = (
  id: "sampler" | "scheduler",
  label: string,
  choices: readonly (readonly [value: string, label: string])[],
): ChoiceParam => ({
  id,
  label,
  kind: "choice",
  group: "sampling",
  advanced: true,
  choices: [
    { value: auto, label: "The model's own" },
    ...choices.map(([value, name]) => ({ value, label: name })),
  ],
  default: auto,
});

/** Words to avoid count only where guidance is above 1, which doubles the time. */
const guided = ({ abilities }: CatalogueModel) => abilities.negativePrompt;

/** The LoRAs of a model: those of its family, and those of which nobody has said for which they are. */
const lorasFor = ({ family }: CatalogueModel, { loras }: Drawers): readonly Lora[] =>
  loras
    .filter((lora) => lora.family === null || lora.family === family)
    .slice(0, paramLimits.choices - 1);

const loraParam = (id: string, loras: readonly Lora[]): ChoiceParam => ({
  id: "lora",
  label: "LoRA",
  kind: "choice",
  group: "look",
  advanced: false,
  forModels: [id],
  choices: [
    { value: noLora, label: "None" },
    ...loras.map((lora) => ({ value: lora.id, label: lora.label })),
  ],
  default: noLora,
});

const loraWeightParam: NumberParam = {
  id: "lora-weight",
  label: "LoRA weight",
  kind: "float",
  group: "look",
  advanced: false,
  min: 0,
  max: 2,
  step: 0.05,
  default: 1,
};

function loraParams(models: readonly CatalogueModel[], drawers: Drawers): Param[] {
  const offered = models.flatMap((model) => {
    const loras = lorasFor(model, drawers);
    const isTaken = drawers.programOf(model) === "sd-server" && loras.length > 0;
    return isTaken ? [loraParam(model.id, loras)] : [];
  });
  const forModels = offered.flatMap((param) => param.forModels ?? []);
  return offered.length === 0 ? [] : [...offered, { ...loraWeightParam, forModels }];
}

function paramsOf(models: readonly CatalogueModel[], drawers: Drawers): Param[] {
  if (models.length === 0) return [];
  const withGuidance = models.filter(guided).map(({ id }) => id);
  return [
    ...loraParams(models, drawers),
    choiceOf("sampler", "Sampler", samplers),
    choiceOf("scheduler", "Scheduler", schedulers),
    // The same parameter for each model, with its own bounds.
    ...models.map(({ id, limits, defaults }) => ({
      ...stepsParam,
      forModels: [id],
      max: limits.maxSteps,
      default: defaults.steps,
    })),
    ...(withGuidance.length > 0 ? [{ ...cfgParam, forModels: withGuidance }] : []),
  ];
}

const sizesOf = ({ limits }: CatalogueModel): SizeRule => ({
  kind: "range",
  min: limits.minSide,
  max: limits.maxSide,
  multipleOf: limits.multipleOf,
  maxPixels: limits.maxPixels,
});

/** A choice that is in the list, else the model's own. */
const known = (list: readonly (readonly [string, string])[], name: string | null) =>
  list.some(([value]) => value === name) ? (name as string) : auto;

function describe(model: CatalogueModel, { programOf }: Drawers): ModelDescription {
  const isRedrawn = redraws(model, programOf(model));
  const { id, label, abilities, defaults } = model;
  const { steps, cfg, sampler, scheduler } = defaults;
  return {
    id,
    label,
    can: {
      img2img: abilities.img2img,
      strength: abilities.strength,
      mask: isRedrawn,
      // We add the sides; the mask has it draw there.
      extend: isRedrawn,
      weights: readsWeights(model),
      negativePrompt: guided(model) ? "native" : "none",
      references: abilities.references > 0 ? toldReferences(abilities.references) : null,
      sizes: sizesOf(model),
    },
    defaults: {
      standard: {
        steps,
        ...(guided(model) && { cfg }),
        sampler: known(samplers, sampler),
        scheduler: known(schedulers, scheduler),
      },
    },
  };
}

/** The models that draw, rather than enlarge. */
export const drawing = (installed: readonly InstalledModel[]): InstalledModel[] =>
  installed.filter(({ model }) => model.abilities.txt2img);

/** The model that enlarges, where one is installed. */
export const enlarging = (installed: readonly InstalledModel[]): InstalledModel | undefined =>
  installed.find(({ model }) => model.family === "esrgan");

export function capabilitiesOf(
  installed: readonly InstalledModel[],
  drawers: Drawers,
): Capabilities {
  const models = drawing(installed).map(({ model }) => model);
  const first = models.at(0);
  const isRedrawn = models.some((model) => redraws(model, drawers.programOf(model)));
  const { device } = drawers;
  // sd-server may use a card that the addon cannot.
  const hasCard = device.kind === "gpu" || device.hint !== undefined;
  return {
    label: "This machine",
    disclosure: "Pictures are made by a model that runs on this site's own machine.",
    neural: true,
    models: models.map((model) => describe(model, drawers)),
    params: paramsOf(models, drawers),
    txt2img: true,
    img2img: models.some(({ abilities }) => abilities.img2img),
    mask: isRedrawn,
    extend: isRedrawn,
    upscale: enlarging(installed) !== undefined,
    negativePrompt: models.some(guided) ? "native" : "none",
    seed: true,
    strength: models.some(({ abilities }) => abilities.strength),
    references: null,
    weights: false,
    maxImagesPerCall: 1,
    sizes: first ? sizesOf(first) : { kind: "list", list: [] },
    qualities: ["standard"],
    progress: "percent",
    previews: false,
    cancel: "immediate",
    cancelIsShared: false,
    resumable: false,
    // Drivers of cards may add in another order each time.
    deterministic: !hasCard,
  };
}
