/** Draws prompts one after the other and lays them out on one sheet. */
import { mkdir } from "node:fs/promises";
import path from "node:path";
import sharp, { type OverlayOptions } from "sharp";
import { drawOrder } from "@echoform/sketch/draw";

export type SheetPicture = {
  prompt: string;
  seed: number;
  scene: string;
  finish: string | null;
  sky: string | null;
  understood: string[];
  ignored: string[];
  wallMs: number;
  cpuMs: number;
};

const COLUMNS = 8;
const TILE = 400;
const GAP = 8;
const PAPER = "#16181d";
/** Pictures of a sheet have seeds in order, so that no two share a sky by chance of the seed. */
const FIRST_SEED = 1001;

/** Draws `prompts` at `side` by `side` pixels; pictures and sheet go to `folder`, named after `name`. */
export async function drawSheet(
  name: string,
  prompts: readonly string[],
  { folder, side }: { folder: string; side: number },
): Promise<SheetPicture[]> {
  const pictureFolder = path.join(folder, name);
  await mkdir(pictureFolder, { recursive: true });
  const pictures: SheetPicture[] = [];
  const tiles: OverlayOptions[] = [];
  for (const [i, prompt] of prompts.entries()) {
    const seed = FIRST_SEED + i;
    const cpu = process.cpuUsage();
    const started = performance.now();
    const { bytes, scene, finish, sky, understood, ignored } = await drawOrder(
      { prompt, width: side, height: side, seed, fine: false },
      { check: () => {}, progress: () => {} },
    );
    const wallMs = Math.round(performance.now() - started);
    const used = process.cpuUsage(cpu);
    const cpuMs = Math.round((used.user + used.system) / 1000);
    pictures.push({ prompt, seed, scene, finish, sky, understood, ignored, wallMs, cpuMs });
    const number = String(i + 1).padStart(2, "0");
    await sharp(bytes)
      .webp({ quality: 88 })
      .toFile(path.join(pictureFolder, `${number}.webp`));
    tiles.push({
      input: await sharp(bytes).resize(TILE, TILE).png({ compressionLevel: 1 }).toBuffer(),
      left: GAP + (i % COLUMNS) * (TILE + GAP),
      top: GAP + Math.floor(i / COLUMNS) * (TILE + GAP),
    });
    console.log(`${name} ${number}  ${String(cpuMs).padStart(5)} ms  ${scene}  ${prompt}`);
  }
  const rows = Math.ceil(prompts.length / COLUMNS);
  await sharp({
    create: {
      width: GAP + COLUMNS * (TILE + GAP),
      height: GAP + rows * (TILE + GAP),
      channels: 3,
      background: PAPER,
    },
  })
    .composite(tiles)
    .webp({ quality: 85 })
    .toFile(path.join(folder, `${name}.webp`));
  return pictures;
}
