import { spawn } from "node:child_process";
import { once } from "node:events";
import { stat } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { ModelChild } from "../chaos/model-child.ts";
import { pause } from "./patience.ts";

const child = fileURLToPath(new URL("../chaos/model-child.ts", import.meta.url));

/**
 * Runs a download in a process of its own, and kills it when its part has so many bytes.
 * @returns whether it was killed before its end
 */
export async function killAt(asked: ModelChild, bytes: number): Promise<boolean> {
  const part = path.join(asked.modelsDir, "parts", `sha256-${asked.file.sha256}.part`);
  const running = spawn(process.execPath, [child, JSON.stringify(asked)], { stdio: "inherit" });
  const ended = once(running, "exit") as Promise<[number | null, string | null]>;
  while (running.exitCode === null && running.signalCode === null) {
    const found = await stat(part).catch(() => null);
    if (found !== null && found.size >= bytes) running.kill("SIGKILL");
    await pause();
  }
  const [code, signal] = await ended;
  if (signal !== "SIGKILL" && code !== 0) throw new Error(`the download ended with ${code}`);
  return signal === "SIGKILL";
}
