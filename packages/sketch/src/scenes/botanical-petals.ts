/** One petal: its outline, its shading from heart to tip and its veins. */
import type { SKRSContext2D } from "@napi-rs/canvas";
import { adjust, css, mul } from "../core/color.ts";
import type { Rgb, Rng } from "../types.ts";

/** Colours from the heart of a flower to the tip of its petals. */
export type PetalColors = readonly [heart: Rgb, middle: Rgb, tip: Rgb];

export type Petal = {
  /** Turn in radians, 0 pointing up. */
  angle: number;
  /** Length and half width in pixels. */
  length: number;
  width: number;
  colors: PetalColors;
  /** Shorter side of the frame. */
  side: number;
  /** 1 pointed, 0 blunt, below 0 broadest at the tip. */
  tip?: number;
  /** Depth of the cut in the tip, as a share of the length. */
  notch?: number;
  /** Brightness. */
  shade?: number;
  /** Shortening of a petal that bends towards the viewer. */
  cup?: number;
  veins?: number;
};

/** Draws a petal that grows from the origin of the context. */
export function drawPetal(context: SKRSContext2D, rng: Rng, petal: Petal): void {
  const { angle, length, width, colors, side, shade = 1, cup = 0, veins = 9 } = petal;
  const [heart, middle, tip] = colors;
  const vary = rng.range(-0.05, 0.05);
  context.save();
  context.rotate(angle);
  context.scale(1, 1 - cup);
  tracePetal(context, petal);
  const flush = context.createRadialGradient(0, 0, length * 0.05, 0, -length * 0.1, length * 1.05);
  flush.addColorStop(0, css(adjust(heart, -0.12 + vary, 1.05)));
  flush.addColorStop(0.35, css(mul(adjust(heart, vary, 1.05), shade)));
  flush.addColorStop(0.75, css(mul(adjust(middle, vary), shade)));
  flush.addColorStop(1, css(mul(adjust(tip, vary), shade)));
  context.shadowColor = "rgba(0,0,0,.38)";
  context.shadowBlur = side * 0.012;
  context.shadowOffsetY = side * 0.002;
  context.fillStyle = flush;
  context.fill();
  context.shadowColor = "transparent";
  context.shadowBlur = 0;
  context.clip();
  const round = context.createLinearGradient(-width, 0, width, 0);
  round.addColorStop(0, "rgba(255,255,255,.16)");
  round.addColorStop(0.45, "rgba(255,255,255,0)");
  round.addColorStop(1, "rgba(0,0,0,.24)");
  context.fillStyle = round;
  context.fillRect(-width * 1.2, -length * 1.1, width * 2.4, length * 1.2);
  context.lineWidth = Math.max(0.6, side * 0.0009);
  context.strokeStyle = css(adjust(heart, -0.07), 0.26);
  context.beginPath();
  for (let vein = 0; vein < veins; vein++) {
    const s = (vein / (veins - 1) - 0.5) * 2;
    context.moveTo(s * width * 0.06, -length * 0.04);
    context.quadraticCurveTo(s * width * 0.75, -length * 0.45, s * width * 0.42, -length * 0.93);
  }
  context.stroke();
  context.restore();
}

function tracePetal(context: SKRSContext2D, { length, width, tip = 0.3, notch = 0 }: Petal): void {
  const shoulder = -length * (0.5 + 0.1 * tip);
  const edge = width * 0.34 * (1 - tip);
  const pointed = tip > 0.3;
  const curl = pointed ? edge * 0.4 : width * (notch > 0 ? 0.12 : 0.14);
  const curlY = notch > 0 ? -length * (1 - notch) : -length * (pointed ? 0.975 : 1.02);
  const tipY = notch > 0 ? -length * (1 - notch * 1.4) : -length * (1 + 0.02 * tip);
  const edgeY = -length * (pointed ? 0.93 : 0.97);
  context.beginPath();
  context.moveTo(0, 0);
  context.bezierCurveTo(width * 0.55, -length * 0.12, width * 1.02, shoulder, edge, edgeY);
  context.quadraticCurveTo(curl, curlY, 0, tipY);
  context.quadraticCurveTo(-curl, curlY, -edge, edgeY);
  context.bezierCurveTo(-width * 1.02, shoulder, -width * 0.55, -length * 0.12, 0, 0);
  context.closePath();
}
