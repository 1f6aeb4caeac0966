/** A rock for a thing to stand on, outdoors. */
import type { SKRSContext2D } from "@napi-rs/canvas";
import { css, hex, mixc, mul } from "../core/color.ts";
import type { Frame, Rgb, Rng, SceneState } from "../types.ts";
import type { Spot } from "./spots.ts";

const STONE = hex("#7d7a76");
const POINTS = 15;
/** Height of the rock as a share of the thing's. */
const RISE = 0.34;
const FACETS = 26;

/** Draws a rock whose top is at `spot.baseY`, as wide as `width` and a little more. */
export function drawRock(
  frame: Frame,
  state: SceneState,
  rng: Rng,
  spot: Spot & { width: number },
): void {
  const { canvas, context } = frame.canvas();
  paintRock(context, frame.w, state, rng, spot);
  frame.draw(canvas);
}

/** Paints the rock on a layer of `w` pixels across. */
export function paintRock(
  context: SKRSContext2D,
  w: number,
  state: SceneState,
  rng: Rng,
  spot: Spot & { width: number },
): void {
  const { sky, light } = state;
  const shade = sky && sky.night > 0 ? 0.4 : 0.95;
  const stone = mul(sky ? mixc(STONE, sky.fog, 0.15) : STONE, shade);
  const lit = sky ? mixc(stone, mul(sky.sun, 0.9 * shade), 0.32) : stone;
  const half = Math.max(spot.width * 0.62, spot.height * 0.3);
  const rise = spot.height * RISE;
  const top = spot.baseY - rise * 0.08;
  const outline = Array.from({ length: POINTS }, (_, i) => {
    const angle = Math.PI + (i / (POINTS - 1)) * Math.PI;
    const wobble = rng.range(0.93, 1.07);
    const flat = Math.pow(Math.abs(Math.sin(angle)), 0.45);
    return [
      spot.cx + Math.cos(angle) * half * 1.15 * wobble,
      top + rise - flat * rise * (i > 4 && i < 10 ? 1 : wobble),
    ] as const;
  });
  const toLight = (light?.sunX ?? w) > spot.cx ? 1 : -1;
  context.save();
  context.beginPath();
  for (const [i, [x, y]] of outline.entries()) {
    if (i === 0) context.moveTo(x, y);
    else context.lineTo(x, y);
  }
  context.closePath();
  const across = context.createLinearGradient(
    spot.cx - half * toLight,
    0,
    spot.cx + half * toLight,
    0,
  );
  across.addColorStop(0, css(mul(stone, 0.45)));
  across.addColorStop(0.7, css(stone));
  across.addColorStop(1, css(lit));
  context.fillStyle = across;
  context.fill();
  context.clip();
  for (let i = 0; i < FACETS; i++) {
    const x = spot.cx + rng.range(-1, 1) * half;
    const y = top + rng() * rise;
    const size = half * rng.range(0.12, 0.34);
    const tone: Rgb = rng.chance(0.5) ? mul(stone, 0.6) : lit;
    const turn = rng.range(0, 3);
    context.fillStyle = css(tone, rng.range(0.12, 0.3));
    context.beginPath();
    for (let k = 0; k < 4; k++) {
      const a = turn + (k / 4) * Math.PI * 2;
      context.lineTo(x + Math.cos(a) * size, y + Math.sin(a) * size * 0.45);
    }
    context.fill();
  }
  const down = context.createLinearGradient(0, top, 0, top + rise);
  down.addColorStop(0, "rgba(255,255,255,0.1)");
  down.addColorStop(0.2, "rgba(0,0,0,0)");
  down.addColorStop(1, "rgba(0,0,0,0.55)");
  context.fillStyle = down;
  context.fillRect(0, top - rise, w, rise * 3);
  context.restore();
}

/** How far a rock lifts the thing on it, in pixels. */
export const rockRise = (height: number): number => height * RISE * 0.8;
