import { clamp, mix } from "../core/color.ts";
import type { Noise } from "../core/noise.ts";
import type { Flow, FlowField } from "./flow-field.ts";
import { flowAt } from "./flow-field.ts";
import { perceived } from "./plane.ts";

/** A brush mark: where it runs (x, y by turns) and its direction at the end, in radians. */
export type Stroke = { path: number[]; angle: number };

/** What strokes are laid over: the picture to follow (linear RGB), its flow, and noise for swirls. */
export type StrokeGround = {
  src: Float32Array;
  w: number;
  h: number;
  flow: FlowField;
  noise: Noise;
};

export type StrokeShape = {
  /** Brush radius in pixels. */
  radius: number;
  /** Number of segments. */
  length: number;
  /** Whether strokes in calm places follow a slow swirl rather than the faint flow. */
  swirls: boolean;
};

/** A stroke ends where the colour has changed this much from where it began. */
const COLOUR_CHANGE = 0.13;
const SEGMENT = 0.85;

function startAngle(
  ground: StrokeGround,
  x: number,
  y: number,
  swirls: boolean,
  flow: Flow,
): number {
  if (flow.coherence > 0.25) return flow.angle;
  const side = Math.min(ground.w, ground.h);
  const swirl = ground.noise.fbm((x / side) * 2.2, (y / side) * 2.2, 2) * 5 + 0.4;
  return mix(flow.angle, swirl, swirls ? 1 - flow.coherence * 3.2 : 0);
}

/** Follows the picture's flow from a point until the stroke is long enough or the colour changes. */
export function traceStroke(
  ground: StrokeGround,
  startX: number,
  startY: number,
  shape: StrokeShape,
  flow: Flow,
): Stroke {
  const { src, w, h } = ground;
  const column = clamp(startX | 0, 0, w - 1);
  const row = clamp(startY | 0, 0, h - 1);
  const start = (row * w + column) * 3;
  flowAt(ground.flow, column, row, flow);
  let angle = startAngle(ground, column, row, shape.swirls, flow);
  const path = [startX, startY];
  let x = startX;
  let y = startY;
  for (let segment = 0; segment < shape.length; segment++) {
    x += Math.cos(angle) * shape.radius * SEGMENT;
    y += Math.sin(angle) * shape.radius * SEGMENT;
    if (x < 0 || y < 0 || x >= w || y >= h) break;
    const here = ((y | 0) * w + (x | 0)) * 3;
    const change =
      Math.abs(perceived(src[here + 1]) - perceived(src[start + 1])) +
      Math.abs(perceived(src[here]) - perceived(src[start]));
    if (change > COLOUR_CHANGE) break;
    path.push(x, y);
    flowAt(ground.flow, x, y, flow);
    if (flow.coherence > 0.2) {
      let turn = flow.angle - angle;
      turn -= Math.PI * Math.round(turn / Math.PI);
      angle += turn * 0.5;
    }
  }
  if (path.length < 4) {
    path.push(
      startX + Math.cos(angle) * shape.radius * 0.5,
      startY + Math.sin(angle) * shape.radius * 0.5,
    );
  }
  return { path, angle };
}

type Pen = {
  beginPath(): void;
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  quadraticCurveTo(cx: number, cy: number, x: number, y: number): void;
  stroke(): void;
};

/** Draws a stroke's path moved by (dx, dy) with the pen's present colour and width. */
export function drawStroke(pen: Pen, path: readonly number[], dx: number, dy: number): void {
  pen.beginPath();
  pen.moveTo(path[0] + dx, path[1] + dy);
  if (path.length === 4) {
    pen.lineTo(path[2] + dx, path[3] + dy);
  }
  for (let k = 2; k < path.length - 2; k += 2) {
    pen.quadraticCurveTo(
      path[k] + dx,
      path[k + 1] + dy,
      (path[k] + path[k + 2]) / 2 + dx,
      (path[k + 1] + path[k + 3]) / 2 + dy,
    );
  }
  pen.stroke();
}

/** Draws a path too thin to show its corners, moved by (dx, dy): straight pieces cost Skia least. */
export function drawThin(pen: Pen, path: readonly number[], dx: number, dy: number): void {
  pen.beginPath();
  pen.moveTo(path[0] + dx, path[1] + dy);
  for (let k = 2; k < path.length; k += 2) pen.lineTo(path[k] + dx, path[k + 1] + dy);
  pen.stroke();
}
