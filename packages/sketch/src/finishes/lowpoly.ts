import { settle } from "../core/rows.ts";
import Delaunator from "delaunator";
import { downsample } from "../core/blur.ts";
import { type Rgb, adjust, clamp, css } from "../core/color.ts";
import type { Frame } from "../core/frame.ts";
import type { Rng } from "../core/rng.ts";
import type { SceneState } from "../types.ts";
import { lightnessPlane, shortSide } from "./plane.ts";

const EDGE_SCALE = 2;
/** Corners in a square picture; longer pictures get more. */
const CORNERS = 2600;
const MOST_TRIES = 60000;
const BORDER_CORNERS = 24;
/** Chance of a corner in a flat place, and how much an edge adds. */
const FLAT_CHANCE = 0.035;
const EDGE_CHANCE = 4;
const TRIANGLES_BETWEEN_CHECKS = 256;

/** Points inside a triangle whose colours are averaged, in barycentric coordinates. */
const SAMPLES = [
  [1 / 3, 1 / 3],
  [0.6, 0.2],
  [0.2, 0.6],
  [0.2, 0.2],
] as const;

type EdgeMap = { w: number; h: number; data: Float32Array };

function edgeMap(frame: Frame): EdgeMap {
  const { data, w, h } = downsample(lightnessPlane(frame), frame.w, frame.h, EDGE_SCALE, 1);
  const edges = new Float32Array(w * h);
  for (let y = 1; y < h - 1; y++) {
    for (let x = 1; x < w - 1; x++) {
      const i = y * w + x;
      const slope = Math.abs(data[i + 1] - data[i - 1]) + Math.abs(data[i + w] - data[i - w]);
      edges[i] = Math.min(0.4, slope);
    }
  }
  return { w, h, data: edges };
}

/** Corners crowded along edges, with the border closed; x and y by turns. */
function chooseCorners(frame: Frame, rng: Rng): Float64Array {
  const { w, h } = frame;
  const side = shortSide(frame);
  const edges = edgeMap(frame);
  const wanted = CORNERS * Math.max(1, (w * h) / (side * side));
  const points: number[] = [];
  for (let i = 0; i <= BORDER_CORNERS; i++) {
    const u = (w * i) / BORDER_CORNERS;
    const v = (h * i) / BORDER_CORNERS;
    points.push(u, 0, u, h, 0, v, w, v);
  }
  for (let tries = 0; tries < MOST_TRIES && points.length / 2 < wanted; tries++) {
    const x = rng() * w;
    const y = rng() * h;
    const column = Math.min(edges.w - 1, (x / EDGE_SCALE) | 0);
    const row = Math.min(edges.h - 1, (y / EDGE_SCALE) | 0);
    const chance = FLAT_CHANCE + edges.data[row * edges.w + column] * EDGE_CHANCE;
    if (rng.chance(chance)) points.push(x, y);
  }
  return Float64Array.from(points);
}

/** Low-poly: flat triangles whose corners sit on the picture's edges. */
export function lowpoly(frame: Frame, state: SceneState): void {
  const { w, h, rgb } = frame;
  const rng = state.rng("lowpoly");
  const points = chooseCorners(frame, rng);
  const { triangles } = new Delaunator(points);
  const { canvas, context } = frame.canvas();
  context.lineWidth = 1;
  context.lineJoin = "round";
  for (let t = 0; t < triangles.length; t += 3) {
    if (t % (TRIANGLES_BETWEEN_CHECKS * 3) === 0) settle(state, context);
    const [a, b, c] = [triangles[t] * 2, triangles[t + 1] * 2, triangles[t + 2] * 2];
    const mean: Rgb = [0, 0, 0];
    for (const [u, v] of SAMPLES) {
      const rest = 1 - u - v;
      const x = clamp((points[a] * u + points[b] * v + points[c] * rest) | 0, 0, w - 1);
      const y = clamp((points[a + 1] * u + points[b + 1] * v + points[c + 1] * rest) | 0, 0, h - 1);
      for (let k = 0; k < 3; k++) mean[k] += rgb[(y * w + x) * 3 + k] / SAMPLES.length;
    }
    const colour = css(adjust(mean, rng.range(-0.014, 0.018), 1.1));
    context.fillStyle = colour;
    // The outline closes the hairline gaps that antialiasing leaves between triangles.
    context.strokeStyle = colour;
    context.beginPath();
    context.moveTo(points[a], points[a + 1]);
    context.lineTo(points[b], points[b + 1]);
    context.lineTo(points[c], points[c + 1]);
    context.closePath();
    context.fill();
    context.stroke();
  }
  frame.fromCanvas(canvas);
}
