/** Draws one order and encodes it. */
import sharp from "sharp";
import { MAX_PIXELS } from "./limits.ts";
import type { Drawing, Order } from "./messages.ts";
import { type RenderHooks, renderFrame } from "./render.ts";

/** How much larger a fine drawing is made before it is reduced. */
const FINE_SCALE = 1.5;
/** The pictures slice encodes again: speed counts more than size here. */
const PNG_COMPRESSION = 1;

function drawnSize({ width, height, fine }: Order): { width: number; height: number } {
  if (!fine) return { width, height };
  const scale = Math.min(FINE_SCALE, Math.sqrt(MAX_PIXELS / (width * height)));
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

/** Draws `order`; throws EngineError, among them "cancelled" from `hooks.check`. */
export async function drawOrder(order: Order, hooks: RenderHooks): Promise<Drawing> {
  const size = drawnSize(order);
  const { frame, finish, state } = await renderFrame({ ...order, ...size }, hooks);
  hooks.progress(0.96, "encode", { frame, toned: true, exposure: 1 });
  const { spec } = state;
  const image = sharp(frame.toRGB8(), { raw: { width: frame.w, height: frame.h, channels: 3 } });
  if (size.width !== order.width) image.resize(order.width, order.height, { kernel: "lanczos3" });
  return {
    bytes: await image.png({ compressionLevel: PNG_COMPRESSION }).toBuffer(),
    mime: "image/png",
    width: order.width,
    height: order.height,
    scene: spec.scene,
    finish,
    sky: state.sky?.name ?? null,
    understood: spec.understood,
    ignored: spec.ignored,
  };
}
