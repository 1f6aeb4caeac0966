/**
 * Draws the pictures of the curated style kits with Sketch into public/kits, three a kit:
 * `node scripts/draw-kits.ts [ID …]`. Run it when a kit of src/rules/curated-kits.ts changes.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { v7 as uuidv7 } from "uuid";
import { createSketchEngine } from "#app/adapters/engines/sketch.ts";
import { curatedKits, type CuratedKit } from "#app/rules/curated-kits.ts";

const folder = fileURLToPath(new URL("../public/kits/", import.meta.url));
/** Drawn larger than it is shown: the first of a kit stands over the two others. */
const drawn = { width: 960, height: 832 };
const shown = [
  { width: 480, height: 416 },
  { width: 256, height: 222 },
] as const;
const seed = 11;

const engine = createSketchEngine();

async function draw(kit: CuratedKit, index: number): Promise<number> {
  const pictures: Uint8Array[] = [];
  await engine.generate(
    {
      jobId: uuidv7(),
      mode: "txt2img",
      prompt: kit.scenes[index],
      model: "sketch-1",
      ...drawn,
      count: 1,
      seed: seed + index,
      quality: "high",
      styleKit: kit,
    },
    {
      signal: AbortSignal.timeout(60_000),
      onProgress: () => undefined,
      onImage: async ({ bytes }) => void pictures.push(bytes),
      saveResumeToken: async () => undefined,
    },
  );
  const small = await sharp(pictures[0])
    .resize(shown[index === 0 ? 0 : 1])
    .webp({ quality: 72, effort: 6 })
    .toBuffer();
  await writeFile(`${folder}${kit.id}-${index + 1}.webp`, small);
  return small.length;
}

const wanted = new Set(process.argv.slice(2));
let bytes = 0;
await mkdir(folder, { recursive: true });
for (const kit of curatedKits) {
  if (wanted.size > 0 && !wanted.has(kit.id)) continue;
  for (const index of [0, 1, 2]) bytes += await draw(kit, index);
}
await engine.close();
console.log(`Written to public/kits: ${Math.round(bytes / 1024)} kB`);
