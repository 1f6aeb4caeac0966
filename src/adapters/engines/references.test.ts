/** References at the protocol doubles: what is offered, what is sent, what is refused. */
import { afterEach, expect, test } from "vitest";
import { runComfyUi } from "#tests/providers/comfyui.ts";
import { settingsOf } from "#tests/providers/kinds.ts";
import { runOpenAi } from "#tests/providers/openai.ts";
import { runRunware } from "#tests/providers/runware.ts";
import { runSdApi, type SdApiOptions } from "#tests/providers/sdapi.ts";
import { sdModels } from "#tests/providers/sdapi-offer.ts";
import type { Provider } from "#tests/providers/service.ts";
import type { ReferencePicture, ReferenceRole } from "#app/rules/references.ts";
import { createComfyEngine } from "./comfyui.ts";
import { templates } from "./comfyui/templates.ts";
import type { WorkflowSet } from "./comfyui/workflow.ts";
import { sourcePicture } from "./contract-pictures.ts";
import { createOpenAiEngine } from "./openai.ts";
import { capabilitiesWith, type Engine, type GenerateRequest } from "./port.ts";
import { createRunwareEngine } from "./runware.ts";
import { createSdApiEngine } from "./sdapi.ts";

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).toReversed()) await one.close();
});

async function atDouble<P extends Provider>(
  starting: Promise<P>,
  make: (url: string) => Engine,
): Promise<{ provider: P; engine: Engine }> {
  const provider = await starting;
  const engine = make(provider.url);
  opened.push(provider, engine);
  return { provider, engine };
}
const modelsNamed = (...ids: string[]) => ids.map((id) => ({ id, label: id }));
const openai = (...ids: string[]) =>
  atDouble(runOpenAi(), (url) =>
    createOpenAiEngine(
      settingsOf("openai:test", `${url}/v1`, { apiKey: "test-key", models: modelsNamed(...ids) }),
    ),
  );
const runware = (...ids: string[]) =>
  atDouble(runRunware(), (url) =>
    createRunwareEngine({
      ...settingsOf("runware:test", url, { models: modelsNamed(...ids) }),
      apiKey: "test-key",
    }),
  );
const sdapi = (options: SdApiOptions) =>
  atDouble(runSdApi({ stepMs: 1, ...options }), (url) =>
    createSdApiEngine(settingsOf("sdapi:test", url, { apiKey: "user:pass" })),
  );
const comfyui = (hasAdapters: boolean, workflows: WorkflowSet = templates.checkpoint) =>
  atDouble(runComfyUi(false, 0.1, hasAdapters), (url) =>
    createComfyEngine(settingsOf("comfyui:test", url), workflows),
  );

const picture = { bytes: await sourcePicture(64, 64), mime: "image/png" };
const given = (...roles: (ReferenceRole | [ReferenceRole, number])[]): ReferencePicture[] =>
  roles.map((one) =>
    typeof one === "string"
      ? { ...picture, role: one }
      : { ...picture, role: one[0], weight: one[1] },
  );

async function draw(engine: Engine, model: string, change: Partial<GenerateRequest> = {}) {
  return engine.generate(
    {
      jobId: crypto.randomUUID(),
      mode: "txt2img",
      prompt: "a harbour at dusk",
      model,
      width: 1024,
      height: 1024,
      count: 1,
      seed: 3,
      quality: "standard",
      ...change,
    },
    {
      signal: new AbortController().signal,
      onProgress() {},
      async onImage() {},
      async saveResumeToken() {},
    },
  );
}

const offerOf = async (engine: Engine, model: string) =>
  capabilitiesWith(await engine.capabilities(), model).references;

function lastSent(provider: Provider, end: string): Record<string, unknown> {
  const { body } = provider.seen.findLast(({ path }) => path.endsWith(end)) ?? {};
  return JSON.parse(body?.toString("utf8") ?? "null") as Record<string, unknown>;
}

test("OpenAI's own models get references as image[] and are told in words what each gives", async () => {
  const { provider, engine } = await openai("gpt-image-2", "sd-turbo");
  expect(await offerOf(engine, "sd-turbo")).toBeNull();
  expect(await offerOf(engine, "gpt-image-2")).toMatchObject({ max: 8, weights: false });
  await draw(engine, "gpt-image-2", { references: given("style", "palette") });
  const { body } = provider.seen.findLast(({ path }) => path.endsWith("/images/edits")) ?? {};
  const sent = body?.toString("latin1") ?? "";
  expect(sent.match(/name="image\[\]"/g)).toHaveLength(2);
  expect(sent).toContain("Image 1 gives the style alone");
  expect(sent).toContain("Image 2 gives the colours alone");
  await draw(engine, "gpt-image-2", {
    mode: "img2img",
    source: picture,
    references: given("subject"),
  });
  const remix = provider.seen.findLast(({ path }) => path.endsWith("/images/edits"));
  const words = remix?.body.toString("latin1") ?? "";
  expect(words).toContain("Image 1 is the picture to change.");
  expect(words).toContain("Image 2 shows the subject");
});

test.each<[string, ReferencePicture[]]>([
  ["a weight", given(["style", 0.4])],
  ["nine of them", given(...Array.from({ length: 9 }, () => "style" as const))],
])("OpenAI: %s is refused before a request", async (_name, references) => {
  const { provider, engine } = await openai("gpt-image-2");
  await expect(draw(engine, "gpt-image-2", { references })).rejects.toMatchObject({
    kind: "unsupported",
  });
  expect(provider.seen.some(({ method }) => method === "POST")).toBe(false);
});

test("a reference that does not decode is refused before a request", async () => {
  const { provider, engine } = await openai("gpt-image-2");
  const broken = { bytes: new Uint8Array([1, 2, 3]), mime: "image/png", role: "style" as const };
  await expect(draw(engine, "gpt-image-2", { references: [broken] })).rejects.toMatchObject({
    kind: "invalid-request",
  });
  expect(provider.seen.some(({ method }) => method === "POST")).toBe(false);
});

test("Runware's Kontext reads its pictures, the source first, at the sizes that it has", async () => {
  const { provider, engine } = await runware("runware:106@1", "runware:101@1");
  expect(await offerOf(engine, "runware:101@1")).toBeNull();
  expect(await offerOf(engine, "runware:106@1")).toMatchObject({ max: 2, withSource: 1 });
  await draw(engine, "runware:106@1", {
    references: given("style", "composition"),
    width: 1216,
    height: 832,
  });
  const task = () => {
    const bodies = provider.seen.map(({ body }) => body.toString("utf8"));
    const sent = bodies.findLast((body) => body.includes("imageInference")) ?? "[]";
    return (JSON.parse(sent) as Record<string, unknown>[])[0];
  };
  const inputs = () => task()["inputs"] as { referenceImages: string[] };
  expect(inputs().referenceImages).toHaveLength(2);
  expect(task()).toMatchObject({ width: 1248, height: 832 });
  expect(String(task()["positivePrompt"])).toContain("Image 2 gives the composition alone");
  await draw(engine, "runware:106@1", {
    mode: "img2img",
    source: picture,
    references: given("style"),
  });
  expect(inputs().referenceImages).toHaveLength(2);
  expect(task()).not.toHaveProperty("seedImage");
  const refused = draw(engine, "runware:101@1", { references: given("style") });
  await expect(refused).rejects.toMatchObject({ kind: "unsupported" });
});

test("SD.Next gets adapters by the model's architecture, with their weights", async () => {
  const { provider, engine } = await sdapi({ flavour: "sdnext" });
  expect(await offerOf(engine, sdModels[0])).toBeNull();
  expect(await offerOf(engine, sdModels[4])).toEqual({
    roles: { subject: 4 },
    max: 4,
    weights: true,
  });
  const adapters = { [sdModels[4]]: "Plus ViT-H SDXL", [sdModels[3]]: "Plus" };
  for (const [model, adapter] of Object.entries(adapters)) {
    await draw(engine, model, { references: given(["subject", 0.35]) });
    expect(lastSent(provider, "/txt2img")["ip_adapter"]).toMatchObject([{ adapter, scale: 0.35 }]);
  }
  const refused = draw(engine, sdModels[4], { references: given("palette") });
  await expect(refused).rejects.toMatchObject({ kind: "unsupported" });
});

test("a picture that SD.Next drew without its adapters is not taken", async () => {
  const { engine } = await sdapi({ flavour: "sdnext", dropsAdapters: true });
  const drawn = draw(engine, sdModels[4], { references: given("subject") });
  await expect(drawn).rejects.toMatchObject({
    kind: "bad-response",
    providerCode: "references-ignored",
  });
});

test("sd-server gets pictures for models that read them, from words alone", async () => {
  const reader = "flux1-kontext-dev-q8";
  const { provider, engine } = await sdapi({ flavour: "sd-server", loaded: reader });
  await draw(engine, reader, { references: given("subject", "style") });
  const sent = lastSent(provider, "/txt2img");
  expect(sent["extra_images"]).toHaveLength(2);
  expect(String(sent["prompt"])).toContain("Image 1 shows the subject");
  const remix = { mode: "img2img" as const, source: picture, references: given("style") };
  await expect(draw(engine, reader, remix)).rejects.toMatchObject({ kind: "unsupported" });
});

test.each(["a1111", "forge", "sd-server"] as const)(
  "%s with a model that reads no pictures takes no references",
  async (flavour) => {
    const { engine } = await sdapi({ flavour });
    const { models, references } = await engine.capabilities();
    expect(references).toBeNull();
    expect(models.some(({ can }) => can?.references)).toBe(false);
  },
);

type Sent = { prompt: Record<string, { class_type: string; inputs: Record<string, unknown> }> };

test("ComfyUI's workflow for checkpoints chains an adapter for each reference, where the server has them", async () => {
  const { provider, engine } = await comfyui(true);
  expect(await offerOf(engine, "dreamscape.safetensors")).toEqual({
    roles: { subject: 4, style: 4, composition: 4 },
    max: 4,
    weights: true,
  });
  const references = given(["style", 0.45], "composition");
  await draw(engine, "dreamscape.safetensors", { references });
  const { prompt } = lastSent(provider, "/prompt") as Sent;
  expect(prompt["apply-0"].inputs).toMatchObject({ weight: 0.45, weight_type: "style transfer" });
  expect(prompt["apply-1"].inputs).toMatchObject({
    model: ["apply-0", 0],
    weight: 0.6,
    weight_type: "composition",
  });
  expect(prompt["sampler"].inputs["model"]).toEqual(["apply-1", 0]);
  await draw(engine, "dreamscape.safetensors");
  const plain = (lastSent(provider, "/prompt") as Sent).prompt;
  expect(plain["sampler"].inputs["model"]).toEqual(["checkpoint", 0]);
  expect(provider.kept).toEqual([]);
});

test("a ComfyUI server without the nodes takes no references", async () => {
  const { engine } = await comfyui(false);
  expect(await offerOf(engine, "dreamscape.safetensors")).toBeNull();
  const refused = draw(engine, "dreamscape.safetensors", { references: given("style") });
  await expect(refused).rejects.toMatchObject({ kind: "unsupported" });
});

/** The workflow for checkpoints with one slot of an operator's own. */
function withSlot(weight: [string, string]): WorkflowSet {
  const { graph, ...rest } = templates.checkpoint.txt2img;
  const own = {
    "load-style": { class_type: "LoadImage", inputs: { image: "neutral.png" } },
    loader: {
      class_type: "IPAdapterUnifiedLoader",
      inputs: { preset: "PLUS (high strength)", model: ["checkpoint", 0] },
    },
    mine: {
      class_type: "IPAdapterAdvanced",
      inputs: {
        model: ["loader", 0],
        ipadapter: ["loader", 1],
        image: ["load-style", 0],
        weight: 0.5,
        weight_type: "style transfer",
        combine_embeds: "concat",
        start_at: 0,
        end_at: 1,
        embeds_scaling: "V only",
      },
    },
  };
  const sampler = {
    ...graph["sampler"],
    inputs: { ...graph["sampler"].inputs, model: ["mine", 0] },
  };
  const slot = {
    bind: ["load-style", "image"] as [string, string],
    weight,
    role: "style" as const,
    most: 2,
  };
  return { txt2img: { graph: { ...graph, ...own, sampler }, ...rest, references: [slot] } };
}

test("a workflow's own slot gets the picture, and its weight in the range that it declares", async () => {
  const { provider, engine } = await comfyui(true, withSlot(["mine", "weight"]));
  expect(await offerOf(engine, "dreamscape.safetensors")).toMatchObject({
    roles: { style: 1 },
    max: 1,
    weights: true,
  });
  await draw(engine, "dreamscape.safetensors", { references: given(["style", 0.25]) });
  const { prompt } = lastSent(provider, "/prompt") as Sent;
  expect(prompt["mine"].inputs["weight"]).toBe(0.5);
  expect(String(prompt["load-style"].inputs["image"])).toContain("[temp]");
});

test("a slot that leads nowhere stops the start with its field", () => {
  const settings = settingsOf("comfyui:test", "http://localhost:1");
  expect(() => createComfyEngine(settings, withSlot(["mine", "strength"]))).toThrow(
    "txt2img.references.0.weight: node mine (IPAdapterAdvanced) has no input strength",
  );
});
