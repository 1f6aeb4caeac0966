/**
 * What servers of the AUTOMATIC1111 family say of themselves, and which ways of drawing they take.
 *
 * Lists of samplers and schedulers have the shape of SamplerItem and SchedulerItem of Forge's models.py; `/openapi.json` is
 * what FastAPI makes of its request models. Stricter than the servers: a sampler, scheduler or field that is not known is
 * refused, where sd-server ignores it.
 */
export type Flavour = "a1111" | "forge" | "sdnext" | "sd-server";

export const sdModels = [
  "dreamscape.safetensors [1a2b3c]",
  "inkwash.safetensors [4d5e6f]",
  "flux1-dev.safetensors [7a8b9c]",
];
/** sd-server has one model, by the name of its file. */
export const sdServerModel = "dreamscape";
export const sdSamplers = ["DPM++ 2M", "Euler a", "Euler"];
export const sdSchedulers = ["automatic", "karras", "exponential"];
const plainFields =
  `prompt negative_prompt width height steps cfg_scale sampler_name scheduler seed batch_size n_iter
  override_settings override_settings_restore_afterwards send_images save_images`.split(/\s+/);
const fieldsOf: Record<Flavour, readonly string[]> = {
  a1111: [...plainFields, "force_task_id"],
  forge: [...plainFields, "force_task_id", "distilled_cfg_scale"],
  // Its scheduler is part of the sampler.
  sdnext: plainFields.filter((field) => field !== "scheduler"),
  "sd-server": plainFields,
};

const schemaName = "StableDiffusionProcessingTxt2Img";

/** What FastAPI says of the two requests. */
export function openApi(flavour: Flavour) {
  const properties = Object.fromEntries(fieldsOf[flavour].map((field) => [field, {}]));
  const schema = { $ref: `#/components/schemas/${schemaName}` };
  const post = { requestBody: { content: { "application/json": { schema } } } };
  return {
    openapi: "3.1.0",
    paths: { "/sdapi/v1/txt2img": { post } },
    components: { schemas: { [schemaName]: { type: "object", properties } } },
  };
}

/** Entries of the lists of names. */
export const named = (names: readonly string[]) =>
  names.map((name) => ({ name, label: name, aliases: [name], options: {} }));

/** What is wrong with the way a picture is to be drawn. */
export function samplingRefusal(
  flavour: Flavour,
  asked: Record<string, unknown>,
): [number, unknown] | null {
  const sourceFields = ["init_images", "denoising_strength", "resize_mode"];
  const maskFields = [
    "mask",
    "mask_blur",
    "inpainting_fill",
    "inpainting_mask_invert",
    "inpaint_full_res",
  ];
  const known = new Set([...fieldsOf[flavour], ...sourceFields, ...maskFields]);
  const strange = Object.keys(asked).find((field) => !known.has(field));
  if (strange !== undefined) return [422, { detail: [{ loc: ["body", strange], msg: "extra" }] }];
  const { sampler_name: sampler, scheduler, steps, cfg_scale: cfg } = asked;
  if (sampler !== undefined && !sdSamplers.some((name) => name === sampler)) {
    return [404, { detail: "Sampler not found" }];
  }
  if (scheduler !== undefined && !sdSchedulers.some((name) => name === scheduler)) {
    return [404, { detail: "Scheduler not found" }];
  }
  if (!Number.isInteger(steps) || Number(steps) < 1 || !(Number(cfg) >= 1)) {
    return [422, { detail: [{ loc: ["body", "steps"], msg: "must be positive" }] }];
  }
  return null;
}

/** Answers of `/sdapi/v1/sd-models`. */
export function listModels(flavour: Flavour) {
  if (flavour === "sd-server") {
    return [{ title: sdServerModel, model_name: sdServerModel, filename: "dreamscape.gguf" }];
  }
  return sdModels.map((title) => ({
    title,
    model_name: title.replace(/\.safetensors.*/, ""),
    hash: null,
    sha256: null,
    filename: `/models/${title}`,
    config: null,
    ...(flavour === "sdnext" && { type: "SDXL" }),
  }));
}
