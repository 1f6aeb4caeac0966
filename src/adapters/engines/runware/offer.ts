/** What Runware's models offer: runware.ai/docs/image-inference, api-reference and schedulers. */
import type { Param, ParamValue } from "#app/rules/engine-params.ts";
import type { ModelDescription, ModelInfo } from "../port.ts";
import { cfgParam, namesParam, samplingOf, serversOwn, stepsParam } from "../remote/diffusion.ts";
import { readerTraits, readsPictures } from "./models.ts";

/**
 * Models that Runware draws itself from a picture and with sampling, by their architecture. Those of other makers, and
 * those that read pictures, take only the fields of their own schemas.
 */
const ofArchitecture = /^(?:runware|civitai|rundiffusion):/;
const schnell = "runware:100@1";
const flux = new Set([schnell, "runware:101@1"]);

/** For FLUX; what others take depends on the model, and is not told. */
const schedulers = [
  "Euler",
  "FlowMatchEulerDiscreteScheduler",
  "DPM++",
  "DPM++ SDE",
  "DPM++ 2M",
  "DPM++ 2M SDE",
  "DPM++ 3M",
  "Euler Beta",
  "Euler Exponential",
  "Euler Karras",
];

const isOpen = (id: string) => ofArchitecture.test(id) && !readsPictures(id);

function describe(model: ModelInfo): ModelDescription {
  const reader = readerTraits(model.id);
  if (reader) return { ...model, can: reader };
  if (!isOpen(model.id)) {
    // Where it takes a picture, and whether, is its own schema's matter.
    const can = { img2img: false, strength: false, mask: false, extend: false } as const;
    return {
      ...model,
      can: { ...can, negativePrompt: "none", seed: false, qualities: ["standard"] },
    };
  }
  const name = model.id === schnell ? "schnell" : model.id === "runware:101@1" ? "flux" : "";
  const { steps, cfg } = samplingOf(name, model.label);
  // Its FLUX models read CFGScale as their distilled guidance.
  const guided = { cfg: name === "flux" ? 3.5 : cfg };
  return {
    ...model,
    // A mask is documented for Stable Diffusion, and not for FLUX.
    ...(flux.has(model.id) && { can: { mask: false, extend: false } }),
    defaults: {
      standard: { steps: steps.standard, ...guided },
      high: { steps: steps.high, ...guided },
    },
  };
}

/** Models and the parameters of those that Runware draws itself. */
export function runwareOffer(models: readonly ModelInfo[]): {
  models: ModelDescription[];
  params: Param[];
} {
  const own = models.filter(({ id }) => isOpen(id)).map(({ id }) => id);
  const named = namesParam(
    "scheduler",
    "Scheduler",
    schedulers.map((name) => ({ value: name, label: name })),
  );
  const scheduled = own.filter((id) => flux.has(id));
  const params: Param[] = [
    ...(named && scheduled.length > 0 ? [{ ...named, forModels: scheduled }] : []),
    ...(own.length > 0
      ? [
          { ...stepsParam, forModels: own },
          { ...cfgParam, min: 0, max: 50, forModels: own },
        ]
      : []),
  ];
  return { models: models.map(describe), params };
}

/** The fields of a task for values of the parameters above; none for a model that has none. */
export function runwareFields({
  scheduler,
  steps,
  cfg,
}: Readonly<Record<string, ParamValue>>): Record<string, ParamValue> {
  return {
    ...(scheduler !== undefined && scheduler !== serversOwn && { scheduler }),
    ...(steps !== undefined && { steps }),
    ...(cfg !== undefined && { CFGScale: cfg }),
  };
}
