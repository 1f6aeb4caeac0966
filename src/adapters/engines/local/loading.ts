/** How a model of the catalogue is given to the process that draws. */
import { availableParallelism } from "node:os";
import type { InstalledModel, ModelFileRole } from "#app/rules/local-models.ts";
import type { LoadConfig, LoadFiles } from "./protocol.ts";
import type { Loadable } from "./supervisor.ts";
import type { LocalDevice } from "./types.ts";

/** Memory beside the model's own: the program itself, and pictures. */
const besides = 512 * 1024 * 1024;
/** How much more than its usual memory a model may take. */
const memoryMargin = 1.3;

export const pathOf = ({ files }: InstalledModel, role: ModelFileRole): string | undefined =>
  files.find((file) => file.role === role)?.path;

function filesOf(installed: InstalledModel): LoadFiles {
  if (installed.model.family === "esrgan") return { esrgan: pathOf(installed, "esrgan") };
  const llm = pathOf(installed, "llm");
  const vae = pathOf(installed, "vae");
  return {
    model: pathOf(installed, "diffusion") ?? pathOf(installed, "model"),
    ...(llm !== undefined && { llm }),
    ...(vae !== undefined && { vae }),
  };
}

function configOf(installed: InstalledModel, { kind }: Pick<LocalDevice, "kind">): LoadConfig {
  const { family } = installed.model;
  if (kind === "cpu" && family === "esrgan") {
    return { device: kind, threads: availableParallelism() };
  }
  return {
    device: kind,
    mmap: true,
    // On a processor the direct convolutions of ggml take longer than the others.
    ...(kind === "cpu" && {
      threads: availableParallelism(),
      diffusion_conv_direct: false,
      vae_conv_direct: false,
    }),
    ...(family === "flux2-klein" && { prediction: "flux2_flow" }),
    // The autoencoder of SDXL itself gives black pictures with 16 bits; one that is given beside it does not.
    ...(family === "sdxl" &&
      pathOf(installed, "vae") === undefined && { force_sdxl_vae_conv_scale: true }),
  };
}

/** What has to be in memory to draw with a model. */
export function loadableOf(installed: InstalledModel, device: Pick<LocalDevice, "kind">): Loadable {
  const { model, files } = installed;
  const config = configOf(installed, device);
  return {
    key: JSON.stringify([model.id, files.map(({ role, sha256 }) => [role, sha256]), config]),
    modelId: model.id,
    request: { op: "load", files: filesOf(installed), config },
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    memoryBytes: model.memory.ram * memoryMargin + besides,
  };
}
