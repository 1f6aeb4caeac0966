import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { readEngineSettings } from "#app/engine-settings.ts";
import { readWorkflows } from "./comfyui/read.ts";
import { closeEngines, openEngines } from "./open.ts";

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

const graph = {
  "3": {
    class_type: "KSampler",
    inputs: { seed: 0, steps: 20, cfg: 7, sampler_name: "euler", model: ["4", 0] },
  },
  "6": { class_type: "CLIPTextEncode", inputs: { text: "" } },
  "9": { class_type: "PreviewImage", inputs: { images: ["8", 0] } },
};
const bindings = { prompt: ["6", "text"], seed: ["3", "seed"], output: "9" };
const cfg = { bind: ["3", "cfg"], kind: "float", label: "CFG", min: 1, max: 20 };
const fileWith = (inputs: object[], bound: object = bindings) =>
  JSON.stringify({ txt2img: { graph, bindings: bound, inputs } });

test.each([
  ["inputs.0.kind", { ...cfg, kind: "colour" }, "inputs.0.kind: Invalid"],
  ["inputs.0.max", { ...cfg, max: "20" }, "inputs.0.max: Invalid"],
  ["inputs.0.min", { ...cfg, min: 30 }, "inputs.0.min: is more than max, 20"],
  ["a default", { ...cfg, default: 21 }, "inputs.0.default: 21: Must be from 1 to 20"],
  ["no node", { ...cfg, bind: ["5", "cfg"] }, "inputs.0.bind: there is no node 5"],
  [
    "no input",
    { ...cfg, bind: ["3", "scale"] },
    "node 3 (KSampler) has no input scale; it has seed",
  ],
  ["a link", { ...cfg, bind: ["3", "model"] }, "inputs.0.bind: "],
  ["a binding", { ...cfg, bind: ["3", "seed"] }, "the binding seed leads there already"],
  ["no id", { ...cfg, label: "強さ" }, "inputs.0.id: is needed"],
  ["choices", { ...cfg, kind: "choice", choices: ["a"], min: undefined, max: undefined }, "bind: "],
])("a declared input that is wrong is named with the file: %s", async (name, input, reason) => {
  const file = path.join(root, `${name}.json`);
  await writeFile(file, fileWith([input]));
  expect(() => open(file)).toThrow(file);
  expect(() => open(file)).toThrow(`txt2img.`);
  expect(() => open(file)).toThrow(reason);
  expect(() => open(file)).toThrow(/^ENGINE_HOME_WORKFLOW: [^\n]+; see docs\/engines\.md\.$/);
});

test("two inputs of one id, and a binding to an input that a node does not have, are refused", async () => {
  const twice = path.join(root, "twice.json");
  await writeFile(twice, fileWith([cfg, { ...cfg, bind: ["3", "steps"] }]));
  expect(() => open(twice)).toThrow("txt2img.inputs.1.id: there is another input cfg");
  const bound = path.join(root, "bound.json");
  await writeFile(bound, fileWith([], { ...bindings, seed: ["3", "noise_seed"] }));
  expect(() => open(bound)).toThrow("binding seed: node 3 (KSampler) has no input noise_seed");
});

test("declared inputs are parameters, with the graph's values where no default is declared", async () => {
  const file = path.join(root, "good.json");
  const choice = { bind: ["3", "sampler_name"], kind: "choice", label: "How", choices: ["euler"] };
  await writeFile(file, fileWith([cfg, { ...choice, advanced: false }]));
  const engines = open(file);
  const can = await engines.get("comfyui:home")?.capabilities();
  expect(can?.params).toMatchObject([
    { id: "cfg", label: "CFG", kind: "float", min: 1, max: 20, default: 7, modes: ["txt2img"] },
    { id: "how", kind: "choice", default: "euler", advanced: false, group: "workflow" },
  ]);
  await closeEngines(engines);
});

const exported = {
  "4": { class_type: "CheckpointLoaderSimple", inputs: { ckpt_name: "a.safetensors" } },
  "5": { class_type: "EmptyLatentImage", inputs: { width: 512, height: 512, batch_size: 1 } },
  "6": { class_type: "CLIPTextEncode", inputs: { text: "a cat", clip: ["4", 1] } },
  "7": { class_type: "CLIPTextEncode", inputs: { text: "blurry", clip: ["4", 1] } },
  "3": {
    class_type: "KSampler",
    inputs: {
      ...{ seed: 1, steps: 25, cfg: 7, model: ["4", 0] },
      ...{ positive: ["6", 0], negative: ["7", 0], latent_image: ["5", 0] },
    },
  },
  "8": { class_type: "VAEDecode", inputs: { samples: ["3", 0], vae: ["4", 2] } },
  "9": { class_type: "SaveImage", inputs: { images: ["8", 0], filename_prefix: "x" } },
};
const found = {
  prompt: ["6", "text"],
  negative: ["7", "text"],
  seed: ["3", "seed"],
  steps: ["3", "steps"],
  width: ["5", "width"],
  height: ["5", "height"],
  checkpoint: ["4", "ckpt_name"],
  output: "9",
};
/** Nodes of FLUX in split files, whose sampler gets noise, guider and sigmas from others. */
const split = {
  ...exported,
  "4": { class_type: "UNETLoader", inputs: { unet_name: "flux.safetensors" } },
  "10": { class_type: "FluxGuidance", inputs: { guidance: 3.5, conditioning: ["6", 0] } },
  "11": { class_type: "BasicGuider", inputs: { model: ["4", 0], conditioning: ["10", 0] } },
  "12": { class_type: "RandomNoise", inputs: { noise_seed: 4 } },
  "13": { class_type: "BasicScheduler", inputs: { steps: 20, model: ["4", 0] } },
  "3": {
    class_type: "SamplerCustomAdvanced",
    inputs: {
      ...{ noise: ["12", 0], guider: ["11", 0], sigmas: ["13", 0], latent_image: ["5", 0] },
    },
  },
};
const { negative: _negative, ...foundSplit } = found;

test.each([
  ["one sampler", exported, found],
  [
    "noise, guider and sigmas of their own",
    split,
    {
      ...foundSplit,
      seed: ["12", "noise_seed"],
      steps: ["13", "steps"],
      checkpoint: ["4", "unet_name"],
    },
  ],
  [
    "a negative that is the prompt's own",
    {
      ...exported,
      "7": { class_type: "ConditioningZeroOut", inputs: { conditioning: ["6", 0] } },
    },
    foundSplit,
  ],
])("in a graph as ComfyUI exports it the places are found: %s", (_, content, bindings) => {
  const { txt2img } = readWorkflows(JSON.stringify(content));
  expect(txt2img.bindings).toEqual(bindings);
});

test.each([
  ["of the editor", { nodes: [], links: [], version: 0.4 }, "export it in API format"],
  ["without a picture", { "3": exported["3"] }, "has no SaveImage or PreviewImage: name the"],
  ["with two pictures", { ...exported, "19": exported["9"] }, "has 2 nodes that are a SaveImage"],
  [
    "without words",
    { ...exported, "6": { class_type: "X", inputs: {} } },
    "has no text that the sampler is led by",
  ],
])("a graph %s is refused with the reason", (_, content, reason) => {
  expect(() => readWorkflows(JSON.stringify(content))).toThrow(reason);
});

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

const kindsOf = {
  runware: { ENGINE_X_KEY: "key" },
  sdapi: { ENGINE_X_URL: "http://localhost:7860" },
  comfyui: { ENGINE_X_URL: "http://localhost:8188" },
  openai: { ENGINE_X_MODELS: "gpt-image-2" },
};
const openWith = (kind: keyof typeof kindsOf, defaults: string) =>
  openEngines(
    {
      SKETCH_WORKERS: 1,
      ENGINES: readEngineSettings({
        ENGINE_X_KIND: kind,
        ...kindsOf[kind],
        ENGINE_X_DEFAULTS: defaults,
      }),
      DEFAULT_ENGINE: undefined,
    },
    () => undefined,
  );

test.each([
  ["runware", "steps=0", "steps: Must be from 1 to 100, not 0"],
  ["runware", "stepz=20", "there is no parameter stepz; there are scheduler, steps, cfg"],
  ["runware", "scheduler=None", "scheduler: Must be one of the choices, not None"],
  ["sdapi", "steps=many", "steps: must be a number, not many"],
  ["sdapi", "clip-skip=2", "there is no parameter clip-skip"],
  ["comfyui", "cfg=0.7", "cfg: Must be from 1 to 30, not 0.7"],
  ["openai", "level=max", "level: Must be one of the choices, not max"],
] as const)("ENGINE_X_DEFAULTS of %s is refused: %s", (kind, defaults, reason) => {
  expect(() => openWith(kind, defaults)).toThrow(`ENGINE_X_DEFAULTS: ${reason}`);
});

test("an operator's defaults count in the place of a model's own", async () => {
  const engines = openWith("runware", "steps=28; scheduler=Euler Beta");
  const can = await engines.get("runware:x")?.capabilities();
  expect(can?.params).toMatchObject([
    { id: "scheduler", default: "Euler Beta" },
    { id: "steps", default: 28 },
    { id: "cfg" },
  ]);
  expect(can?.models[0].defaults).toEqual({ standard: { cfg: 3.5 }, high: { cfg: 3.5 } });
  await closeEngines(engines);
});
