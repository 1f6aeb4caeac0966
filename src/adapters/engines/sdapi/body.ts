import type { ParamValue } from "#app/rules/engine-params.ts";
import type { GenerateRequest } from "../port.ts";
import { nearestSize } from "../remote/sizes.ts";
import { fieldsFor } from "./offer.ts";

/** Sizes that servers of the family draw. */
export const sdSizes = {
  kind: "range",
  min: 256,
  max: 2048,
  multipleOf: 8,
  maxPixels: 2_359_296,
} as const;

/** The body of a request for one picture. */
export function bodyOf(
  request: GenerateRequest,
  index: number,
  taskId: string | null,
  values: Readonly<Record<string, ParamValue>>,
): Record<string, unknown> {
  const { width, height } = nearestSize(request.width, request.height, sdSizes);
  return {
    ...(taskId !== null && { force_task_id: taskId }),
    prompt: request.prompt,
    negative_prompt: request.negativePrompt ?? "",
    width,
    height,
    ...fieldsFor(values),
    seed: (request.seed + index) % 2 ** 32,
    batch_size: 1,
    n_iter: 1,
    override_settings: { sd_model_checkpoint: request.model },
    override_settings_restore_afterwards: false,
    send_images: true,
    save_images: false,
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
