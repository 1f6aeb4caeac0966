/**
 * Draws the pictures beside the search tips with Sketch into src/shell/tips: `node scripts/draw-tips.ts`.
 * Run it when a phrase of src/shell/search-tips.ts changes.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { v7 as uuidv7 } from "uuid";
import { createSketchEngine } from "#app/adapters/engines/sketch.ts";

const folder = fileURLToPath(new URL("../src/shell/tips/", import.meta.url));
const drawn = { width: 832, height: 1024 };
/** Twice the size they are shown in, for fine screens. */
const shown = { width: 104, height: 128 };

/** The tips' phrases in words that Sketch draws. */
const tips = [
  { name: "specific", prompt: "a small red-roofed house in first snow, pale morning", seed: 5 },
  { name: "style", prompt: "layered paper cut mountains at sunset, orange and plum", seed: 3 },
  { name: "colours", prompt: "calm ocean at dusk, petrol water and apricot sky, low sun", seed: 8 },
  { name: "mood", prompt: "misty forest, quiet, empty, soft light", seed: 4 },
] as const;

const engine = createSketchEngine();
await mkdir(folder, { recursive: true });
for (const { name, prompt, seed } of tips) {
  const pictures: Uint8Array[] = [];
  await engine.generate(
    {
      jobId: uuidv7(),
      mode: "txt2img",
      prompt,
      model: "sketch-1",
      ...drawn,
      count: 1,
      seed,
      quality: "high",
    },
    {
      signal: AbortSignal.timeout(60_000),
      onProgress: () => undefined,
      onImage: async ({ bytes }) => void pictures.push(bytes),
      saveResumeToken: async () => undefined,
    },
  );
  const small = await sharp(pictures[0]).resize(shown).webp({ quality: 76, effort: 6 }).toBuffer();
  await writeFile(`${folder}${name}.webp`, small);
}
await engine.close();
