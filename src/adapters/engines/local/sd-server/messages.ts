/** What sd-server is asked and what it answers, by its own interface `/sdcpp/v1` (examples/server/routes_sdcpp.cpp, async_jobs.cpp). */
import { readFile } from "node:fs/promises";
import { z } from "zod";
import { ChildFault } from "../process.ts";
import type { ChildRequest } from "../protocol.ts";

type DrawRequest = Extract<ChildRequest, { op: "draw" }>;

const capabilities = z.object({
  model: z.object({ path: z.string() }),
  samplers: z.array(z.string()),
  schedulers: z.array(z.string()),
});
const accepted = z.object({ id: z.string().regex(/^[\w-]{1,100}$/) });
const job = z.discriminatedUnion("status", [
  z.object({ status: z.literal("queued") }),
  z.object({ status: z.literal("generating") }),
  z.object({
    status: z.literal("completed"),
    result: z.object({ images: z.array(z.object({ b64_json: z.string() })).length(1) }),
  }),
  z.object({ status: z.literal("failed"), error: z.object({ message: z.string() }) }),
  z.object({ status: z.literal("cancelled") }),
]);
const refusal = z.object({ error: z.string() });

/** What it says that it can do. */
export type SdCapabilities = z.infer<typeof capabilities>;
type SdJob = z.infer<typeof job>;

function read<T>(schema: z.ZodType<T>, value: unknown, what: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new ChildFault("garbled", `sd-server said no ${what}`);
}

/** @throws ChildFault "garbled" */
export const readCapabilities = (value: unknown) => read(capabilities, value, "capabilities");
/** The id of a job. @throws ChildFault "garbled" */
export const readAccepted = (value: unknown) => read(accepted, value, "id of a job").id;
/** @throws ChildFault "garbled" */
export const readJob = (value: unknown): SdJob => read(job, value, "state of a job");

/** Why it refused something, in its own words. */
export function refusalText(value: unknown): string {
  const parsed = refusal.safeParse(value);
  return parsed.success ? parsed.data.error.slice(0, 400) : "without a reason";
}

const base64Of = async (file: string) => (await readFile(file)).toString("base64");

/**
 * A picture as it is asked for. A field that the server does not know it would ignore, and a sampler that it does not know
 * too (from_json_str in examples/common/common.cpp): those are refused here.
 * @param loras names of files in its folder of LoRAs, with how much of each
 * @throws ChildFault "bad-request"
 */
export async function bodyOf(
  { params, source, references = [], mask }: DrawRequest,
  loras: readonly { path: string; weight: number }[],
  can: SdCapabilities,
): Promise<Record<string, unknown>> {
  const { sampling_method: sampler, scheduler } = params;
  for (const [name, names] of [
    [sampler, can.samplers],
    [scheduler, can.schedulers],
  ] as const) {
    if (name === undefined || names.includes(name)) continue;
    throw new ChildFault("bad-request", `this sd-server has no ${name}`);
  }
  return {
    prompt: params.prompt,
    negative_prompt: params.negative_prompt ?? "",
    width: params.width,
    height: params.height,
    seed: params.seed,
    batch_count: 1,
    sample_params: {
      sample_steps: params.steps,
      guidance: { txt_cfg: params.cfg_scale },
      ...(sampler !== undefined && { sample_method: sampler }),
      ...(scheduler !== undefined && { scheduler }),
    },
    ...(source !== undefined && { init_image: await base64Of(source) }),
    ...(params.strength !== undefined && { strength: params.strength }),
    ...(mask !== undefined && { mask_image: await base64Of(mask) }),
    ...(references.length > 0 && { ref_images: await Promise.all(references.map(base64Of)) }),
    lora: loras.map(({ path, weight }) => ({ path, multiplier: weight })),
    // The words are in our own manifest, where their owner decides whether they are shown.
    embed_image_metadata: false,
    output_format: "png",
  };
}
