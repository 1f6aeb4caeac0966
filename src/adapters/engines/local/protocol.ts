/** What the program and the child that draws say to each other: JSON lines, requests in ASCII. The child refuses any other key. */
import { z } from "zod";

/** How a model is loaded, by the names of the addon. Keys that it does not know it would ignore without a word. */
export type LoadConfig = {
  device: "cpu" | "gpu";
  threads?: number;
  mmap?: boolean;
  diffusion_fa?: boolean;
  diffusion_conv_direct?: boolean;
  vae_conv_direct?: boolean;
  vae_tiling?: boolean;
  offload_to_cpu?: boolean;
  prediction?: "flux2_flow";
  flow_shift?: number;
  force_sdxl_vae_conv_scale?: boolean;
};

/** Absolute paths. A model that only enlarges has `esrgan` alone; `diffusion` and `taesd` are for sd-server. */
export type LoadFiles = {
  model?: string;
  diffusion?: string;
  llm?: string;
  vae?: string;
  taesd?: string;
  esrgan?: string;
};

/** A LoRA and how much of it: for sd-server, which takes several. */
export type DrawLora = { file: string; weight: number };

export type DrawParams = {
  prompt: string;
  negative_prompt?: string;
  width: number;
  height: number;
  steps: number;
  cfg_scale: number;
  sampling_method?: string;
  scheduler?: string;
  seed: number;
  strength?: number;
  lora?: string;
};

export type ChildRequest =
  | { op: "load"; files: LoadFiles; config: LoadConfig }
  | {
      op: "draw";
      /** Where the picture is to be: a file of PNG, which appears whole. */
      out: string;
      /** A picture to start from, of the size that is asked for: its own size wins. */
      source?: string;
      references?: readonly string[];
      /** White where the source is redrawn, of its size: for sd-server, which alone has masks. */
      mask?: string;
      loras?: readonly DrawLora[];
      params: DrawParams;
    }
  | { op: "enlarge"; out: string; source: string; repeats: number }
  | { op: "unload" };

const id = z.number().int();

const event = z.discriminatedUnion("event", [
  z.strictObject({ event: z.literal("ready") }),
  z.strictObject({ event: z.literal("pong"), id }),
  z.strictObject({ event: z.literal("loaded"), id }),
  z.strictObject({ event: z.literal("unloaded"), id }),
  z.strictObject({ event: z.literal("drawn"), id }),
  z.strictObject({
    event: z.literal("step"),
    id,
    step: z.number().int().min(0),
    total: z.number().int().min(1),
  }),
  z.strictObject({
    event: z.literal("failed"),
    id: id.nullable(),
    code: z.enum(["load", "draw", "enlarge", "unload", "cancelled", "bad-request", "busy"]),
    message: z.string().max(2000),
  }),
]);

export type ChildEvent = z.infer<typeof event>;

/** Characters of one answer. */
export const longestAnswer = 16_384;

/** An answer of the child; null for anything that is none. */
export function readEvent(line: string): ChildEvent | null {
  try {
    const parsed = event.safeParse(JSON.parse(line));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** A line that the child can read byte by byte. */
export const lineOf = (request: Record<string, unknown>): string =>
  `${JSON.stringify(request).replaceAll(
    /[\u007F-\uFFFF]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
  )}\n`;
