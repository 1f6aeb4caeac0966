/** Small trees drawn once a picture and set into the frame by the thousand, tested against depth. */
import { type Canvas, createCanvas } from "@napi-rs/canvas";
import { type Rgb, clamp, mix } from "./core/color.ts";
import type { Frame } from "./core/frame.ts";
import { SPRITE_SIZE, drawTree, treeColors } from "./sprites-trees.ts";
import type { SceneState, Season, TreeSpecies } from "./types.ts";

/** One size of a sprite: `size` by `size` RGBA bytes, which are drawn when they are first asked for. */
export type SpriteLevel = { size: number; data: () => Uint8ClampedArray };

/** A sprite from full size down to a few pixels, each half the one before. */
export type Sprite = SpriteLevel[];

const SMALLEST_LEVEL = 6;
const VARIANTS = 7;

const readOf = (canvas: Canvas): Uint8ClampedArray =>
  canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;

function halved(full: Canvas): Canvas {
  const half = createCanvas(full.width >> 1, full.height >> 1);
  const context = half.getContext("2d");
  context.imageSmoothingQuality = "high";
  context.drawImage(full, 0, 0, half.width, half.height);
  return half;
}

/** Calls `make` once. */
function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** Small trees need no large levels, and trees too small to see need none. */
function mipLevels(full: Canvas): Sprite {
  const levels: Sprite = [];
  let current = () => full;
  for (let size = SPRITE_SIZE; size >= SMALLEST_LEVEL; size >>= 1) {
    if (size !== SPRITE_SIZE) {
      const larger = current;
      current = once(() => halved(larger()));
    }
    const canvas = current;
    levels.push({ size, data: once(() => readOf(canvas())) });
  }
  return levels;
}

/** Seven trees of a species, lit from the right. */
export function treeSprites(
  state: SceneState,
  species: TreeSpecies,
  snow: boolean,
  season: Season | null,
): Sprite[] {
  const rng = state.rng(`sprites:${species}`);
  const colors = treeColors(species, season);
  return Array.from({ length: VARIANTS }, (_, variant) => {
    const canvas = createCanvas(SPRITE_SIZE, SPRITE_SIZE);
    drawTree(canvas.getContext("2d"), species, { rng, colors, variant, snow });
    return mipLevels(canvas);
  });
}

export type BlitOptions = {
  light: Readonly<Rgb>;
  /** Light the air adds, and the share of the sprite's own light it lets through. */
  fog: Readonly<Rgb>;
  transmission: number;
  /** Distance for the depth test. */
  z: number;
  tone?: number;
  /** 1 when the light comes from the right, -1 from the left. */
  sunSide?: 1 | -1;
};

/** How far (world units) a sprite may lie behind what is drawn and still show. */
const DEPTH_BIAS = 0.6;
const FAINTEST = 0.03;

/** Sets a sprite with its foot at (centreX, footY), `height` pixels tall, into frame and depth. */
export function blit(
  frame: Frame,
  sprite: Sprite,
  centreX: number,
  footY: number,
  height: number,
  { light, fog, transmission, z, tone = 1, sunSide = 1 }: BlitOptions,
): void {
  let level = sprite[0];
  for (const candidate of sprite) {
    if (candidate.size < height * 0.9) break;
    level = candidate;
  }
  const { size } = level;
  const data = level.data();
  const { w, h, rgb, depth } = frame;
  const left = centreX - height / 2;
  const top = footY - height;
  const scale = size / height;
  const firstX = Math.max(0, Math.floor(left));
  const lastX = Math.min(w, Math.ceil(left + height));
  const lastY = Math.min(h, Math.ceil(footY));
  const gain0 = tone * light[0];
  const gain1 = tone * light[1];
  const gain2 = tone * light[2];
  for (let y = Math.max(0, Math.floor(top)); y < lastY; y++) {
    const row = clamp(Math.floor((y - top) * scale), 0, size - 1) * size;
    for (let x = firstX; x < lastX; x++) {
      const u = Math.floor((x - left) * scale);
      if (u < 0 || u >= size) continue;
      const p = (row + (sunSide < 0 ? size - 1 - u : u)) * 4;
      const a = data[p + 3] / 255;
      if (a < FAINTEST) continue;
      const i = y * w + x;
      if (depth && depth[i] < z - DEPTH_BIAS) continue;
      const j = i * 3;
      // Squaring stands in for the sRGB curve: cheap, and near enough for foliage.
      const r = (data[p] / 255) ** 2 * gain0;
      const g = (data[p + 1] / 255) ** 2 * gain1;
      const b = (data[p + 2] / 255) ** 2 * gain2;
      rgb[j] = mix(rgb[j], r * transmission + fog[0], a);
      rgb[j + 1] = mix(rgb[j + 1], g * transmission + fog[1], a);
      rgb[j + 2] = mix(rgb[j + 2], b * transmission + fog[2], a);
      if (depth && a > 0.5) depth[i] = z;
    }
  }
}
