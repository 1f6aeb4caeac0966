import { deflateSync } from "node:zlib";
import * as fc from "fast-check";
import sharp from "sharp";
import { expect, test } from "vitest";
import type { FoundSettings } from "../port.ts";
import { openSharpImaging } from "../sharp.ts";
import { pngWith, text } from "#tests/fixtures/metadata-files.ts";
import { settingsFiles, signedFiles } from "#tests/fixtures/settings-files.ts";
import { readSettings } from "./read.ts";

type Fields = Omit<Partial<FoundSettings>, "others"> & { others?: Record<string, string> };

/** Every field of the files in tests/fixtures/settings-files.ts. */
const expected: Record<string, Fields> = {
  "stable-diffusion.cpp": {
    tool: "stable-diffusion.cpp",
    prompt: "a lighthouse holding a sign says 'north.cpp'",
    steps: 20,
    guidance: 6,
    seed: 42,
    width: 512,
    height: 512,
    sampler: "euler discrete",
    model: "coast-preview.safetensors",
    others: {
      Guidance: "3.500000",
      Eta: "inf",
      RNG: "cuda",
      TE: "encoder_base.safetensors",
      Unet: "coast-preview.safetensors",
      VAE: "coast_vae.safetensors",
      Version: "stable-diffusion.cpp",
    },
  },
  "stable-diffusion.cpp with JSON of its own": {
    tool: "stable-diffusion.cpp",
    prompt: "a harbour at dawn",
    steps: 20,
    guidance: 7,
    seed: 7,
    width: 640,
    height: 512,
    sampler: "euler discrete",
    others: { Guidance: "3.500000", Version: "stable-diffusion.cpp" },
  },
  "ComfyUI with a LoRA": {
    tool: "ComfyUI",
    prompt: "a fox in the snow",
    negative: "blurry",
    seed: 851616030078000,
    steps: 20,
    guidance: 8,
    sampler: "euler",
    scheduler: "normal",
    model: "winter-v1.ckpt",
    width: 512,
    height: 768,
  },
  "ComfyUI with a guider": {
    tool: "ComfyUI",
    prompt: "a glass bottle with a galaxy inside",
    width: 1024,
    height: 1024,
    seed: 112298569477000,
    steps: 4,
    sampler: "euler",
    scheduler: "simple",
    model: "quick-model.safetensors",
  },
  "InvokeAI 1": {
    tool: "InvokeAI",
    prompt: "fire",
    steps: 10,
    seed: 1592514025,
    width: 384,
    height: 320,
    guidance: 7.5,
    sampler: "k_euler",
    model: "stable-diffusion-1.4",
    others: { "app id": "lstein/stable-diffusion", Version: "v1.15", "model hash": "fe4efff1" },
  },
  SwarmUI: {
    tool: "SwarmUI",
    prompt: 'wide shot of a cat with a sign that says "Meow I\'m a Cat".',
    model: "Quick/quick-dev-fp8",
    seed: 1,
    steps: 20,
    guidance: 1,
    width: 1024,
    height: 1024,
    others: { images: "3", aspectratio: "1:1" },
  },
  "SD.Next in Chinese": {
    tool: "SD.Next",
    prompt: "月光下的湖，远处的山",
    steps: 25,
    width: 1024,
    height: 1024,
    seed: 1635566168,
    guidance: 6,
    model: "Coast-v1.1-Diffusers",
    others: {
      App: "SD.Next",
      Version: "33c1d0f",
      Pipeline: "CoastPipeline",
      Operations: "txt2img",
    },
  },
};

const flat = ({ others = {}, ...fields }: Fields): [string, unknown][] => [
  ...Object.entries(fields),
  ...Object.entries(others).map(([name, value]): [string, unknown] => [`others ${name}`, value]),
];

test.each(Object.entries(expected))(
  "ST-02 every field that %s writes is found",
  async (tool, fields) => {
    const found = new Map(flat(readSettings((await settingsFiles())[tool]) ?? {}));
    for (const [name, value] of flat(fields))
      expect([name, found.get(name)]).toEqual([name, value]);
  },
);

test("ST-02 the files with settings are those of the list", async () => {
  expect(Object.keys(await settingsFiles())).toEqual(Object.keys(expected));
});

test("a picture that only says who signed it has no settings", async () => {
  for (const bytes of Object.values(await signedFiles())) expect(readSettings(bytes)).toBeNull();
});

test("A1111 text with quotes, a negative prompt of several lines and a strength", () => {
  const found = readSettings(
    pngWith([
      text(
        "parameters",
        'a fox,\nsecond line: with a colon\nNegative prompt: fog,\nrain\nSteps: 30, Sampler: DPM++ 2M, Schedule type: Karras, CFG scale: 4.5, Seed: 7, Size: 832x1216, Model: dream, Denoising strength: 0.6, Lora hashes: "a: 1, b: 2", Version: v1.10',
      ),
    ]),
  );
  expect(found).toEqual({
    tool: "AUTOMATIC1111",
    prompt: "a fox,\nsecond line: with a colon",
    negative: "fog,\nrain",
    steps: 30,
    sampler: "DPM++ 2M",
    scheduler: "Karras",
    guidance: 4.5,
    seed: 7,
    width: 832,
    height: 1216,
    model: "dream",
    strength: 0.6,
    others: { "Lora hashes": "a: 1, b: 2", Version: "v1.10" },
  });
});

test("packed and international text is read; InvokeAI's newer form too", () => {
  const json = '{"positive_prompt":"a lake","seed":3,"model":{"name":"sdxl"},"cfg_scale":5}';
  const packed = Buffer.concat([Buffer.from("invokeai_metadata\0\0"), deflateSync(json)]);
  expect(readSettings(pngWith([["zTXt", packed]]))).toMatchObject({ prompt: "a lake", seed: 3 });
  const plain = Buffer.from(`invokeai_metadata\0\0\0\0\0${json}`);
  expect(readSettings(pngWith([["iTXt", plain]]))).toMatchObject({ model: "sdxl", guidance: 5 });
});

test("a picture of this product is read back", async () => {
  const imaging = openSharpImaging();
  const plain = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#123" } })
    .jpeg()
    .toBuffer();
  const stamped = await imaging.withProvenance(plain, {
    title: "Quiet lake",
    prompt: 'a lake <at> "dawn" & 霧',
    creator: "Ines",
    engine: "Sketch",
    seed: 42,
    license: "cc-by",
    page: "https://example.org/i/x",
    pictureId: "0199c0de-0000-7000-8000-000000000001",
    instance: "0b9f4c1e-6f0b-4a55-9d53-0f1f6f6d8a11",
    createdAt: new Date(0),
    neural: false,
  });
  expect(await imaging.settings(stamped)).toMatchObject({
    tool: "Echoform (Sketch)",
    prompt: 'a lake <at> "dawn" & 霧',
    seed: 42,
  });
});

test("no file content makes the reader throw", () => {
  const heads = ["\x89PNG\r\n\x1a\n", "\xff\xd8\xff\xe1", "RIFF\0\0\0\0WEBP", "\0\0\0\x18ftypavif"];
  fc.assert(
    fc.property(fc.constantFrom(...heads), fc.uint8Array({ maxLength: 400 }), (head, rest) => {
      const found = readSettings(Buffer.concat([Buffer.from(head, "latin1"), rest]));
      expect(found === null || typeof found.tool === "string").toBe(true);
    }),
  );
});
