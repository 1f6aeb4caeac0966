/** The engines that docs/engines.md writes of, with models of each family that differs, and the tables of that page. */
import { readFileSync } from "node:fs";
import { templates } from "#app/adapters/engines/comfyui/templates.ts";
import type { WorkflowSet } from "#app/adapters/engines/comfyui/workflow.ts";
import { createComfyEngine } from "#app/adapters/engines/comfyui.ts";
import { createOpenAiEngine } from "#app/adapters/engines/openai.ts";
import { type Capabilities, capabilitiesWith, type Engine } from "#app/adapters/engines/port.ts";
import type { RemoteSettings } from "#app/adapters/engines/remote/settings.ts";
import { createRunwareEngine } from "#app/adapters/engines/runware.ts";
import { createSdApiEngine } from "#app/adapters/engines/sdapi.ts";
import { createSketchEngine } from "#app/adapters/engines/sketch.ts";
import { runComfyUi } from "../providers/comfyui.ts";
import { settingsOf } from "../providers/kinds.ts";
import { runOpenAi } from "../providers/openai.ts";
import { runRunware } from "../providers/runware.ts";
import { runSdApi } from "../providers/sdapi.ts";
import type { Flavour } from "../providers/sdapi-offer.ts";
import type { Provider } from "../providers/service.ts";

const docs = readFileSync(new URL("../../docs/engines.md", import.meta.url), "utf8");

/** The rows of the first table below a heading of docs/engines.md: its own heading, and a cell for each column. */
export function tableBelow(heading: string): Map<string, string>[] {
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

/** A model of an engine, by the words that cells have for it. */
export type Documented = {
  /** Of the column: `Sketch`, `OpenAI-compatible`, `Runware`, `ComfyUI`, `A1111, Forge, SD.Next, sd-server`. */
  column: string;
  /** What a cell may begin with to speak of this model: the server, the model's family, `runware:` of its id. */
  subjects: readonly string[];
  model: string;
  can: Capabilities;
  engine: Engine;
  /** What the engine asks; null where it is no service. */
  provider: Provider | null;
  /** The same kind of engine with no models set up, where nobody answers; null where it is no service. */
  nowhere: Engine | null;
};

type Opened = {
  column: string;
  name: string;
  engine: Engine;
  provider: Provider | null;
  nowhere: Engine | null;
  /** Words for a model besides the name of the server and the beginning of its id. */
  family?: (model: string) => string[];
};

const sdName: Record<Flavour, string> = {
  a1111: "A1111",
  forge: "Forge",
  sdnext: "SD.Next",
  "sd-server": "sd-server",
};

/** A workflow as an operator may have it: from words alone, with the model of its graph. */
function ownWorkflow(): WorkflowSet {
  const { graph, bindings, ...rest } = templates.checkpoint.txt2img;
  const { checkpoint: _, ...bound } = bindings;
  const checkpoint = { ...graph["checkpoint"], inputs: { ckpt_name: "dreamscape.safetensors" } };
  return { txt2img: { graph: { ...graph, checkpoint }, bindings: bound, ...rest } };
}

/**
 * Opens every engine of the tables at the double of its service.
 * @returns the models, and what closes them all
 */
export async function documentedEngines(): Promise<{
  models: Documented[];
  close(): Promise<void>;
}> {
  const closing: { close(): Promise<void> }[] = [];
  const opened: Opened[] = [];

  async function serve<P extends Provider>(
    at: Pick<Opened, "column" | "name" | "family">,
    starting: Promise<P>,
    make: (change: RemoteSettings) => Engine,
    { path = "", models = [] }: { path?: string; models?: readonly string[] } = {},
  ): Promise<void> {
    const provider = await starting;
    const named = models.map((id) => ({ id, label: id }));
    const engine = make(settingsOf("test:one", `${provider.url}${path}`, { models: named }));
    const nowhere = make(settingsOf("test:one", "http://127.0.0.1:9"));
    closing.push(provider, engine, nowhere);
    opened.push({ ...at, engine, provider, nowhere });
  }

  const sketch = createSketchEngine({ workers: 1 });
  closing.push(sketch);
  opened.push({ column: "Sketch", name: "Sketch", engine: sketch, provider: null, nowhere: null });
  await serve(
    {
      column: "OpenAI-compatible",
      name: "OpenAI-compatible",
      family: (model) =>
        model.startsWith("gpt-image-1.5")
          ? ["GPT Image", "GPT Image 1.5"]
          : model.startsWith("gpt-image-")
            ? ["GPT Image"]
            : [],
    },
    runOpenAi(),
    (settings) => createOpenAiEngine({ ...settings, apiKey: "test-key" }),
    { path: "/v1", models: ["gpt-image-2.5-flare", "gpt-image-2", "gpt-image-1.5", "sd-turbo"] },
  );
  await serve(
    {
      column: "Runware",
      name: "Runware",
      family: (model) =>
        /^runware:10[01]@1$/.test(model)
          ? ["FLUX.1"]
          : /^(?:runware:106@1|runware:108@20|bfl:5@1)$/.test(model)
            ? ["models that read pictures"]
            : [],
    },
    runRunware(),
    (settings) => createRunwareEngine({ ...settings, apiKey: "test-key" }),
    {
      models:
        "runware:100@1 runware:101@1 runware:97@1 civitai:1@2 rundiffusion:1@2 runware:106@1 runware:108@20 bfl:5@1 ideogram:1@1".split(
          " ",
        ),
    },
  );
  const workflows: readonly [name: string, workflow: WorkflowSet, hasAdapters: boolean][] = [
    ["checkpoint", templates.checkpoint, true],
    ["checkpoint", templates.checkpoint, false],
    ["flux", templates.flux, false],
    ["own workflow", ownWorkflow(), false],
  ];
  for (const [name, workflow, hasAdapters] of workflows) {
    await serve(
      { column: "ComfyUI", name, family: () => (hasAdapters ? ["with the adapters"] : []) },
      runComfyUi(false, 0.1, hasAdapters),
      (settings) => createComfyEngine(settings, workflow),
    );
  }
  const servers: readonly [flavour: Flavour, loaded?: string][] = [
    ["a1111"],
    ["forge"],
    ["sdnext"],
    ["sd-server"],
    ["sd-server", "flux1-kontext-dev"],
  ];
  for (const [flavour, loaded] of servers) {
    await serve(
      { column: "A1111, Forge, SD.Next, sd-server", name: sdName[flavour] },
      runSdApi({ flavour, stepMs: 1, ...(loaded !== undefined && { loaded }) }),
      (settings) => createSdApiEngine({ ...settings, apiKey: "user:pass" }),
    );
  }
  const models = await Promise.all(
    opened.map(async ({ name, family, ...rest }) => {
      const all = await rest.engine.capabilities();
      return all.models.map(({ id }): Documented => {
        const [maker = ""] = /^\w+:/.exec(id) ?? [];
        const subjects = [name, maker, ...(family?.(id) ?? [])].filter((word) => word !== "");
        return { ...rest, subjects, model: id, can: capabilitiesWith(all, id) };
      });
    }),
  );
  return {
    models: models.flat(),
    async close() {
      for (const one of closing.toReversed()) await one.close();
    },
  };
}
