/** What Runware's models offer: runware.ai/docs/image-inference, api-reference and schedulers. */
import type { Param, ParamValue } from "#app/rules/engine-params.ts";
import type { ModelDescription, ModelInfo, SizeRule } from "../port.ts";
import { toldReferences } from "../remote/references.ts";
import { cfgParam, namesParam, samplingOf, serversOwn, stepsParam } from "../remote/diffusion.ts";

/** Open models are drawn by Runware itself; those of other makers take only the fields of their own schemas. */
const open = /^(?:runware|civitai|rundiffusion):/;
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

/**
 * FLUX.1 Kontext, which reads pictures in place of starting from one (`referenceImages`, at most two), and draws these
 * sizes alone: runware.ai/docs/models, bfl-flux-1-kontext-dev, -pro and -max. Models of the same maker that came later have
 * schemas of their own.
 */
const kontext = new Set(["runware:106@1", "bfl:3@1", "bfl:4@1"]);
const kontextPictures = 2;
const kontextSizes: SizeRule = {
  kind: "list",
  list: [
    [1568, 672],
    [1392, 752],
    [1184, 880],
    [1248, 832],
    [1024, 1024],
    [832, 1248],
    [880, 1184],
    [752, 1392],
    [672, 1568],
  ],
};

/** Whether the model takes its pictures, the source among them, as `referenceImages`. */
export const readsPictures = (model: string): boolean => kontext.has(model);

function describe(model: ModelInfo): ModelDescription {
  const described = describePlain(model);
  if (!readsPictures(model.id)) return described;
  const can = {
    ...described.can,
    strength: false,
    // There is no picture that it starts from, for a mask to lie over.
    mask: false,
    extend: false,
    sizes: kontextSizes,
    references: { ...toldReferences(kontextPictures), withSource: kontextPictures - 1 },
  };
  return { ...described, can };
}

function describePlain(model: ModelInfo): ModelDescription {
  if (!open.test(model.id)) {
    const can = { negativePrompt: "none", seed: false, qualities: ["standard"] } as const;
    return { ...model, can: { ...can, mask: false, extend: false } };
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
  const own = models.filter(({ id }) => open.test(id)).map(({ id }) => id);
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
