import { vi } from "vitest";
import type { Command, Options } from "../../scripts/admin/command.ts";
import type { OpenServices } from "#app/open-services.ts";

/** Runs a command of the operator's command line. @returns its status and output */
export async function runCommand(command: Command, over: OpenServices, options: Options) {
  const lines: string[] = [];
  const log = vi.spyOn(console, "log").mockImplementation((line: string) => lines.push(line));
  try {
    const status = await command.run(over, options);
    return { status, output: lines.join("\n") };
  } finally {
    log.mockRestore();
  }
}
