import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "echoform-warnings-"));
  await writeFile(path.join(folder, "file"), "in the way");
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs a program whose DATA_DIR cannot be: it ends once it has read its settings. @returns what it said on stderr */
async function runInVain(file: string, args: string[]): Promise<{ code: unknown; said: string }> {
  const { PATH = "", HOME = "", NODE_COMPILE_CACHE = "" } = process.env;
  const child = spawn(process.execPath, [path.resolve(import.meta.dirname, "..", file), ...args], {
    env: {
      PATH,
      HOME,
      NODE_COMPILE_CACHE,
      NODE_ENV: "test",
      ROLES: "worker",
      PORT: "0",
      HELPERS: "off",
      DEMO_SEED: "off",
      DATA_DIR: path.join(folder, "file", "data"),
      DATABASE_URI: "postgres://ada@db/echoform",
    },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    said += chunk;
  });
  const [code] = (await once(child, "close")) as [unknown];
  return { code, said };
}

const misspelt = "warning: DATABASE_URI is no setting; did you mean DATABASE_URL?";
const mode = "warning: NODE_ENV is test: a site that people use has NODE_ENV=production";

test.each([
  ["the program", "build/program/main.js", [], [mode, misspelt]],
  ["the program for those who work on it", "scripts/dev.ts", [], [misspelt]],
  ["the operator's command line", "scripts/admin.ts", ["check"], [misspelt]],
])("%s says at its start which settings are misspelt", async (_name, file, args, warnings) => {
  const { code, said } = await runInVain(file, args);
  const lines = said.split("\n");
  expect(lines.filter((line) => line.startsWith("warning: "))).toEqual(warnings);
  // It went on, until it came to what it cannot use.
  expect(code).toBe(1);
  expect(said).toMatch(/file/);
});
