import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { readEngineSettings } from "#app/engine-settings.ts";
import { openEngines } from "./open.ts";

const root = await mkdtemp(path.join(os.tmpdir(), "echoform-workflows-"));
afterAll(() => rm(root, { recursive: true, force: true }));

function open(workflow: string) {
  const ENGINES = readEngineSettings({
    ENGINE_HOME_KIND: "comfyui",
    ENGINE_HOME_URL: "http://localhost:8188",
    ENGINE_HOME_WORKFLOW: workflow,
  });
  return openEngines({ SKETCH_WORKERS: 1, ENGINES, DEFAULT_ENGINE: undefined }, () => undefined);
}

test.each([
  ["none.json", null, "is missing"],
  ["folder", undefined, "cannot be read (EISDIR)"],
  ["broken.json", "{", "is no JSON"],
  ["other.json", "[]", "is no workflow (all of it: "],
])(
  "ENGINE_HOME_WORKFLOW=%s is refused with its name and the file's",
  async (name, text, reason) => {
    const file = name === "folder" ? root : path.join(root, name);
    if (typeof text === "string") await writeFile(file, text);
    expect(() => open(file)).toThrow(`ENGINE_HOME_WORKFLOW: ${file} ${reason}`);
    expect(() => open(file)).toThrow(/^[^\n]+; see docs\/engines\.md\.$/);
  },
);
