import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openLog } from "#app/lib/log.ts";
import { madeBody } from "#tests/providers/hub-files.ts";
import { openLoras } from "./loras.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "echoform-loras-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function soundFile(kind: number): Buffer {
  const body = madeBody(1000, kind);
  const parts: Buffer[] = [];
  for (let at = 0; at < body.bytes; at += parts.at(-1)?.length ?? 0) {
    parts.push(body.read(at, body.bytes));
  }
  return Buffer.concat(parts);
}

test("LoRAs are the sound files of safetensors of the folder and of those of families, as they are now", async () => {
  const list = openLoras(path.join(folder, "loras"), openLog("silent"));
  const ids = async () => (await list()).map(({ id, family }) => [id, family]);
  expect(await ids()).toEqual([]);
  await mkdir(path.join(folder, "loras/sdxl"), { recursive: true });
  const at = (name: string) => path.join(folder, "loras", name);
  await writeFile(path.join(folder, "elsewhere"), soundFile(3));
  await Promise.all([
    writeFile(at("ink wash.safetensors"), soundFile(1)),
    writeFile(at("broken.safetensors"), "no header"),
    writeFile(at("pickle.pt"), soundFile(1)),
    writeFile(at("<b>.safetensors"), soundFile(1)),
    writeFile(at("sdxl/large.safetensors"), soundFile(2)),
    symlink(path.join(folder, "elsewhere"), at("linked.safetensors")),
    mkdir(at("folder.safetensors")),
  ]);
  const sound = [
    ["ink wash.safetensors", null],
    ["linked.safetensors", null],
    ["sdxl/large.safetensors", "sdxl"],
  ];
  expect(await ids()).toEqual(sound);
  // A file that was sound, and is another now.
  await writeFile(at("ink wash.safetensors"), "no header any more");
  expect(await ids()).toEqual(sound.slice(1));
});
