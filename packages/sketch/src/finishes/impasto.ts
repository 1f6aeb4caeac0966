import { createCanvas } from "@napi-rs/canvas";
import { clamp } from "../core/color.ts";
import type { Frame, Layer } from "../core/frame.ts";
import type { SceneState } from "../types.ts";
import { eachRow } from "../core/rows.ts";

/** The steepest relief changes the light by at most this share of the impasto's depth. */
const GREATEST_SLOPE = 0.6;
/** Paint is smooth: its relief is kept at half the picture's size. */
const SHRINK = 2;

/** A layer of mid grey on which strokes, in the picture's own pixels, leave their height. */
export function reliefLayer(frame: Frame): Layer {
  const canvas = createCanvas(Math.ceil(frame.w / SHRINK) + 1, Math.ceil(frame.h / SHRINK) + 1);
  const context = canvas.getContext("2d");
  context.fillStyle = "#808080";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(1 / SHRINK, 1 / SHRINK);
  context.lineCap = "round";
  return { canvas, context };
}

/** Lights the painted relief from the upper left: brighter on rising paint, darker behind it. */
export function embossGain(frame: Frame, relief: Layer, depth: number, state: SceneState): void {
  const { w, h, rgb } = frame;
  const { width: across, height: down } = relief.canvas;
  const height = relief.context.getImageData(0, 0, across, down).data;
  const slopes = new Float32Array(across * down);
  eachRow(state, 1, down - 1, (y) => {
    for (let x = 1, i = y * across + 1; x < across - 1; x++, i++) {
      const toRight = height[(i + 1) * 4] - height[(i - 1) * 4];
      const downwards = height[(i + across) * 4] - height[(i - across) * 4];
      slopes[i] = clamp((toRight * 0.6 + downwards) / 255, -GREATEST_SLOPE, GREATEST_SLOPE);
    }
  });
  eachRow(state, 0, h, (y) => {
    const row = Math.max(0, (y + 0.5) / SHRINK - 0.5);
    const top = (row | 0) * across;
    const v = row - (row | 0);
    for (let x = 0, j = y * w * 3; x < w; x++, j += 3) {
      const column = Math.max(0, (x + 0.5) / SHRINK - 0.5);
      const u = column - (column | 0);
      const i = top + (column | 0);
      const above = slopes[i] + (slopes[i + 1] - slopes[i]) * u;
      const below = slopes[i + across] + (slopes[i + across + 1] - slopes[i + across]) * u;
      const gain = 1 + (above + (below - above) * v) * depth;
      rgb[j] *= gain;
      rgb[j + 1] *= gain;
      rgb[j + 2] *= gain;
    }
  });
}
