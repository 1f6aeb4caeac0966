/** What a picture is asked for with at sd-server, stricter than it is: it ignores what it does not know (from_json_str). */
import { z } from "zod";

/** As sd_sample_method_name and sd_scheduler_name name them. */
export const samplers = [
  "euler",
  "euler_a",
  "heun",
  "dpm2",
  "dpm++2s_a",
  "dpm++2m",
  "dpm++2mv2",
  "lcm",
  "ddim_trailing",
  "tcd",
];
export const schedulers = [
  "discrete",
  "normal",
  "karras",
  "exponential",
  "ays",
  "sgm_uniform",
  "simple",
  "smoothstep",
];

const picture = z.string().regex(/^[A-Za-z0-9+/]+=*$/);

export const imageRequest = z.strictObject({
  prompt: z.string().min(1),
  negative_prompt: z.string(),
  width: z.int().min(64).max(4096).multipleOf(8),
  height: z.int().min(64).max(4096).multipleOf(8),
  seed: z.int().min(0),
  batch_count: z.literal(1),
  // The server cuts more than 100 steps to 100.
  sample_params: z.strictObject({
    sample_steps: z.int().min(1).max(100),
    guidance: z.strictObject({ txt_cfg: z.number().min(0) }),
    sample_method: z.enum(samplers as [string, ...string[]]).optional(),
    scheduler: z.enum(schedulers as [string, ...string[]]).optional(),
  }),
  init_image: picture.optional(),
  strength: z.number().min(0).max(1).optional(),
  mask_image: picture.optional(),
  ref_images: z.array(picture).min(1).optional(),
  lora: z.array(
    z.strictObject({
      path: z.string().regex(/^[\w-]+\.safetensors$/),
      multiplier: z.number().min(0).max(2),
    }),
  ),
  embed_image_metadata: z.literal(false),
  output_format: z.literal("png"),
});
export type ImageRequest = z.infer<typeof imageRequest>;
