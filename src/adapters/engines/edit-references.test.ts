/** Edits that refer to pictures, at the protocol doubles. */
import sharp from "sharp";
import { expect, test } from "vitest";
import { settingsOf } from "#tests/providers/kinds.ts";
import { runComfyUi } from "#tests/providers/comfyui.ts";
import { runOpenAi } from "#tests/providers/openai.ts";
import type { Provider } from "#tests/providers/service.ts";
import { createComfyEngine } from "./comfyui.ts";
import { templates } from "./comfyui/templates.ts";
import { sourcePicture } from "./contract-pictures.ts";
import { createOpenAiEngine } from "./openai.ts";
import type { Engine, GenerateRequest } from "./port.ts";
import { createRunwareEngine } from "./runware.ts";

const side = 64;
const picture = { bytes: await sourcePicture(side, side), mime: "image/png" };
const half = Uint8Array.from({ length: side * side }, (_, at) => (at % side < side / 2 ? 0 : 255));
const mask = {
  bytes: await sharp(half, { raw: { width: side, height: side, channels: 1 } })
    .toColourspace("b-w")
    .png()
    .toBuffer(),
  mime: "image/png",
};

/** The body of the last request to an address that edits with a reference for the style. */
async function sentBy(engine: Engine, provider: Provider, model: string, end: string) {
  const asked: GenerateRequest = {
    jobId: crypto.randomUUID(),
    mode: "img2img",
    prompt: "a harbour at dusk",
    model,
    width: 1024,
    height: 1024,
    count: 1,
    seed: 3,
    quality: "standard",
    source: picture,
    mask,
    references: [{ ...picture, role: "style" }],
  };
  await engine.generate(asked, {
    signal: new AbortController().signal,
    onProgress() {},
    async onImage() {},
    async saveResumeToken() {},
  });
  await engine.close();
  await provider.close();
  return provider.seen.findLast(({ path }) => path.endsWith(end))?.body.toString("latin1") ?? "";
}

test("GPT Image gets the source first, for the mask, and then the references", async () => {
  const provider = await runOpenAi();
  const model = "gpt-image-2";
  const models = [{ id: model, label: model }];
  const engine = createOpenAiEngine(
    settingsOf("openai:test", `${provider.url}/v1`, { apiKey: "test-key", models }),
  );
  const sent = await sentBy(engine, provider, model, "/images/edits");
  expect(sent.match(/name="image\[\]"; filename="(\w+)/g)).toEqual([
    'name="image[]"; filename="source',
    'name="image[]"; filename="reference',
  ]);
  expect(sent.match(/name="mask"/g)).toHaveLength(1);
  expect(sent).toContain("Image 2 gives the style alone");
});

test("ComfyUI's workflow with a mask has the adapters too", async () => {
  const provider = await runComfyUi(false, 0.1, true);
  const engine = createComfyEngine(settingsOf("comfyui:test", provider.url), templates.checkpoint);
  const sent = await sentBy(engine, provider, "dreamscape.safetensors", "/prompt");
  const { prompt } = JSON.parse(sent) as { prompt: Record<string, { inputs: object }> };
  expect(prompt["sampler"].inputs).toMatchObject({
    model: ["apply-0", 0],
    latent_image: ["masked", 0],
  });
  const files = ["load", "mask", "reference-0"].map((id) => prompt[id].inputs);
  expect(new Set(files.map((inputs) => (inputs as { image: string }).image)).size).toBe(3);
});

test("a workflow with a mask takes what other remixes do, or the start is stopped", async () => {
  const { txt2img, img2img, inpaint } = structuredClone(templates.checkpoint);
  const slot = { weight: ["sampler", "cfg"] as [string, string], role: "style" as const, most: 1 };
  txt2img.references = [{ ...slot, bind: ["sampler", "scheduler"] }];
  inpaint?.references.push({ ...slot, bind: ["sampler", "scheduler"] });
  const opened = () =>
    createComfyEngine(settingsOf("comfyui:test", "http://localhost:1"), {
      txt2img,
      img2img,
      inpaint,
    });
  expect(opened).toThrow("inpaint.references: there must be as many for style as in img2img");
  img2img?.references.push({ ...slot, bind: ["sampler", "scheduler"] });
  await opened().close();
});

test("Runware's Kontext, which starts from no picture, takes no mask", async () => {
  const models = ["runware:106@1", "civitai:1@2"].map((id) => ({ id, label: id }));
  const engine = createRunwareEngine({
    ...settingsOf("runware:test", "http://localhost:1", { models }),
    apiKey: "test-key",
  });
  const [kontext, open] = (await engine.capabilities()).models;
  expect(kontext.can).toMatchObject({ mask: false, extend: false });
  expect(open.can?.mask).toBeUndefined();
  await engine.close();
});
