import { boxBlur, downsample } from "../core/blur.ts";
import { clamp } from "../core/color.ts";

/** The tensor is kept at a quarter of the picture's size: directions vary slowly. */
const SCALE = 4;

/** Smoothed structure tensor (xx, xy, yy per cell) of a lightness plane. */
export type FlowField = { w: number; h: number; data: Float32Array };

/** Direction along the local edge in radians, how sure it is (0 to 1), and the edge's energy. */
export type Flow = { angle: number; coherence: number; energy: number };

export function emptyFlow(): Flow {
  return { angle: 0, coherence: 0, energy: 0 };
}

/** Structure tensor of a plane of w by h pixels, blurred over `radius` cells of four pixels. */
export function flowField(plane: Float32Array, w: number, h: number, radius: number): FlowField {
  const small = downsample(plane, w, h, SCALE, 1);
  const { data: d, w: W, h: H } = small;
  const data = new Float32Array(W * H * 3);
  for (let y = 1; y < H - 1; y++) {
    for (let x = 1; x < W - 1; x++) {
      const i = y * W + x;
      const gx =
        d[i + 1] - d[i - 1] + 0.5 * (d[i + 1 - W] - d[i - 1 - W] + d[i + 1 + W] - d[i - 1 + W]);
      const gy =
        d[i + W] - d[i - W] + 0.5 * (d[i + W - 1] - d[i - W - 1] + d[i + W + 1] - d[i - W + 1]);
      data[i * 3] = gx * gx;
      data[i * 3 + 1] = gx * gy;
      data[i * 3 + 2] = gy * gy;
    }
  }
  boxBlur(data, W, H, radius, 3, 2);
  return { w: W, h: H, data };
}

function cellAt(field: FlowField, x: number, y: number): number {
  const column = clamp((x / SCALE) | 0, 0, field.w - 1);
  const row = clamp((y / SCALE) | 0, 0, field.h - 1);
  return (row * field.w + column) * 3;
}

/** The flow's energy alone at a pixel of the full picture. */
export function energyAt(field: FlowField, x: number, y: number): number {
  const i = cellAt(field, x, y);
  return field.data[i] + field.data[i + 2];
}

/** Reads the flow at a pixel of the full picture into `out`. */
export function flowAt(field: FlowField, x: number, y: number, out: Flow): Flow {
  const i = cellAt(field, x, y);
  const xx = field.data[i];
  const xy = field.data[i + 1];
  const yy = field.data[i + 2];
  const energy = xx + yy;
  out.angle = 0.5 * Math.atan2(2 * xy, xx - yy) + Math.PI / 2;
  out.coherence = energy > 1e-7 ? Math.sqrt((xx - yy) ** 2 + 4 * xy * xy) / energy : 0;
  out.energy = energy;
  return out;
}
