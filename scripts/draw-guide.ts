/**
 * Draws the examples of the prompt guide with Sketch into public/guide: `node scripts/draw-guide.ts`. Run it when an
 * example changes; what is there already is left as it is.
 */
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { v7 as uuidv7 } from "uuid";
import { createSketchEngine } from "#app/adapters/engines/sketch.ts";
import { guidePicture } from "#app/rules/guide-picture.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const drawn = { width: 1152, height: 768 };
const shown = { width: 640, height: 427 };

const guide = await readFile(`${root}content/pages/prompt-guide.md`, "utf8");
const prompts = [...guide.matchAll(/^```prompt pictured\n(.+?)\n```$/gms)].map(([, text]) => text);
const engine = createSketchEngine();
await mkdir(`${root}public/guide`, { recursive: true });
for (const prompt of prompts) {
  const file = `${root}public${guidePicture(prompt)}`;
  if (existsSync(file)) continue;
  const pictures: Uint8Array[] = [];
  await engine.generate(
    {
      jobId: uuidv7(),
      mode: "txt2img",
      prompt,
      model: "sketch-1",
      ...drawn,
      count: 1,
      seed: 7,
      quality: "high",
    },
    {
      signal: AbortSignal.timeout(120_000),
      onProgress: () => undefined,
      onImage: async ({ bytes }) => void pictures.push(bytes),
      saveResumeToken: async () => undefined,
    },
  );
  const small = await sharp(pictures[0]).resize(shown).webp({ quality: 70, effort: 6 }).toBuffer();
  await writeFile(file, small);
  console.log(`${file.slice(root.length)}: ${Math.round(small.length / 1024)} kB`);
}
await engine.close();
