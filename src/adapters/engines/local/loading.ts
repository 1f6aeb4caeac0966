/** How a model of the catalogue is given to the program that draws. */
import { availableParallelism } from "node:os";
import type { InstalledModel, ModelFileRole } from "#app/rules/local-models.ts";
import type { LoadConfig, LoadFiles } from "./protocol.ts";
import type { Loadable } from "./supervisor.ts";
import type { LocalDevice, LocalProgram } from "./types.ts";

/** Memory beside the model's own: the program itself, and pictures. */
const besides = 512 * 1024 * 1024;
/** How much more than its usual memory a model may take. */
const memoryMargin = 1.3;

export const pathOf = ({ files }: InstalledModel, role: ModelFileRole): string | undefined =>
  files.find((file) => file.role === role)?.path;

/** The files of these roles that a model has. */
function chosen(installed: InstalledModel, roles: readonly (keyof LoadFiles)[]): LoadFiles {
  return Object.fromEntries(
    roles.flatMap((role) => {
      const file = pathOf(installed, role);
      return file === undefined ? [] : [[role, file]];
    }),
  );
}

function filesOf(installed: InstalledModel, program: LocalProgram): LoadFiles {
  if (installed.model.family === "esrgan") return chosen(installed, ["esrgan"]);
  if (program === "sd-server") {
    return chosen(installed, ["model", "diffusion", "llm", "vae", "taesd"]);
  }
  // The addon has one name for both kinds of model, and none for a tiny decoder.
  const diffusion = pathOf(installed, "diffusion");
  return {
    ...chosen(installed, ["model", "llm", "vae"]),
    ...(diffusion !== undefined && { model: diffusion }),
  };
}

/** The autoencoder of SDXL itself gives black pictures with 16 bits; one that is given beside it does not. */
const hasOwnSdxlVae = (installed: InstalledModel): boolean =>
  installed.model.family === "sdxl" && pathOf(installed, "vae") === undefined;

/** What sd-server is built for it uses without being told; which card that is, it knows better than we. */
const serverConfigOf = (
  installed: InstalledModel,
  { kind }: Pick<LocalDevice, "kind">,
): LoadConfig => ({
  device: kind,
  ...(kind === "cpu" ? { threads: availableParallelism() } : { diffusion_fa: true }),
  ...(hasOwnSdxlVae(installed) && { force_sdxl_vae_conv_scale: true }),
});

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
    ...(hasOwnSdxlVae(installed) && { force_sdxl_vae_conv_scale: true }),
  };
}

/** What has to be in memory to draw with a model. */
export function loadableOf(
  installed: InstalledModel,
  device: Pick<LocalDevice, "kind">,
  program: LocalProgram,
): Loadable {
  const { model, files } = installed;
  const config =
    program === "addon" ? configOf(installed, device) : serverConfigOf(installed, device);
  const hashes = files.map(({ role, sha256 }) => [role, sha256]);
  return {
    key: JSON.stringify([model.id, program, hashes, config]),
    modelId: model.id,
    program,
    request: { op: "load", files: filesOf(installed, program), config },
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    memoryBytes: model.memory.ram * memoryMargin + besides,
  };
}
