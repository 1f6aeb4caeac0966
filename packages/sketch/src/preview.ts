/** A small JPEG of a picture in progress. */
import { createCanvas } from "@napi-rs/canvas";
import { downsample } from "./core/blur.ts";
import { createFrame } from "./core/frame.ts";
import { tonemap } from "./core/tone.ts";
import type { Look } from "./render.ts";

/** Pixels along the longer side, at most. */
const LONGEST_SIDE = 256;
const JPEG_QUALITY = 78;
/** Mean light below which a frame counts as not yet drawn. */
const BLANK = 0.002;

/** Bytes of the preview, or null while there is nothing to see. */
export function makePreview({ frame, toned, exposure }: Look): Buffer | null {
  const shrink = Math.max(1, Math.ceil(Math.max(frame.w, frame.h) / LONGEST_SIDE));
  const small = downsample(frame.rgb, frame.w, frame.h, shrink);
  let light = 0;
  for (const value of small.data) light += value;
  if (light < BLANK * small.data.length) return null;
  const picture = createFrame(small.w, small.h);
  picture.rgb.set(small.data);
  if (!toned) tonemap(picture, { exposure });
  const canvas = createCanvas(small.w, small.h);
  const context = canvas.getContext("2d");
  const image = context.createImageData(small.w, small.h);
  image.data.set(picture.toRGBA());
  context.putImageData(image, 0, 0);
  return canvas.toBuffer("image/jpeg", JPEG_QUALITY);
}
