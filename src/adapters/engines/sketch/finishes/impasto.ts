import { clamp } from "../core/color.ts";
import type { Frame, Layer } from "../core/frame.ts";
import type { SceneState } from "../types.ts";
import { eachRow } from "./plane.ts";

/** The steepest relief changes the light by at most this share of the impasto's depth. */
const GREATEST_SLOPE = 0.6;

/** A layer of mid grey on which strokes leave their height. */
export function reliefLayer(frame: Frame): Layer {
  const layer = frame.canvas();
  layer.context.lineCap = "round";
  layer.context.fillStyle = "#808080";
  layer.context.fillRect(0, 0, frame.w, frame.h);
  return layer;
}

/** Lights the painted relief from the upper left: brighter on rising paint, darker behind it. */
export function embossGain(frame: Frame, relief: Layer, depth: number, state: SceneState): void {
  const { w, h, rgb } = frame;
  const height = relief.context.getImageData(0, 0, w, h).data;
  eachRow(h, state, (y) => {
    if (y === 0 || y === h - 1) return;
    for (let x = 1; x < w - 1; x++) {
      const i = y * w + x;
      const across = height[(i + 1) * 4] - height[(i - 1) * 4];
      const down = height[(i + w) * 4] - height[(i - w) * 4];
      const slope = clamp((across * 0.6 + down) / 255, -GREATEST_SLOPE, GREATEST_SLOPE);
      const gain = 1 + slope * depth;
      rgb[i * 3] *= gain;
      rgb[i * 3 + 1] *= gain;
      rgb[i * 3 + 2] *= gain;
    }
  });
}
