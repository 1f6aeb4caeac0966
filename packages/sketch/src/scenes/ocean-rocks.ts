/** Boulders of a rocky coast, with the foam that breaks around them. */
import type { SKRSContext2D } from "@napi-rs/canvas";
import { css, hex, mixc, mul } from "../core/color.ts";
import type { Frame } from "../core/frame.ts";
import type { Rng } from "../core/rng.ts";
import { settle } from "../core/rows.ts";
import { paintRock } from "../subjects/rock.ts";
import type { Rgb, SceneState } from "../types.ts";

const CLUSTERS = 9;
const FOAM = hex("#eef4f4");
const SHADOW: Rgb = [0.05, 0.04, 0.03];
const FOAM_STROKES = 14;
/** How high a boulder stands for its width. */
const STEEP = 0.62;
/** Share of its own height that `paintRock` lets a rock rise. */
const RISE_OF_ROCK = 0.34;

type Base = { color: Rgb; foaming: boolean };
type Boulder = { x: number; foot: number; width: number };

/** Clusters from the far water on one side to a row before the viewer. */
function placeBoulders(frame: Frame, rng: Rng, horizon: number, flip: number): Boulder[] {
  const { w, h } = frame;
  const side = Math.min(w, h);
  const boulders: Boulder[] = [];
  for (let i = 0; i < CLUSTERS; i++) {
    const near = 0.16 + 0.9 * (i / (CLUSTERS - 1));
    const foot = horizon + (h - horizon) * near;
    const reach = (1 - near) * 0.32 + rng.range(0, 0.2 + near * 0.4);
    const x = w * (0.5 - flip * (0.5 - reach * 0.9));
    const count = rng.int(2, 3);
    for (let k = 0; k < count; k++) {
      const width = side * (0.05 + 0.3 * near) * rng.range(0.45, 1);
      boulders.push({
        x: x + width * rng.range(-0.9, 0.9),
        foot: foot + width * rng.range(-0.04, 0.1),
        width,
      });
    }
  }
  return boulders.toSorted((a, b) => a.foot - b.foot);
}

/** What hides where a boulder is cut off: foam on the water, its shadow on sand. */
function drawFoot(context: SKRSContext2D, rng: Rng, { x, foot, width }: Boulder, base: Base): void {
  const across = width * 0.62;
  context.fillStyle = css(base.color, base.foaming ? 0.5 : 0.6);
  context.beginPath();
  context.ellipse(x, foot - width * 0.025, across, across * 0.09, 0, 0, Math.PI * 2);
  context.fill();
  if (!base.foaming) return;
  for (let i = 0; i < FOAM_STROKES; i++) {
    const from = rng.range(-0.2, Math.PI * 0.8);
    const reach = across * rng.range(0.8, 1.15);
    context.strokeStyle = css(base.color, rng.range(0.35, 0.9));
    context.lineWidth = width * rng.range(0.012, 0.045);
    context.beginPath();
    context.ellipse(x, foot, reach, reach * 0.13, 0, from, from + rng.range(0.2, 0.7));
    context.stroke();
  }
}

/**
 * Draws the rocks of a coast into a sea that has been drawn; `shoreAt` gives the row where the water
 * ends in a column, where there is a beach.
 */
export function drawCoastRocks(
  frame: Frame,
  state: SceneState,
  rng: Rng,
  shoreAt: ((x: number) => number) | null,
): void {
  const { light, sky } = state;
  if (!light || !sky) return;
  const boulders = placeBoulders(frame, rng, light.horizon, light.flip);
  const shade = sky.night > 0 ? 0.35 : 0.85;
  const water: Base = { color: mul(mixc(FOAM, sky.fog, 0.35), shade), foaming: true };
  const sand: Base = { color: SHADOW, foaming: false };
  const { canvas, context } = frame.canvas();
  context.lineCap = "round";
  for (const boulder of boulders) {
    const { x, foot, width } = boulder;
    settle(state, context);
    const rise = width * STEEP * rng.range(0.7, 1.1);
    paintRock(context, frame.w, state, rng, {
      cx: x,
      baseY: foot - rise,
      height: rise / RISE_OF_ROCK,
      scale: 1,
      width: width * 0.8,
    });
    const ashore = shoreAt !== null && foot > shoreAt(x);
    drawFoot(context, rng, boulder, ashore ? sand : water);
  }
  frame.draw(canvas);
}
