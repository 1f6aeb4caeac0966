/** What a server of the A1111 family offers, and the fields of a request that say it. */
import type { NumberParam, Param, ParamValue } from "#app/rules/engine-params.ts";
import type { ModelDescription, SizeRule } from "../port.ts";
import {
  cfgParam,
  isDistilled,
  isSmall,
  namesParam,
  readsWeights,
  samplingOf,
  serversOwn,
  stepsParam,
} from "../remote/diffusion.ts";
import { fieldsOf, listOf, textOf } from "../remote/fields.ts";
import type { SdReferences } from "./references.ts";

/** A model, and the type that SD.Next gives it. */
export type SdModel = { id: string; label: string; type?: string };

/** What a server answers about itself. */
type SdServer = {
  models: readonly SdModel[];
  samplers: readonly Named[];
  schedulers: readonly Named[];
  /** Fields that its requests have; null where it describes none. */
  fields: ReadonlySet<string> | null;
  references: Pick<SdReferences, "offerFor">;
};

/** Sizes that servers of the family draw. */
export const sdSizes = {
  kind: "range",
  min: 256,
  max: 2048,
  multipleOf: 8,
  maxPixels: 2_359_296,
} as const satisfies SizeRule;

type Named = { value: string; label: string };

const longestName = 100;

/** Names of `/sdapi/v1/samplers` and `/sdapi/v1/schedulers`. "default" is sd-server's word for its own choice. */
export function namesOf(body: unknown): Named[] {
  const names = listOf(body)
    .map(fieldsOf)
    .map(({ name, label }) => ({ value: textOf(name), label: textOf(label) || textOf(name) }))
    .filter(({ value }) => value !== "" && value.length <= longestName && value !== "default");
  return [...new Map(names.map((each) => [each.value, each])).values()];
}

/** Names of the fields that `POST /sdapi/v1/txt2img` takes, from `/openapi.json`; null where it has no such address. */
export function requestFields(body: unknown): ReadonlySet<string> | null {
  const { paths, components } = fieldsOf(body);
  const at = fieldsOf(fieldsOf(fieldsOf(paths)["/sdapi/v1/txt2img"])["post"]);
  const content = fieldsOf(fieldsOf(at["requestBody"])["content"]);
  const schema = fieldsOf(fieldsOf(content["application/json"])["schema"]);
  const name = textOf(schema["$ref"]).split("/").at(-1) ?? "";
  const found = Object.keys(
    fieldsOf(fieldsOf(fieldsOf(fieldsOf(components)["schemas"])[name])["properties"]),
  );
  return found.length > 0 ? new Set(found) : null;
}

/** Forge alone has it, for models whose guidance is distilled. */
const distilled: NumberParam = {
  id: "guidance",
  label: "Distilled guidance",
  kind: "float",
  group: "sampling",
  advanced: true,
  min: 0,
  max: 20,
  step: 0.1,
  default: 3.5,
};

/** Half the size first, then the whole one with half of the steps: less work than all steps at the whole size. */
const hires: Param = {
  id: "hires",
  label: "Half the size first",
  kind: "bool",
  group: "sampling",
  advanced: true,
  modes: ["txt2img"],
  default: false,
};

/** Pixels beyond which a small model doubles things. */
export const smallPixels = 589_824;
const smallSizes: SizeRule = { ...sdSizes, maxPixels: smallPixels };

/** SD.Next has the field too, but needs an upscaler by a name of its own. */
const hasHires = (fields: SdServer["fields"]) =>
  fields !== null && fields.has("enable_hr") && !fields.has("hr_force");

/** Everything that a server of the family may offer; what only the server knows has no choices yet. */
export const sdCatalogue: readonly Param[] = [
  ...(["sampler", "scheduler"] as const).map((id): Param => ({
    id,
    label: id,
    kind: "choice",
    group: "sampling",
    advanced: true,
    choices: [],
    default: serversOwn,
  })),
  stepsParam,
  cfgParam,
  distilled,
  hires,
];

const sampling = ({ id, label, type = "" }: SdModel) => samplingOf(id, label, type);

const isSmallOne = ({ id, label, type = "" }: SdModel) => isSmall(id, label, type);

function describe(
  model: SdModel,
  { fields, references: { offerFor } }: Pick<SdServer, "fields" | "references">,
): ModelDescription {
  const { steps, cfg } = sampling(model);
  const references = offerFor(model);
  const own = isDistilled({ steps, cfg });
  const isWeighted = readsWeights(model.id, model.label, model.type ?? "");
  const twice = isSmallOne(model) && hasHires(fields) && { hires: true };
  const sizes = isSmallOne(model) && !hasHires(fields) && { sizes: smallSizes };
  return {
    id: model.id,
    label: model.label,
    defaults: {
      standard: { steps: steps.standard, cfg, ...twice },
      high: { steps: steps.high, cfg, ...twice },
    },
    ...((own || !isWeighted || sizes || references) && {
      can: {
        ...(own && { negativePrompt: "none" as const }),
        ...(!isWeighted && { weights: false }),
        ...sizes,
        ...(references && { references }),
      },
    }),
  };
}

/** Models and parameters. A field that the server's requests do not have is not offered. */
export function sdOffer({ models, samplers, schedulers, fields, references }: SdServer): {
  models: ModelDescription[];
  params: Param[];
} {
  const has = (field: string) => fields === null || fields.has(field);
  const idsOf = (isOwn: boolean) =>
    models.filter((model) => isDistilled(sampling(model)) === isOwn).map(({ id }) => id);
  const [plain, guided] = [idsOf(false), idsOf(true)];
  const params: (Param | null)[] = [
    has("sampler_name") ? namesParam("sampler", "Sampler", samplers) : null,
    has("scheduler") ? namesParam("scheduler", "Scheduler", schedulers) : null,
    stepsParam,
    plain.length > 0 ? { ...cfgParam, ...(guided.length > 0 && { forModels: plain }) } : null,
    fields?.has("distilled_cfg_scale") && guided.length > 0
      ? { ...distilled, forModels: guided }
      : null,
    hasHires(fields) && plain.length > 0
      ? { ...hires, ...(guided.length > 0 && { forModels: plain }) }
      : null,
  ];
  return {
    models: models.map((model) => describe(model, { fields, references })),
    params: params.filter((param) => param !== null),
  };
}

/** The fields of a request for values of the parameters above. */
export function fieldsFor(
  values: Readonly<Record<string, ParamValue>>,
): Record<string, ParamValue> {
  const { sampler, scheduler, steps, cfg, guidance } = values;
  const isNamed = (name: ParamValue | undefined) => name !== undefined && name !== serversOwn;
  return {
    ...(isNamed(sampler) && { sampler_name: sampler }),
    ...(isNamed(scheduler) && { scheduler }),
    steps,
    // Guidance that is distilled into the model leaves no other.
    cfg_scale: cfg ?? 1,
    ...(guidance !== undefined && { distilled_cfg_scale: guidance }),
  };
}
