/** The folder of LoRAs of one sd-server: it loads from no other, and finds there nothing that was not checked. */
import { createHash } from "node:crypto";
import { chmod, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { DrawLora } from "../protocol.ts";

export type LoraFolder = {
  folder: string;
  /** Puts a LoRA into the folder. @returns its name there, by which the server finds it */
  add(lora: DrawLora): Promise<{ path: string; weight: number }>;
  remove(): Promise<void>;
};

export async function openLoraFolder(): Promise<LoraFolder> {
  const folder = await mkdtemp(path.join(tmpdir(), `echoform-local-${process.pid}-loras-`));
  // Whoever the server runs as has to find the links; their files are read by their own rights.
  await chmod(folder, 0o755);
  return {
    folder,
    async add({ file, weight }) {
      // Files of the store have no ending, without which the server does not look at them (refresh_lora_cache).
      const name = `${createHash("sha256").update(file).digest("hex").slice(0, 24)}.safetensors`;
      await symlink(file, path.join(folder, name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== "EEXIST") throw error;
      });
      return { path: name, weight };
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
