/** What stands behind flowers: a dark wall, paper, or a garden out of focus. */
import { type Rgb, adjust, css, hex, hypot } from "../core/color.ts";
import { makeNoise } from "../core/noise.ts";
import type { Frame, Rng, SceneState } from "../types.ts";
import { eachRow } from "../core/rows.ts";

export type Backdrop = "dark" | "paper" | "garden";

const DARK_WALLS = ["#2a3a3a", "#2c2436", "#3a2a24", "#1f2f3f"].map(hex);
const PAPER = hex("#f1e9dc");
const GARDEN = hex("#6f8f5a");
/** Light left far from the lamp, light added by it, and how fast that falls off. */
const LAMPS: Readonly<Record<Backdrop, readonly [base: number, lamp: number, fall: number]>> = {
  dark: [0.3, 1.25, 1.7],
  paper: [0.93, 0.07, 1.2],
  garden: [0.35, 0.75, 1.3],
};
const BLURRED_LIGHTS = 70;

/** The colour of a backdrop; always draws once. */
export function backdropColor(backdrop: Backdrop, rng: Rng): Rgb {
  const wall = rng.pick(DARK_WALLS);
  if (backdrop === "dark") return wall;
  return backdrop === "paper" ? PAPER : GARDEN;
}

/** Paints the backdrop, lit from (lampX, lampY) in pixels. */
export function paintBackdrop(
  frame: Frame,
  state: SceneState,
  backdrop: Backdrop,
  color: Rgb,
  lamp: { x: number; y: number },
): void {
  const { w, h, rgb } = frame;
  const side = Math.min(w, h);
  const noise = makeNoise(state.seed, "backdrop");
  const [base, light, fall] = LAMPS[backdrop];
  const fibre = backdrop === "paper" ? 0.03 : 0;
  const grain = 720 / side;
  eachRow(state, 0, h, (y) => {
    for (let x = 0, j = y * w * 3; x < w; x++, j += 3) {
      const distance = hypot(x - lamp.x, y - lamp.y) / side;
      const cloud = 0.1 * noise.fbm((x / side) * 3, (y / side) * 3, 4);
      const paper = fibre > 0 ? fibre * noise.n2(x * grain, y * grain) : 0;
      const k = (base + light * Math.exp(-distance * fall)) * (1 + cloud + paper);
      for (let c = 0; c < 3; c++) rgb[j + c] = color[c] * k;
    }
  });
  if (backdrop === "garden") drawBlurredLights(frame, state.rng("bokeh"), color);
}

function drawBlurredLights(frame: Frame, rng: Rng, color: Rgb): void {
  const { w, h } = frame;
  const side = Math.min(w, h);
  const { canvas, context } = frame.canvas();
  for (let i = 0; i < BLURRED_LIGHTS; i++) {
    const radius = side * rng.range(0.02, 0.085);
    const tone = adjust(color, rng.range(-0.12, 0.26), rng.range(0.8, 1.6), rng.range(-40, 40));
    const x = rng() * w;
    const y = rng() * h;
    const disc = context.createRadialGradient(x, y, radius * 0.6, x, y, radius);
    disc.addColorStop(0, css(tone, 0.25));
    disc.addColorStop(0.86, css(adjust(tone, 0.08), 0.34));
    disc.addColorStop(1, css(tone, 0));
    context.fillStyle = disc;
    context.beginPath();
    context.arc(x, y, radius, 0, 7);
    context.fill();
  }
  frame.draw(canvas);
}
