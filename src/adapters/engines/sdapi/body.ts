import type { ParamValue } from "#app/rules/engine-params.ts";
import type { GenerateRequest } from "../port.ts";
import type { SdReferences } from "./references.ts";
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
  references: SdReferences,
): Record<string, unknown> {
  const { width, height } = nearestSize(request.width, request.height, sdSizes);
  return {
    ...(taskId !== null && { force_task_id: taskId }),
    prompt: references.prompt(request),
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
    ...references.fields(request),
    ...(request.source && {
      init_images: [Buffer.from(request.source.bytes).toString("base64")],
      denoising_strength: request.strength ?? 0.5,
      resize_mode: 1,
    }),
  };
}
