/** The operator's folder of LoRAs: what may be chosen from it. Nothing in it is ever written to. */
import { readdir, realpath, stat } from "node:fs/promises";
import path from "node:path";
import type { Logger } from "#app/lib/log.ts";
import { type Lora, modelFamilies, type ModelFamily } from "#app/rules/local-models.ts";
import { checkHeaderOf } from "./headers/check.ts";

/** Safetensors alone, by a name that a page can show and a request can carry. */
const loraName = /^[\w+-][\w .()+-]{0,78}\.safetensors$/;
const mostLoras = 500;
const drawingFamilies = modelFamilies.filter((family) => family !== "esrgan");

type Found = { id: string; family: ModelFamily | null; file: string };

async function namesIn(folder: string, family: ModelFamily | null): Promise<Found[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => loraName.test(name))
    .toSorted((a, b) => (a < b ? -1 : 1))
    .map((name) => ({
      id: family === null ? name : `${family}/${name}`,
      family,
      file: path.join(folder, name),
    }));
}

/**
 * @param folder absolute path; need not be there
 * @returns what lists the LoRAs as they are now: each file is checked anew when its size or time has changed
 */
export function openLoras(folder: string, log: Logger): () => Promise<readonly Lora[]> {
  /** Whether a file is sound, by its path, with the size and time that it had then. */
  const known = new Map<string, { as: string; isSound: Promise<boolean> }>();

  const check = (file: string) =>
    checkHeaderOf(file).then(
      () => true,
      (err: unknown) => {
        log.warn({ file, err }, "a LoRA is not sound, and is not offered");
        return false;
      },
    );

  async function look({ id, family, file: named }: Found): Promise<Lora | null> {
    const file = await realpath(named).catch(() => null);
    const found = file === null ? null : await stat(file).catch(() => null);
    if (file === null || !found?.isFile()) return null;
    const as = `${found.size} ${found.mtimeMs}`;
    let checked = known.get(file);
    if (checked?.as !== as) {
      checked = { as, isSound: check(file) };
      known.set(file, checked);
    }
    if (!(await checked.isSound)) return null;
    return { id, label: path.basename(id, ".safetensors"), family, file };
  }

  return async () => {
    const named = await Promise.all([
      namesIn(folder, null),
      ...drawingFamilies.map((family) => namesIn(path.join(folder, family), family)),
    ]);
    const looked = await Promise.all(named.flat().slice(0, mostLoras).map(look));
    return looked.filter((lora) => lora !== null);
  };
}
