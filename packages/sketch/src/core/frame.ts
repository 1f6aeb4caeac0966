/** The picture in progress: linear light without an upper bound, and Skia layers composited onto it. */
import { type Canvas, type SKRSContext2D, createCanvas } from "@napi-rs/canvas";
import { LIN8, type Rgb, lin2byte } from "./color.ts";

export type Layer = { canvas: Canvas; context: SKRSContext2D };

export type DrawOptions = {
  /** 0 to 1; default 1. */
  opacity?: number;
  /** Multiplies the layer's light; above 1 makes it glow. Default 1. */
  gain?: number;
  blend?: "over" | "add" | "mul";
  /** Linear colour that multiplies the layer. */
  tint?: Readonly<Rgb> | null;
};

/** Width and height in pixels, `rgb` three floats a pixel, row by row. */
export type Frame = {
  readonly w: number;
  readonly h: number;
  readonly rgb: Float32Array;
  /** Distance from the camera by pixel in world units, where a scene has one. */
  depth: Float32Array | null;
  /** An empty transparent layer of the frame's size. */
  canvas(): Layer;
  /** Composites an sRGB layer of the frame's size. */
  draw(layer: Canvas, options?: DrawOptions): void;
  /** 8-bit sRGB, four bytes a pixel, opaque. */
  toRGBA(): Uint8ClampedArray;
  /** 8-bit sRGB, three bytes a pixel. */
  toRGB8(): Buffer;
  toCanvas(): Canvas;
  fromRGB8(bytes: Uint8Array): Frame;
  /** `check` throws when the picture has been cancelled. */
  fromCanvas(canvas: Canvas, check?: () => void): Frame;
};

const pixelsOf = (canvas: Canvas) =>
  canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;

function composite(rgb: Float32Array, pixels: Uint8ClampedArray, options: DrawOptions): void {
  const { opacity = 1, gain = 1, blend = "over", tint = null } = options;
  const gainR = (tint ? tint[0] : 1) * gain;
  const gainG = (tint ? tint[1] : 1) * gain;
  const gainB = (tint ? tint[2] : 1) * gain;
  for (let i = 0, j = 0; i < pixels.length; i += 4, j += 3) {
    if (pixels[i + 3] === 0) continue;
    const a = (pixels[i + 3] / 255) * opacity;
    const r = LIN8[pixels[i]] * gainR;
    const g = LIN8[pixels[i + 1]] * gainG;
    const b = LIN8[pixels[i + 2]] * gainB;
    const rest = 1 - a;
    if (blend === "add") {
      rgb[j] += r * a;
      rgb[j + 1] += g * a;
      rgb[j + 2] += b * a;
    } else if (blend === "mul") {
      rgb[j] *= rest + a * r;
      rgb[j + 1] *= rest + a * g;
      rgb[j + 2] *= rest + a * b;
    } else {
      rgb[j] = rgb[j] * rest + r * a;
      rgb[j + 1] = rgb[j + 1] * rest + g * a;
      rgb[j + 2] = rgb[j + 2] * rest + b * a;
    }
  }
}

/** A black frame of `w` by `h` pixels. */
export function createFrame(w: number, h: number): Frame {
  const rgb = new Float32Array(w * h * 3);

  function canvas(): Layer {
    const surface = createCanvas(w, h);
    return { canvas: surface, context: surface.getContext("2d") };
  }

  function toRGBA(): Uint8ClampedArray {
    const out = new Uint8ClampedArray(w * h * 4);
    for (let i = 0, j = 0; i < out.length; i += 4, j += 3) {
      out[i] = lin2byte(rgb[j]);
      out[i + 1] = lin2byte(rgb[j + 1]);
      out[i + 2] = lin2byte(rgb[j + 2]);
      out[i + 3] = 255;
    }
    return out;
  }

  function toRGB8(): Buffer {
    const out = Buffer.alloc(w * h * 3);
    for (let i = 0; i < out.length; i++) out[i] = lin2byte(rgb[i]);
    return out;
  }

  function toCanvas(): Canvas {
    const layer = canvas();
    const image = layer.context.createImageData(w, h);
    image.data.set(toRGBA());
    layer.context.putImageData(image, 0, 0);
    return layer.canvas;
  }

  const frame: Frame = {
    w,
    h,
    rgb,
    depth: null,
    canvas,
    draw: (layer, options = {}) => composite(rgb, pixelsOf(layer), options),
    toRGBA,
    toRGB8,
    toCanvas,
    fromRGB8(bytes) {
      for (let i = 0; i < rgb.length; i++) rgb[i] = LIN8[bytes[i]];
      return frame;
    },
    fromCanvas(source, check) {
      const pixels = pixelsOf(source);
      check?.();
      for (let i = 0, j = 0; i < pixels.length; i += 4, j += 3) {
        rgb[j] = LIN8[pixels[i]];
        rgb[j + 1] = LIN8[pixels[i + 1]];
        rgb[j + 2] = LIN8[pixels[i + 2]];
      }
      return frame;
    },
  };
  return frame;
}
