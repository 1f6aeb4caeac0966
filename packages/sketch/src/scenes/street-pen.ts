/** Draws flat parts of houses as they are seen down a street: fronts along it, and what faces the viewer. */
import type { SKRSContext2D } from "@napi-rs/canvas";
import { css, mul } from "../core/color.ts";
import { eachRow } from "../core/rows.ts";
import type { Frame, Rgb, SceneState } from "../types.ts";
import { type Facing, hazeAt, seen, shining, type TownLight } from "./city-light.ts";
import { project, type View } from "./street-plan.ts";

/** A point in metres: right of the viewer's line, above the ground, away. */
export type Place = readonly [x: number, y: number, z: number];

type Glow = { x: number; y: number; r: number; color: Rgb };

export type StreetPen = {
  context: SKRSContext2D;
  view: View;
  light: TownLight;
  /** Lights in the air, in pixels. */
  glows: Glow[];
};

/** A light reaches no farther, as a share of the frame's shorter side. */
const MOST_GLOW = 0.22;

/** Nearer than this nothing is drawn: it would lie behind the viewer. */
const NEAR = 0.35;

function trace({ context, view }: StreetPen, places: readonly Place[]): void {
  context.beginPath();
  for (const [i, [x, y, z]] of places.entries()) {
    const [px, py] = project(view, x, y, Math.max(NEAR, z));
    if (i === 0) context.moveTo(px, py);
    else context.lineTo(px, py);
  }
  context.closePath();
}

const distanceOf = (places: readonly Place[]): number =>
  places.reduce((sum, [, , z]) => sum + Math.max(NEAR, z), 0) / places.length;

/** Fills a shape with a colour in the light of its side. */
export function fillFacing(
  pen: StreetPen,
  places: readonly Place[],
  color: Rgb,
  facing: Facing,
): void {
  trace(pen, places);
  pen.context.fillStyle = css(seen(pen.light, color, facing, distanceOf(places)));
  pen.context.fill();
}

/** Fills a shape that shines by itself. */
export function fillShining(pen: StreetPen, places: readonly Place[], color: Rgb, alpha = 1): void {
  trace(pen, places);
  pen.context.fillStyle = css(shining(pen.light, color, distanceOf(places)), alpha);
  pen.context.fill();
}

/** Darkens (or, with a light colour, veils) a shape from `top` down to `foot`, by alpha. */
export function veil(
  pen: StreetPen,
  places: readonly Place[],
  [top, foot]: readonly [top: number, foot: number],
  color = "18,14,22",
): void {
  const rows = places.map(([x, y, z]) => project(pen.view, x, y, Math.max(NEAR, z))[1]);
  const fill = pen.context.createLinearGradient(0, Math.min(...rows), 0, Math.max(...rows));
  fill.addColorStop(0, `rgba(${color},${top})`);
  fill.addColorStop(1, `rgba(${color},${foot})`);
  trace(pen, places);
  pen.context.fillStyle = fill;
  pen.context.fill();
}

/** A line between two places, `wide` metres thick. */
export function line(pen: StreetPen, from: Place, to: Place, wide: number, color: Rgb): void {
  const { context, view } = pen;
  const z = Math.max(NEAR, (from[2] + to[2]) / 2);
  context.strokeStyle = css(seen(pen.light, color, "viewer", z));
  context.lineWidth = Math.max(view.side * 0.0006, (wide * view.focal) / z);
  context.beginPath();
  context.moveTo(...project(view, from[0], from[1], Math.max(NEAR, from[2])));
  context.lineTo(...project(view, to[0], to[1], Math.max(NEAR, to[2])));
  context.stroke();
}

/** Notes a soft round light around a place, `radius` metres wide. */
export function glow(
  { glows, view, light }: StreetPen,
  [x, y, z]: Place,
  radius: number,
  color: Rgb,
  strength: number,
): void {
  const [px, py] = project(view, x, y, z);
  const r = Math.min((radius * view.focal) / z, view.side * MOST_GLOW);
  const share = strength * (1 - hazeAt(light, z) * 0.7);
  glows.push({ x: px, y: py, r, color: mul(color, share) });
}

/** Adds the light of all glows to the air before what is drawn. */
export function addGlows({ w, h, rgb }: Frame, state: SceneState, { glows }: StreetPen): void {
  for (const { x, y, r, color } of glows) {
    const left = Math.max(0, Math.floor(x - r));
    const right = Math.min(w, x + r);
    eachRow(state, y - r, Math.min(h, y + r), (row) => {
      for (let column = left, j = (row * w + left) * 3; column < right; column++, j += 3) {
        const d2 = ((column + 0.5 - x) ** 2 + (row + 0.5 - y) ** 2) / (r * r);
        if (d2 >= 1) continue;
        const share = ((1 - d2) ** 2 * 0.2) / (0.2 + d2 * 5);
        for (let c = 0; c < 3; c++) rgb[j + c] += color[c] * share;
      }
    });
  }
}
