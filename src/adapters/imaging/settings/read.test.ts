import { existsSync, readFileSync } from "node:fs";
import { deflateSync } from "node:zlib";
import * as fc from "fast-check";
import sharp from "sharp";
import { expect, test } from "vitest";
import type { FoundSettings } from "../port.ts";
import { openSharpImaging } from "../sharp.ts";
import { pngWith, text } from "./made-files.ts";
import { readSettings } from "./read.ts";

const samples = new URL("../../../../../shared/testdata/metadata-images/", import.meta.url);

type Fields = Omit<Partial<FoundSettings>, "others"> & { others?: Record<string, string> };

/** Every field that the manifest names for a file with settings. */
const manifest: Record<string, Fields> = {
  "sdcpp-anima-example.png": {
    tool: "stable-diffusion.cpp",
    prompt: "a lovely cat holding a sign says 'anima.cpp'",
    steps: 20,
    guidance: 6,
    seed: 42,
    width: 512,
    height: 512,
    sampler: "euler discrete",
    model: "anima-preview.safetensors",
    others: {
      Guidance: "3.500000",
      Eta: "0.000000",
      RNG: "cuda",
      TE: "qwen_3_06b_base.safetensors",
      Unet: "anima-preview.safetensors",
      VAE: "qwen_image_vae.safetensors",
      Version: "stable-diffusion.cpp",
    },
  },
  "sdcpp-krea2-example.png": {
    tool: "stable-diffusion.cpp",
    prompt: "a lovely cat holding a sign says 'krea2.cpp'",
    steps: 20,
    guidance: 7,
    seed: 42,
    width: 512,
    height: 512,
    sampler: "euler discrete",
    others: {
      Guidance: "3.500000",
      Eta: "inf",
      RNG: "cuda",
      TE: "Qwen3-VL-4B-Instruct-Q4_K_M.gguf",
      Unet: "Krea-2-Raw-Q8_0.gguf",
      VAE: "wan_2.1_vae.safetensors",
      Version: "stable-diffusion.cpp",
    },
  },
  "comfyui-lora-lora.png": {
    tool: "ComfyUI",
    prompt: "masterpiece best quality girl",
    negative: "bad hands",
    seed: 851616030078638,
    steps: 20,
    guidance: 8,
    sampler: "euler",
    scheduler: "normal",
    model: "v1-5-pruned-emaonly.ckpt",
    width: 512,
    height: 512,
  },
  "comfyui-flux-flux_schnell_example.png": {
    tool: "ComfyUI",
    prompt:
      "a bottle with a beautiful rainbow galaxy inside it on top of a wooden table in the middle of a modern kitchen beside a plate of vegetables and mushrooms and a wine glasse that contains a planet earth with a plate with a half eaten apple pie on it",
    width: 1024,
    height: 1024,
    seed: 112298569477003,
    steps: 4,
    sampler: "euler",
    scheduler: "simple",
    model: "flux1-schnell.safetensors",
  },
  "comfyui-textual_inversion_embeddings-embedding_example.png": {
    tool: "ComfyUI",
    negative: "bad hands",
    seed: 193694018275622,
    steps: 20,
    guidance: 8,
    sampler: "uni_pc_bh2",
    scheduler: "normal",
    model: "v2-1_768-ema-pruned.ckpt",
    width: 768,
    height: 768,
  },
  "invokeai-img2img-000019.1592514025.png": {
    tool: "InvokeAI",
    prompt: "fire",
    steps: 10,
    seed: 1592514025,
    width: 384,
    height: 384,
    guidance: 7.5,
    sampler: "k_euler",
    model: "stable-diffusion-1.4",
    others: {
      "app id": "lstein/stable-diffusion",
      Version: "v1.15",
      "model hash": "fe4efff1e174c627256e44ec2991ba279b3816e364b49f9be2abc0b3ff3f8556",
    },
  },
  "swarmui-models-flux-dev.jpg": {
    tool: "SwarmUI",
    prompt:
      'wide shot, photo of a cat with mixed black and white fur, sitting in the middle of an open roadway, holding a cardboard sign that says "Meow I\'m a Cat". In the distance behind is a green road sign that says "Model Testing Street".',
    model: "Flux/flux1-dev-fp8",
    seed: 1,
    steps: 20,
    guidance: 1,
    width: 1024,
    height: 1024,
    others: { images: "3", aspectratio: "1:1" },
  },
  "sdnext-Reference-Tencent-Hunyuan--HunyuanDiT-v1.1-Diffusers.jpg": {
    tool: "SD.Next",
    prompt: "枯藤老树昏鸦，小桥流水人家",
    steps: 25,
    width: 1024,
    height: 1024,
    seed: 1635566168,
    guidance: 6,
    model: "HunyuanDiT-v1.1-Diffusers",
    others: {
      App: "SD.Next",
      Version: "33c1d0f",
      Pipeline: "HunyuanDiTPipeline",
      Operations: "txt2img",
    },
  },
  "sdnext-Reference-AIDC-AI--Ovis-Image-7B.jpg": {
    tool: "SD.Next",
    prompt:
      'A creative 3D artistic render where the bold text "OVIS-IMAGE" is written, expressive handwritten brush style using thick, wet oil paint. The paint is a mix of vibrant rainbow colors (red, blue, yellow) swirling together like toothpaste or impasto art. You can see the ridges of the brush bristles and the glossy, wet texture of the paint. The background is a clean artist\'s canvas. Dynamic lighting creates soft shadows behind the floating paint strokes. Colorful, expressive, tactile texture. "7B" is handwritten over the image in the top left corner.',
    steps: 50,
    width: 1024,
    height: 1024,
    seed: 3921536483,
    guidance: 5,
    model: "Ovis-Image-7B",
    others: { App: "SD.Next", Version: "d7eb90e", Pipeline: "OvisImagePipeline" },
  },
};

const flat = ({ others = {}, ...fields }: Fields): [string, unknown][] => [
  ...Object.entries(fields),
  ...Object.entries(others).map(([name, value]): [string, unknown] => [`others ${name}`, value]),
];

test.skipIf(!existsSync(samples))(
  "ST-02 at least 0.95 of the fields that the manifest names are found",
  () => {
    const missed: string[] = [];
    let named = 0;
    for (const [file, fields] of Object.entries(manifest)) {
      const found = new Map(flat(readSettings(readFileSync(new URL(file, samples))) ?? {}));
      for (const [name, value] of flat(fields)) {
        named += 1;
        if (found.get(name) !== value) missed.push(`${file} ${name}: ${String(found.get(name))}`);
      }
    }
    const recall = (named - missed.length) / named;
    process.stdout.write(`metadata recall: ${recall.toFixed(3)} of ${named} fields\n`);
    expect(missed).toEqual([]);
    expect(recall).toBeGreaterThanOrEqual(0.95);
  },
);

test
  .skipIf(!existsSync(samples))
  .each([
    "c2pa-ai-images-ChatGPT_Image.png",
    "c2pa-fixtures-E-sig-CA.jpg",
    "c2pa-fixtures-no_manifest.jpg",
  ])("a picture that only says who signed it has no settings: %s", (file) => {
  expect(readSettings(readFileSync(new URL(file, samples)))).toBeNull();
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

test("whatever a file holds, nothing is thrown", () => {
  const heads = ["\x89PNG\r\n\x1a\n", "\xff\xd8\xff\xe1", "RIFF\0\0\0\0WEBP", "\0\0\0\x18ftypavif"];
  fc.assert(
    fc.property(fc.constantFrom(...heads), fc.uint8Array({ maxLength: 400 }), (head, rest) => {
      const found = readSettings(Buffer.concat([Buffer.from(head, "latin1"), rest]));
      expect(found === null || typeof found.tool === "string").toBe(true);
    }),
  );
});
