/** Models that draw on this machine, for tests: a random one, and the program that draws with it. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { pipeline } from "node:stream/promises";
import { writeRandomModel } from "#tests/fixtures/random-model.ts";
import type { CatalogueModel, InstalledModel } from "#app/rules/local-models.ts";

const double = fileURLToPath(new URL("../providers/local-child.ts", import.meta.url));

/** The double of the child that draws. Like the real one it ends when the program that started it does. */
export const doubleProgram = async (...flags: string[]) => ({
  file: "/usr/bin/setpriv",
  args: ["--pdeathsig=SIGKILL", "--no-new-privs", "--", process.execPath, double, ...flags],
  cwd: "/",
});

const sdServerDouble = fileURLToPath(new URL("../providers/sd-server.ts", import.meta.url));

/** What the double says of itself. */
export const sdServerVersion = "stable-diffusion.cpp version double, commit 0137f16";

/** Writes an executable that is the double of sd-server into a folder. @returns what SD_SERVER is set to */
export async function sdServerBinary(folder: string, ...flags: string[]): Promise<string> {
  const file = path.join(folder, "sd-server");
  const command = [process.execPath, sdServerDouble, ...flags, "--"].map((word) => `'${word}'`);
  // Its version it says without loading anything.
  const version = `[ "$1" = --version ] && echo '${sdServerVersion}' && exit 0`;
  await writeFile(file, `#!/bin/sh\n${version}\nexec ${command.join(" ")} "$@"\n`);
  await chmod(file, 0o755);
  return file;
}

/** The folder with the real runtime in it, where `npm run local-runtime` has fetched it; undefined elsewhere. */
export const runtimeDir = process.env["LOCAL_RUNTIME_DIR"];

/** Said by tests that are skipped without it. */
export const noRuntime = "needs the real runtime (npm run local-runtime fetches it, 646 MB)";

/** What the random model is in the catalogue: SDXS, which draws in one step. */
export const randomCatalogueModel: CatalogueModel = {
  id: "random",
  label: "Random",
  summary: "Draws noise.",
  family: "sdxs",
  licence: {
    spdx: "CC0-1.0",
    sentence: "Made by the tests.",
    maySell: true,
    url: "https://example.org/",
  },
  files: [],
  memory: { ram: 700_000_000, vram: null },
  needsCard: false,
  defaults: { width: 64, height: 64, steps: 1, cfg: 1, sampler: null, scheduler: null },
  limits: { minSide: 64, maxSide: 256, multipleOf: 64, maxPixels: 65_536, maxSteps: 8 },
  abilities: {
    txt2img: true,
    img2img: true,
    strength: true,
    references: 0,
    negativePrompt: false,
    upscale: false,
  },
};

/** A model of the catalogue as installed from one file. */
export async function installedFrom(
  model: CatalogueModel,
  file: string,
  bytes: number,
): Promise<InstalledModel> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  const files = [{ role: "model" as const, path: file, bytes, sha256: hash.digest("hex") }];
  return { model, files, secondsPerPicture: null };
}

/** A model for the double, which reads nothing of its file. */
export function modelForDouble(change: Partial<CatalogueModel> = {}): Promise<InstalledModel> {
  return installedFrom({ ...randomCatalogueModel, ...change }, double, 1);
}

/** Writes the random model into a folder of its own. */
export async function openRandomModel(): Promise<{
  installed: InstalledModel;
  close: () => Promise<void>;
}> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "echoform-model-"));
  const file = path.join(folder, "random.safetensors");
  const bytes = writeRandomModel(file);
  return {
    installed: await installedFrom(randomCatalogueModel, file, bytes),
    close: () => rm(folder, { recursive: true, force: true }),
  };
}
