/** The tables of docs/engines.md, held against what the engines describe and against the tests that they name. */
import { existsSync, readFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { runComfyUi } from "#tests/providers/comfyui.ts";
import { settingsOf } from "#tests/providers/kinds.ts";
import { runSdApi } from "#tests/providers/sdapi.ts";
import type { Flavour } from "#tests/providers/sdapi-offer.ts";
import { createComfyEngine } from "./comfyui.ts";
import { templates } from "./comfyui/templates.ts";
import { createOpenAiEngine } from "./openai.ts";
import type { Engine } from "./port.ts";
import { createRunwareEngine } from "./runware.ts";
import { createSdApiEngine } from "./sdapi.ts";
import { createSketchEngine } from "./sketch.ts";

const root = new URL("../../../", import.meta.url);
const docs = readFileSync(new URL("docs/engines.md", root), "utf8");

/** The rows of the first table below a heading: its own heading, and a cell for each column. */
function tableBelow(heading: string): Map<string, string>[] {
  const [, below = ""] = docs.split(`\n${heading}\n`);
  const lines = below.split("\n").slice(below.split("\n").findIndex((line) => line[0] === "|"));
  const rows = lines.slice(
    0,
    lines.findIndex((line) => line[0] !== "|"),
  );
  const cells = rows.map((row) =>
    row
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  const [names = [], , ...rest] = cells;
  return rest.map((row) => new Map(row.map((cell, at) => [names[at], cell])));
}

const closing: { close(): Promise<void> }[] = [];
afterAll(async () => {
  for (const one of closing.toReversed()) await one.close();
});

const cloud = (...ids: string[]) => ({
  ...settingsOf("openai:test", "http://127.0.0.1:9/v1", {
    models: ids.map((id) => ({ id, label: id })),
  }),
  apiKey: "test-key",
});

/** The engines of a column of the tables, with models of each family that differs. */
const columns: Record<string, () => Promise<Engine[]>> = {
  Sketch: () => Promise.resolve([createSketchEngine({ workers: 1 })]),
  "OpenAI-compatible": () =>
    Promise.resolve([createOpenAiEngine(cloud("gpt-image-2.5-flare", "gpt-image-1.5", "other"))]),
  Runware: () =>
    Promise.resolve([
      createRunwareEngine(cloud("runware:100@1", "runware:101@1", "civitai:1@2", "bfl:5@1")),
    ]),
  ComfyUI: async () => {
    const provider = await runComfyUi(false, 0.1);
    closing.push(provider);
    return [templates.checkpoint, templates.flux].map((set) =>
      createComfyEngine(settingsOf("comfyui:test", provider.url), set),
    );
  },
  "A1111, Forge, SD.Next, sd-server": () => {
    const flavours: Flavour[] = ["a1111", "forge", "sdnext", "sd-server"];
    return Promise.all(
      flavours.map(async (flavour) => {
        const provider = await runSdApi({ flavour, stepMs: 1 });
        closing.push(provider);
        const settings = settingsOf("sdapi:test", provider.url, { apiKey: "user:pass" });
        return createSdApiEngine(settings);
      }),
    );
  },
};

/** What a cell says where nothing is offered. */
const refusing = /^(?:has none|no such field|refused|by a workflow of your own)/;

test.each(Object.keys(columns))(
  "ST-07 docs/engines.md says of %s which parameters it offers",
  async (column) => {
    const engines = await columns[column]();
    closing.push(...engines);
    const offered = await Promise.all(engines.map((engine) => engine.capabilities()));
    const ids = new Set(offered.flatMap(({ params }) => params.map(({ id }) => id)));
    const rows = tableBelow("## Parameters").filter((row) => row.get("id")?.startsWith("`"));
    const told = rows.flatMap((row) =>
      refusing.test(row.get(column) ?? "refused")
        ? []
        : [(row.get("id") ?? "").replaceAll("`", "")],
    );
    expect(told.toSorted()).toEqual([...ids].toSorted());
  },
);

test.each(["## By feature", "## References"])(
  "ST-07 each row of %s in docs/engines.md says what each engine does, and a test that is there",
  (heading) => {
    const rows = tableBelow(heading);
    expect(rows.length).toBeGreaterThan(3);
    for (const row of rows) {
      expect([...row.values()]).not.toContain("");
      const files = [...([...row.values()].at(-1) ?? "").matchAll(/`([^`]+\.test\.ts)`/g)];
      expect(files.length).toBeGreaterThan(0);
      for (const [, file] of files) {
        const path = /^(?:src|tests|packages)\//.test(file) ? file : `src/adapters/engines/${file}`;
        expect([path, existsSync(new URL(path, root))]).toEqual([path, true]);
      }
    }
  },
);
