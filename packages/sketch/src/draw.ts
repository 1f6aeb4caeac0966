/** Draws one picture and encodes it. */
import sharp from "sharp";
import type { Frame } from "./core/frame.ts";
import { MAX_PIXELS } from "./limits.ts";
import type { Drawing, Order } from "./messages.ts";
import { remix } from "./remix.ts";
import { type Given, readReferences } from "./references.ts";
import { type RenderHooks, renderFrame, renderSpec } from "./render.ts";

/** Supersampling factor of a fine drawing. */
const FINE_SCALE = 1.5;
/** The pictures slice encodes again: speed counts more than size here. */
const PNG_COMPRESSION = 1;
/** Half the source, half the prompt by default. */
const DEFAULT_STRENGTH = 0.5;

function drawnSize({ width, height, fine }: Order): { width: number; height: number } {
  if (!fine) return { width, height };
  const scale = Math.min(FINE_SCALE, Math.sqrt(MAX_PIXELS / (width * height)));
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

type Painted = { frame: Frame; meta: Omit<Drawing, "bytes" | "mime" | "width" | "height"> };

/** The kit with the colours of the pictures that the order refers to. */
const kitWith = ({ styleKit }: Order, { palette, pull }: Given): Order["styleKit"] =>
  palette ? { ...styleKit, palette, pull } : styleKit;

async function paint(
  order: Order,
  given: Given,
  width: number,
  height: number,
  hooks: RenderHooks,
): Promise<Painted> {
  const { prompt, negativePrompt, seed } = order;
  const styleKit = kitWith(order, given);
  const { frame, finish, state } = await renderFrame(
    { prompt, negativePrompt, styleKit, layout: given.layout, width, height, seed },
    hooks,
  );
  const { scene, understood, ignored, notes, laidOut = false } = state.spec;
  return {
    frame,
    meta: { scene, finish, sky: state.sky?.name ?? null, understood, ignored, notes, laidOut },
  };
}

async function repaint(
  order: Order,
  given: Given,
  source: Uint8Array,
  hooks: RenderHooks,
): Promise<Painted> {
  const { prompt, negativePrompt = "", seed, width, height, newSides, mask: maskBytes } = order;
  const styleKit = kitWith(order, given);
  const strength = order.strength ?? DEFAULT_STRENGTH;
  const { frame, finish, sky, understood, ignored, notes } = await remix(
    {
      sourceBytes: source,
      prompt,
      negative: negativePrompt,
      styleKit,
      seed,
      width,
      height,
      strength,
      newSides,
      maskBytes,
    },
    { ...hooks, renderScene: renderSpec },
  );
  const meta = { scene: "remix", finish, sky, understood, ignored, notes, laidOut: false };
  return { frame, meta };
}

/** Draws `order`; throws SketchError, among them "cancelled" from `hooks.check`. */
export async function drawOrder(order: Order, hooks: RenderHooks): Promise<Drawing> {
  const size = drawnSize(order);
  const given = await readReferences(order.references ?? []);
  hooks.check();
  const { frame, meta } = order.source
    ? await repaint(order, given, order.source, hooks)
    : await paint(order, given, size.width, size.height, hooks);
  hooks.progress(0.96, "encode", { frame, toned: true, exposure: 1 });
  const image = sharp(frame.toRGB8(), { raw: { width: frame.w, height: frame.h, channels: 3 } });
  if (frame.w !== order.width || frame.h !== order.height) {
    image.resize(order.width, order.height, { fit: "fill", kernel: "lanczos3" });
  }
  return {
    bytes: await image.png({ compressionLevel: PNG_COMPRESSION }).toBuffer(),
    mime: "image/png",
    width: order.width,
    height: order.height,
    ...meta,
  };
}
