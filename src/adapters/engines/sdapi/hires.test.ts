/** Models that learned small pictures: half the size first where the server can, else smaller pictures. */
import { afterEach, expect, test } from "vitest";
import { settingsOf } from "#tests/providers/kinds.ts";
import { runSdApi } from "#tests/providers/sdapi.ts";
import { type Flavour, sdModels } from "#tests/providers/sdapi-offer.ts";
import type { GeneratedImage, GenerateRequest } from "../port.ts";
import { isSmall } from "../remote/diffusion.ts";
import { createSdApiEngine } from "../sdapi.ts";

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).toReversed()) await one.close();
});

test.each<[Flavour, number, Partial<GenerateRequest>, object]>([
  ["a1111", 3, {}, { width: 512, height: 384, enable_hr: true, hr_scale: 2 }],
  ["forge", 3, {}, { width: 512, height: 384, hr_cfg: 7, enable_hr: true }],
  ["a1111", 3, { width: 512, height: 512 }, { width: 512, height: 512 }],
  ["a1111", 3, { params: { hires: false } }, { width: 1024, height: 768 }],
  ["a1111", 0, {}, { width: 1024, height: 768 }],
  ["a1111", 0, { params: { hires: true } }, { width: 512, height: 384, hr_scale: 2 }],
  ["sdnext", 3, {}, { width: 888, height: 664 }],
])("%s draws with model %i, asked for %j, by %j", async (flavour, model, change, fields) => {
  const provider = await runSdApi({ flavour, stepMs: 1 });
  const engine = createSdApiEngine(settingsOf("sdapi:test", provider.url, { apiKey: "user:pass" }));
  opened.push(provider, engine);
  const drawn: GeneratedImage[] = [];
  const asked: GenerateRequest = {
    jobId: crypto.randomUUID(),
    mode: "txt2img",
    prompt: "a harbour at dusk",
    model: sdModels[model],
    width: 1024,
    height: 768,
    count: 1,
    seed: 3,
    quality: "standard",
    ...change,
  };
  await engine.generate(asked, {
    signal: new AbortController().signal,
    onProgress() {},
    onImage: async (image) => void drawn.push(image),
    async saveResumeToken() {},
  });
  const { body } = provider.seen.findLast(({ path }) => path.endsWith("/txt2img")) ?? {};
  const sent = JSON.parse(body?.toString("utf8") ?? "null") as Record<string, unknown>;
  expect(sent).toMatchObject(fields);
  expect("enable_hr" in sent).toBe("hr_scale" in fields || "hr_cfg" in fields);
  expect(drawn).toMatchObject([{ width: "enable_hr" in sent ? 1024 : sent["width"] }]);
});

test.each([
  ["v1-5-pruned-emaonly.safetensors", true],
  ["sd_v1.5.ckpt", true],
  ["sd-v1-4.ckpt", true],
  ["SD", true],
  ["sd_xl_base_1.0.safetensors", false],
  ["SDXL", false],
  ["dreamshaper_8", false],
  ["flux1-dev", false],
  ["sd3.5_large", false],
  ["wan2.1.5", false],
])("%s learned small pictures: %s", (name, expected) => {
  expect(isSmall(name)).toBe(expected);
});
