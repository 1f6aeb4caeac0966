/** Follows rays through the pixels of a still life: few where the picture is even, more at edges. */
import type { Frame } from "../core/frame.ts";
import type { SceneState } from "../types.ts";
import { eachRow } from "../core/rows.ts";
import type { Shader } from "./still-life-light.ts";

/** From where, at what, and how closely; `zoom` 1 sees 90 degrees along the shorter side. */
export type View = {
  eye: readonly [number, number, number];
  aim: readonly [number, number, number];
  zoom: number;
};

type Follow = (px: number, py: number) => number;

/** Neighbours that differ by more than this share of their light are not averaged between. */
const EVEN = 0.05;
/** Neighbours that differ by more than this share are an edge, to be smoothed. */
const EDGE = 0.16;
/** Keeps shares meaningful in the dark. */
const FLOOR_LIGHT = 0.15;
const SUBSAMPLES = [
  [0.05, 0.36],
  [0.3, -0.22],
  [-0.34, -0.14],
] as const;

/** Draws what `view` sees into `frame`. */
export function paintView(frame: Frame, state: SceneState, view: View, shade: Shader): void {
  const light = new Float32Array(3);
  const follow = followThrough(frame, view, shade, light);
  const met = new Int16Array(frame.w * frame.h);
  trace(frame, state, follow, met, light);
  smoothEdges(frame, state, follow, met, light);
}

function unit(x: number, y: number, z: number): [number, number, number] {
  const length = Math.sqrt(x * x + y * y + z * z);
  return [x / length, y / length, z / length];
}

/** The function that follows the ray through a point of the frame. */
function followThrough(
  { w, h }: Frame,
  { eye, aim, zoom }: View,
  shade: Shader,
  light: Float32Array,
): Follow {
  const half = Math.min(w, h) / 2;
  const [fx, fy, fz] = unit(aim[0] - eye[0], aim[1] - eye[1], aim[2] - eye[2]);
  const [rx, , rz] = unit(-fz, 0, fx);
  const ux = -rz * fy;
  const uy = rz * fx - rx * fz;
  const uz = rx * fy;
  return (px, py) => {
    const x = (px - w / 2) / half;
    const y = (h / 2 - py) / half;
    const dx = rx * x + ux * y + fx * zoom;
    const dy = uy * y + fy * zoom;
    const dz = rz * x + uz * y + fz * zoom;
    const k = 1 / Math.sqrt(dx * dx + dy * dy + dz * dz);
    return shade(eye[0], eye[1], eye[2], dx * k, dy * k, dz * k, light);
  };
}

/** Every second pixel of every second row first; the others are averaged where those agree. */
function trace(
  { w, h, rgb }: Frame,
  state: SceneState,
  follow: Follow,
  met: Int16Array,
  light: Float32Array,
): void {
  const at = (x: number, y: number) => {
    const i = y * w + x;
    met[i] = follow(x + 0.5, y + 0.5);
    rgb[i * 3] = light[0];
    rgb[i * 3 + 1] = light[1];
    rgb[i * 3 + 2] = light[2];
  };
  /** Averages two pixels into a third if they are alike. */
  const between = (i: number, a: number, b: number): boolean => {
    if (met[a] !== met[b]) return false;
    const la = rgb[a * 3] + rgb[a * 3 + 1] + rgb[a * 3 + 2];
    const lb = rgb[b * 3] + rgb[b * 3 + 1] + rgb[b * 3 + 2];
    if (Math.abs(la - lb) > EVEN * (Math.min(la, lb) + FLOOR_LIGHT)) return false;
    met[i] = met[a];
    for (let c = 0; c < 3; c++) rgb[i * 3 + c] = (rgb[a * 3 + c] + rgb[b * 3 + c]) / 2;
    return true;
  };
  const traceRow = (y: number) => {
    for (let x = 0; x < w; x += 2) at(x, y);
    for (let x = 1; x < w; x += 2) {
      const i = y * w + x;
      if (x + 1 >= w || !between(i, i - 1, i + 1)) at(x, y);
    }
  };
  traceRow(0);
  eachRow(state, 0, Math.ceil(h / 2), (row) => {
    if (row % 32 === 0) state.progress(0.08 + 0.52 * ((row * 2) / h), "still life");
    const below = Math.min(row * 2 + 2, h - 1);
    if (below > row * 2) traceRow(below);
    const y = row * 2 + 1;
    if (y >= below) return;
    for (let x = 0; x < w; x++) {
      const i = y * w + x;
      if (!between(i, i - w, i + w)) at(x, y);
    }
  });
}

/** Follows more rays through each pixel that lies on an edge. */
function smoothEdges(
  { w, h, rgb }: Frame,
  state: SceneState,
  follow: Follow,
  met: Int16Array,
  light: Float32Array,
): void {
  const level = new Float32Array(w * h);
  for (let i = 0; i < level.length; i++) {
    level[i] = rgb[i * 3] + rgb[i * 3 + 1] + rgb[i * 3 + 2];
  }
  eachRow(state, 1, h - 1, (y) => {
    if (y % 64 === 0) state.progress(0.6 + 0.14 * (y / h), "edges");
    for (let x = 1, i = y * w + 1; x < w - 1; x++, i++) {
      const here = level[i];
      const least = EDGE * (here + FLOOR_LIGHT);
      const even =
        met[i - 1] === met[i] &&
        met[i + 1] === met[i] &&
        met[i - w] === met[i] &&
        met[i + w] === met[i] &&
        Math.abs(level[i - 1] - here) <= least &&
        Math.abs(level[i + 1] - here) <= least &&
        Math.abs(level[i - w] - here) <= least &&
        Math.abs(level[i + w] - here) <= least;
      if (even) continue;
      for (let k = 0; k < SUBSAMPLES.length; k++) {
        follow(x + 0.5 + SUBSAMPLES[k][0], y + 0.5 + SUBSAMPLES[k][1]);
        for (let c = 0; c < 3; c++) rgb[i * 3 + c] += light[c];
      }
      for (let c = 0; c < 3; c++) rgb[i * 3 + c] /= SUBSAMPLES.length + 1;
    }
  });
}
