/**
 * What servers of the AUTOMATIC1111 family say of themselves, and which ways of drawing they take.
 *
 * Lists have the shapes of recorded-shapes.ts; `/openapi.json` is
 * what FastAPI makes of its request models. Stricter than the servers: a sampler, scheduler or field that is not known is
 * refused, where sd-server ignores it.
 */
export type Flavour = "a1111" | "forge" | "sdnext" | "sd-server";

export const sdModels = [
  "dreamscape.safetensors [1a2b3c]",
  "inkwash.safetensors [4d5e6f]",
  "flux1-dev.safetensors [7a8b9c]",
  "v1-5-pruned-emaonly.safetensors [0c1d2e]",
  "sdxl-base.safetensors [0d1e2f]",
];
/** sd-server has one model, by the name of its file. */
export const sdServerModel = "dreamscape";
export const sdSamplers = ["DPM++ 2M", "Euler a", "Euler"];
export const sdSchedulers = ["automatic", "karras", "exponential"];
const plainFields =
  `prompt negative_prompt width height steps cfg_scale sampler_name scheduler seed batch_size n_iter
  override_settings override_settings_restore_afterwards send_images save_images`.split(/\s+/);
const hiresFields = ["enable_hr", "hr_scale", "hr_upscaler", "denoising_strength"];
const forgeFields = ["distilled_cfg_scale", "hr_cfg", "hr_distilled_cfg", "hr_additional_modules"];
const fieldsOf: Record<Flavour, readonly string[]> = {
  a1111: [...plainFields, ...hiresFields, "force_task_id"],
  forge: [...plainFields, ...hiresFields, ...forgeFields, "force_task_id"],
  // Its scheduler is part of the sampler.
  sdnext: [
    ...plainFields.filter((field) => field !== "scheduler"),
    ...hiresFields,
    "hr_force",
    "ip_adapter",
  ],
  "sd-server": [...plainFields, "extra_images"],
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

const isBase64 = (text: unknown) => typeof text === "string" && /^[A-Za-z0-9+/]+={0,2}$/.test(text);

/** Names of modules/ipadapter.py of SD.Next, by the architecture of the checkpoint. */
const adapters = (model: string) =>
  model.includes("sdxl") ? ["Base SDXL", "Plus ViT-H SDXL"] : ["Base", "Plus", "Plus Face"];

/** Whether SD.Next would draw with the adapters that a request names; it draws without them else, and says nothing. */
export const adaptersApply = (asked: Record<string, unknown>): boolean => {
  const { sd_model_checkpoint: model } = (asked["override_settings"] ?? {}) as Record<
    string,
    unknown
  >;
  const named = (asked["ip_adapter"] ?? []) as { adapter?: string }[];
  return named.every(({ adapter }) => adapters(String(model)).includes(adapter ?? ""));
};

/** What is wrong with the references of a request: ItemIPAdapter of SD.Next's models.py; `extra_images` of routes_sdapi.cpp. */
export function referenceRefusal(asked: Record<string, unknown>): [number, unknown] | null {
  const fault = (field: string): [number, unknown] => [
    422,
    { detail: [{ loc: ["body", field], msg: "value is not valid", type: "value_error" }] },
  ];
  const { ip_adapter: named, extra_images: pictures } = asked;
  if (named !== undefined) {
    const fields = new Set(["adapter", "images", "masks", "scale", "start", "end", "crop"]);
    const isItem = (item: Record<string, unknown>) =>
      Object.keys(item).every((key) => fields.has(key)) &&
      Array.isArray(item["images"]) &&
      item["images"].length > 0 &&
      item["images"].every(isBase64) &&
      Number(item["scale"]) >= 0 &&
      Number(item["scale"]) <= 1;
    if (!Array.isArray(named) || !named.every(isItem)) return fault("ip_adapter");
  }
  if (pictures !== undefined && !(Array.isArray(pictures) && pictures.every(isBase64))) {
    return fault("extra_images");
  }
  return null;
}

/** Answers of `/sdapi/v1/samplers`. sd-server names its own choice "default". */
export function listSamplers(flavour: Flavour): object[] {
  if (flavour === "sdnext") return sdSamplers.map((name) => ({ name, options: {} }));
  const names = flavour === "sd-server" ? ["default", ...sdSamplers] : sdSamplers;
  return names.map((name) => ({ name, aliases: [name], options: {} }));
}

/** Answers of `/sdapi/v1/schedulers`. */
export function listSchedulers(flavour: Flavour): object[] {
  if (flavour === "sd-server") {
    return ["default", ...sdSchedulers].map((name) => ({ name, label: name }));
  }
  if (flavour === "sdnext") {
    return sdSchedulers.map((name) => ({ name, cls: "EulerDiscreteScheduler", options: {} }));
  }
  return sdSchedulers.map((name) => ({
    name,
    label: name,
    aliases: null,
    default_rho: -1,
    need_inner_model: false,
  }));
}

/**
 * Whether Forge draws its second pass as the first (modules/processing.py, 70d6e109): without `hr_additional_modules` it fails
 * after the first one; without "Use same choices" among them it loads other modules; `hr_cfg` is 1 where none is given, which drops
 * the words to avoid; `hr_distilled_cfg` is 3.5, whatever the first pass had.
 */
function isForgesSecondPass(asked: Record<string, unknown>): boolean {
  const { hr_additional_modules: modules, hr_cfg: cfg, hr_distilled_cfg: distilled } = asked;
  return (
    Array.isArray(modules) &&
    modules.includes("Use same choices") &&
    cfg === asked["cfg_scale"] &&
    distilled === asked["distilled_cfg_scale"]
  );
}

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
  // A field of requests from words alone, but for SD.Next; sd-server reads it for those alone.
  if ("enable_hr" in asked && "init_images" in asked && flavour !== "sdnext") {
    return [422, { detail: [{ loc: ["body", "enable_hr"], msg: "extra" }] }];
  }
  if (asked["enable_hr"] === true) {
    if (asked["hr_upscaler"] !== "Latent") {
      return [500, { error: "RuntimeError", errors: "could not find upscaler named" }];
    }
    if (flavour === "forge" && !isForgesSecondPass(asked)) {
      return [500, { error: "TypeError", errors: "argument of type 'NoneType' is not iterable" }];
    }
    const sides = [asked["width"], asked["height"]].map(
      (side) => Number(side) * Number(asked["hr_scale"]),
    );
    if (
      sides.some((side) => !(side % 8 === 0)) ||
      typeof asked["denoising_strength"] !== "number"
    ) {
      return [422, { detail: [{ loc: ["body", "hr_scale"], msg: "no whole latents" }] }];
    }
  }
  if (!Number.isInteger(steps) || Number(steps) < 1 || !(Number(cfg) >= 1)) {
    return [422, { detail: [{ loc: ["body", "steps"], msg: "must be positive" }] }];
  }
  return null;
}

/** Answers of `/sdapi/v1/sd-models`. */
export function listModels(flavour: Flavour, loaded: string) {
  if (flavour === "sd-server") {
    const title = { title: loaded, model_name: loaded, filename: `${loaded}.gguf` };
    return [{ ...title, hash: "8".repeat(10), sha256: "8".repeat(64), config: null }];
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
