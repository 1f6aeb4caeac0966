import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { appendFileSync } from "node:fs";
import { mkdtemp, rm, stat, truncate } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

/** Whether this machine lets us mount a disk, tried in a private namespace. */
export const canMount =
  spawnSync("unshare", ["--mount", "mount", "-t", "tmpfs", "tmpfs", os.tmpdir()]).status === 0;

export type SmallDisk = {
  /** Where it is mounted. */
  folder: string;
  /** Fills the disk at once: nothing else of this process is written meanwhile. */
  fill(): void;
  /** Frees this many bytes, or all. */
  give(bytes: number): Promise<void>;
  close(): Promise<void>;
};

/** A disk of its own of so many megabytes, in memory. It is unmounted with this process, however that ends. */
export async function smallDisk(megabytes: number): Promise<SmallDisk> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "echoform-disk-"));
  const script = `mount -t tmpfs -o size=${megabytes}m,mode=755 tmpfs "$1" && echo mounted && cat; umount --lazy "$1"`;
  const keeper = spawn("sh", ["-c", script, "sh", folder], { stdio: ["pipe", "pipe", "inherit"] });
  const ended = once(keeper, "exit");
  await Promise.race([once(keeper.stdout, "data"), ended]);
  if (keeper.exitCode !== null) throw new Error("the disk could not be mounted");
  const filler = path.join(folder, "filler");
  return {
    folder,
    fill() {
      for (let size = 1024 * 1024; size >= 512; size = size > 4096 ? 4096 : size / 2) {
        try {
          for (;;) appendFileSync(filler, Buffer.alloc(size));
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
        }
      }
    },
    async give(bytes) {
      const { size } = await stat(filler);
      await truncate(filler, Math.max(0, size - bytes));
    },
    async close() {
      keeper.stdin.end();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
