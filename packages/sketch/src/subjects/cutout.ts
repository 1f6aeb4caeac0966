/** Turns a vector drawing into pixels of the size it is placed at. */
import { type Canvas, createCanvas, loadImage } from "@napi-rs/canvas";
import { LIN8, hex, lin2byte, mix, smooth } from "../core/color.ts";
import type { Rgb } from "../types.ts";
import { type Drawing, openLibrary } from "./library.ts";
import { animalDrawing } from "./animals/figure.ts";
import { animalOfKey } from "./animals/look.ts";
import { bustDrawing } from "./people/bust.ts";
import { figureDrawing } from "./people/figure.ts";
import { lookOfKey } from "./people/look.ts";

/** A thing cut out of its background, with an empty margin around it. */
export type Cutout = {
  w: number;
  h: number;
  margin: number;
  /** 0 to 1 a pixel. */
  alpha: Float32Array;
  /** Linear light, three floats a pixel. */
  color: Float32Array;
};

/** Drawn once at this height to find the bounds of its ink. */
const PROBE_HEIGHT = 128;
/** Opacity (of 255) below which a pixel counts as empty. */
const EMPTY_BELOW = 16;
const ENCLOSED_BELOW = 90;

/** Bounds of a drawing's ink as shares of its sheet. */
type Bounds = { left: number; top: number; width: number; height: number };

const boundsOf = new Map<string, Bounds>();

/** Width by height of a thing as it will be seen. Throws on a key the library does not have. */
export async function aspectOf(id: string): Promise<number> {
  const drawing = await drawingOf(id);
  const bounds = await measure(id, drawing);
  return (bounds.width * drawing.w) / (bounds.height * drawing.h);
}

/** A thing `height` pixels high without its margin; `tint` recolours it, keeping light and dark. */
export async function cutOut(
  id: string,
  height: number,
  flip: boolean,
  tint: Rgb | null,
): Promise<Cutout> {
  const drawing = await drawingOf(id);
  const bounds = await measure(id, drawing);
  // Filling an emblem hardens its edges; drawing it larger and shrinking softens them again.
  const oversize = drawing.ink ? 2 : 1;
  const sheet = await rasterise(drawing, Math.ceil((height * oversize) / bounds.height));
  const inkHeight = Math.max(1, Math.round(height));
  const aspect = (bounds.width * drawing.w) / (bounds.height * drawing.h);
  const inkWidth = Math.max(1, Math.round(inkHeight * aspect));
  const margin = Math.ceil(inkHeight * 0.12) + 1;
  const w = inkWidth + 2 * margin;
  const h = inkHeight + 2 * margin;
  const canvas = createCanvas(w, h);
  const context = canvas.getContext("2d");
  if (flip) {
    context.translate(w, 0);
    context.scale(-1, 1);
  }
  context.imageSmoothingQuality = "high";
  context.drawImage(
    sheet,
    bounds.left * sheet.width,
    bounds.top * sheet.height,
    bounds.width * sheet.width,
    bounds.height * sheet.height,
    margin,
    margin,
    inkWidth,
    inkHeight,
  );
  return toCutout(context.getImageData(0, 0, w, h).data, w, h, margin, tint);
}

async function drawingOf(id: string): Promise<Drawing> {
  const look = lookOfKey(id);
  if (look) return look.bust ? bustDrawing(look) : figureDrawing(look);
  const animal = animalOfKey(id);
  if (animal) return animalDrawing(animal);
  const drawing = (await openLibrary()).get(id);
  if (!drawing) throw new Error(`The subject library has no drawing "${id}"`);
  return drawing;
}

async function measure(id: string, drawing: Drawing): Promise<Bounds> {
  const known = boundsOf.get(id);
  if (known) return known;
  const sheet = await rasterise(drawing, PROBE_HEIGHT);
  const { width, height } = sheet;
  const { data } = sheet.getContext("2d").getImageData(0, 0, width, height);
  let left = width;
  let top = height;
  let right = -1;
  let bottom = -1;
  for (let p = 3, i = 0; p < data.length; p += 4, i++) {
    if (data[p] <= EMPTY_BELOW) continue;
    const x = i % width;
    const y = (i - x) / width;
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  if (right < 0) throw new Error(`The drawing "${id}" of the subject library is empty`);
  const bounds = {
    left: left / width,
    top: top / height,
    width: (right - left + 1) / width,
    height: (bottom - top + 1) / height,
  };
  // Looks of people are without number; the drawings of the library are not.
  if (!lookOfKey(id)) boundsOf.set(id, bounds);
  return bounds;
}

async function rasterise(drawing: Drawing, height: number): Promise<Canvas> {
  const width = Math.max(1, Math.round((height * drawing.w) / drawing.h));
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" ` +
    `viewBox="0 0 ${drawing.w} ${drawing.h}" color="${drawing.ink ?? "#222"}">${drawing.body}</svg>`;
  const image = await loadImage(Buffer.from(svg));
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0, width, height);
  if (drawing.ink && drawing.fill) fillGaps(canvas, hex(drawing.ink), hex(drawing.fill));
  return canvas;
}

/** Colours everything an emblem encloses; what the border can reach stays empty. */
function fillGaps(canvas: Canvas, ink: Rgb, fill: Rgb): void {
  const { width, height } = canvas;
  const context = canvas.getContext("2d");
  const image = context.getImageData(0, 0, width, height);
  const { data } = image;
  const outside = reachableFromBorder(data, width, height);
  for (let i = 0; i < width * height; i++) {
    if (outside[i]) continue;
    const share = data[i * 4 + 3] / 255;
    for (let c = 0; c < 3; c++) data[i * 4 + c] = lin2byte(mix(fill[c], ink[c], share));
    data[i * 4 + 3] = 255;
  }
  context.putImageData(image, 0, 0);
}

function reachableFromBorder(data: Uint8ClampedArray, width: number, height: number): Uint8Array {
  const outside = new Uint8Array(width * height);
  const open: number[] = [];
  for (let x = 0; x < width; x++) open.push(x, (height - 1) * width + x);
  for (let y = 0; y < height; y++) open.push(y * width, y * width + width - 1);
  for (let i = open.pop(); i !== undefined; i = open.pop()) {
    if (outside[i] || data[i * 4 + 3] > ENCLOSED_BELOW) continue;
    outside[i] = 1;
    const x = i % width;
    if (x > 0) open.push(i - 1);
    if (x < width - 1) open.push(i + 1);
    if (i >= width) open.push(i - width);
    if (i < width * (height - 1)) open.push(i + width);
  }
  return outside;
}

/** How much of its own colour a recoloured thing loses: its greys keep more, for eyes and seams. */
const GREY_TINT = 0.82;
const COLOUR_TINT = 0.97;

function toCutout(
  data: Uint8ClampedArray,
  w: number,
  h: number,
  margin: number,
  tint: Rgb | null,
): Cutout {
  const alpha = new Float32Array(w * h);
  const color = new Float32Array(w * h * 3);
  for (let i = 0, p = 0, j = 0; i < w * h; i++, p += 4, j += 3) {
    alpha[i] = data[p + 3] / 255;
    for (let c = 0; c < 3; c++) color[j + c] = LIN8[data[p + c]];
    if (!tint) continue;
    const light = 0.3 * color[j] + 0.55 * color[j + 1] + 0.15 * color[j + 2];
    const high = Math.max(color[j], color[j + 1], color[j + 2]);
    const low = Math.min(color[j], color[j + 1], color[j + 2]);
    const strength = mix(GREY_TINT, COLOUR_TINT, smooth(0.05, 0.3, high - low));
    for (let c = 0; c < 3; c++) {
      color[j + c] = mix(color[j + c], tint[c] * (0.25 + 1.5 * light), strength);
    }
  }
  return { w, h, margin, alpha, color };
}
