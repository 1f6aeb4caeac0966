import type { ParamValue } from "#app/rules/engine-params.ts";
import type { GenerateRequest, SizeRule } from "../port.ts";
import type { SdReferences } from "./references.ts";
import { nearestSize } from "../remote/sizes.ts";
import { fieldsFor, smallPixels } from "./offer.ts";

export type BodyOptions = {
  taskId: string | null;
  values: Values;
  sizes: SizeRule;
  known: ReadonlySet<string> | null;
  references: SdReferences;
};
type Size = { width: number; height: number };

type Values = Readonly<Record<string, ParamValue>>;

/** How much of the steps the second pass has: enough to sharpen, too little to draw anything twice. */
const secondPass = 0.55;
const half = (side: number) => Math.round(side / 16) * 8;

/** The size, and for a large picture of a model that is to draw half of it first the two passes. */
function passes({ width, height }: Size, values: Values, known: ReadonlySet<string> | null) {
  if (values["hires"] !== true || width * height <= smallPixels) return { width, height };
  const { cfg = 1, guidance } = values;
  const forge = {
    hr_cfg: cfg,
    ...(guidance !== undefined && { hr_distilled_cfg: guidance }),
    // Without it Forge looks for the word in nothing, and fails.
    hr_additional_modules: ["Use same choices"],
  };
  return {
    width: half(width),
    height: half(height),
    enable_hr: true,
    hr_scale: 2,
    hr_upscaler: "Latent",
    denoising_strength: secondPass,
    ...Object.fromEntries(Object.entries(forge).filter(([field]) => known?.has(field))),
  };
}

/**
 * The body of a request for one picture.
 * @param known fields that requests of the server have; null where it does not say
 */
export function bodyOf(
  request: GenerateRequest,
  index: number,
  { taskId, values, sizes, known, references }: BodyOptions,
): Record<string, unknown> {
  const size = nearestSize(request.width, request.height, sizes);
  return {
    ...(taskId !== null && { force_task_id: taskId }),
    prompt: references.prompt(request),
    negative_prompt: request.negativePrompt ?? "",
    ...passes(size, values, known),
    ...fieldsFor(values),
    seed: (request.seed + index) % 2 ** 32,
    batch_size: 1,
    n_iter: 1,
    override_settings: { sd_model_checkpoint: request.model },
    override_settings_restore_afterwards: false,
    send_images: true,
    save_images: false,
    ...references.fields(request),
    ...(request.source && {
      init_images: [Buffer.from(request.source.bytes).toString("base64")],
      denoising_strength: request.strength ?? 0.5,
      resize_mode: 1,
    }),
    ...(request.mask && {
      mask: Buffer.from(request.mask.bytes).toString("base64"),
      // White is redrawn, beginning with what is there.
      inpainting_mask_invert: 0,
      inpainting_fill: 1,
      // We cut out, scale and lay over ourselves: the server is to do nothing of that.
      inpaint_full_res: false,
      mask_blur: 0,
    }),
  };
}
