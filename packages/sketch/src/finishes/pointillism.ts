import { settle } from "../core/rows.ts";
import { clamp, css, oklab, unoklab, hypot } from "../core/color.ts";
import type { Frame } from "../core/frame.ts";
import type { SceneState } from "../types.ts";
import { shortSide } from "./plane.ts";

const CANVAS_COLOUR = "#efe6d2";

/** Layers of dots: radius and spacing as shares of the short side, large ones first. */
const LAYERS = [
  { radius: 0.0075, spacing: 0.0085 },
  { radius: 0.0046, spacing: 0.0056 },
] as const;
/** Spread of the dots' hues in radians: neighbours mix in the eye. */
const HUE_SPREAD = 0.35;

/** Pointillism: two layers of round dots of purer colour than the picture's, hues scattered. */
export function pointillism(frame: Frame, state: SceneState): void {
  const { w, h, rgb } = frame;
  const side = shortSide(frame);
  const rng = state.rng("dots");
  const { canvas, context } = frame.canvas();
  context.fillStyle = CANVAS_COLOUR;
  context.fillRect(0, 0, w, h);
  for (const layer of LAYERS) {
    const columns = Math.ceil(w / (side * layer.spacing));
    const rows = Math.ceil(h / (side * layer.spacing));
    for (let row = 0; row < rows; row++) {
      if (row % 2 === 0) settle(state, context);
      for (let column = 0; column < columns; column++) {
        const x = (column + rng.gauss() * 0.4) * side * layer.spacing;
        const y = (row + rng.gauss() * 0.4) * side * layer.spacing;
        const j = (clamp(y | 0, 0, h - 1) * w + clamp(x | 0, 0, w - 1)) * 3;
        const [lightness, a, b] = oklab([rgb[j], rgb[j + 1], rgb[j + 2]]);
        const tone = clamp(lightness + rng.gauss() * 0.05);
        const chroma = hypot(a, b) * 1.45 + 0.012;
        const hue = Math.atan2(b, a) + rng.gauss() * HUE_SPREAD;
        const dot = unoklab([tone, chroma * Math.cos(hue), chroma * Math.sin(hue)]);
        context.fillStyle = css(dot, 0.93);
        context.beginPath();
        context.arc(x, y, side * layer.radius * rng.range(0.6, 1.05), 0, Math.PI * 2);
        context.fill();
      }
    }
  }
  frame.fromCanvas(canvas);
}
