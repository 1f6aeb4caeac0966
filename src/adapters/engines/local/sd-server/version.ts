/** Whether the operator's sd-server starts at all, and which it is. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { LocalRuntimeState } from "../types.ts";

const run = promisify(execFile);

const answerMs = 30_000;
const longest = 120;

/** Asks the binary for its version, without our environment as it is run later: that is how a missing library shows. */
export async function sdServerState(file: string): Promise<LocalRuntimeState> {
  try {
    const { stdout } = await run(file, ["--version"], { env: {}, cwd: "/", timeout: answerMs });
    const version = stdout.split("\n")[0].trim().slice(0, longest);
    return { state: "ready", version: version === "" ? "sd-server" : version };
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    const line = said.split("\n").findLast((text) => text.trim() !== "") ?? "";
    return {
      state: "unsupported",
      version: "sd-server",
      reason: `${file} (SD_SERVER) does not start: ${line.trim().slice(0, longest)}`,
    };
  }
}
