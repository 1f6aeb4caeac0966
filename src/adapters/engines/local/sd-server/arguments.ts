/**
 * How sd-server is started with a model: its own arguments (examples/server/runtime.cpp and examples/common/common.cpp of
 * stable-diffusion.cpp). One that it does not know ends it, so that only those are used which every version with
 * `/sdcpp/v1` has.
 */
import type { ChildRequest, LoadFiles } from "../protocol.ts";

const fileArguments = [
  ["model", "--model"],
  ["diffusion", "--diffusion-model"],
  ["llm", "--llm"],
  ["vae", "--vae"],
  // The tiny decoder takes the place of the autoencoder.
  ["taesd", "--taesd"],
] as const satisfies readonly (readonly [keyof LoadFiles, string])[];

/** @param loraFolder the only folder that it may load LoRAs from */
export function argumentsFor(
  { files, config }: Extract<ChildRequest, { op: "load" }>,
  port: number,
  loraFolder: string,
): string[] {
  return [
    "--listen-ip",
    "127.0.0.1",
    "--listen-port",
    String(port),
    "--lora-model-dir",
    loraFolder,
    ...fileArguments.flatMap(([role, name]) => {
      const file = files[role];
      return file === undefined ? [] : [name, file];
    }),
    ...(config.threads === undefined ? [] : ["--threads", String(config.threads)]),
    ...(config.diffusion_fa ? ["--diffusion-fa"] : []),
    ...(config.force_sdxl_vae_conv_scale ? ["--force-sdxl-vae-conv-scale"] : []),
  ];
}

/** The file that it calls its model (resolve_display_model_path in examples/server/routes_sdcpp.cpp). */
export const modelPathOf = ({ model, diffusion }: LoadFiles): string => model ?? diffusion ?? "";
