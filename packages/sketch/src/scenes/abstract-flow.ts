/** Abstract of brush lines that follow a field with whirls in it. */
import { type Rgb, adjust, clamp, css, mix, mixc, hypot } from "../core/color.ts";
import type { Frame } from "../core/frame.ts";
import { type Noise, makeNoise } from "../core/noise.ts";
import type { Rng } from "../core/rng.ts";
import { settle } from "../core/rows.ts";
import type { SceneState } from "../types.ts";
import type { AbstractPalette } from "./abstract-palette.ts";

const LINES = 2600;
const LINES_BETWEEN_CHECKS = 100;
/** Length of a step along the field, as a share of the short side. */
const STEP = 0.0075;
const WHIRLS = 3;

type Whirl = { x: number; y: number; spin: number };
type Field = (x: number, y: number) => [dx: number, dy: number];

function whirlingField(noise: Noise, rng: Rng, { w, h }: Frame): Field {
  const side = Math.min(w, h);
  const offset = rng() * 40;
  const scale = rng.range(1.1, 2.2);
  const whirls: Whirl[] = Array.from({ length: WHIRLS }, () => ({
    x: rng() * w,
    y: rng() * h,
    spin: rng.sign() * rng.range(0.5, 1.4),
  }));
  return (x, y) => {
    const angle = noise.fbm((x / side) * scale + offset, (y / side) * scale, 3) * 5.2;
    let dx = Math.cos(angle);
    let dy = Math.sin(angle);
    for (const whirl of whirls) {
      const toX = (x - whirl.x) / side;
      const toY = (y - whirl.y) / side;
      const away = hypot(toX, toY) + 0.08;
      const force = (whirl.spin * Math.exp(-away * 3.2) * 2.2) / away;
      dx -= toY * force;
      dy += toX * force;
    }
    const length = hypot(dx, dy) + 1e-6;
    return [dx / length, dy / length];
  };
}

function lineColour(ranked: readonly Rgb[], position: number): Rgb {
  const t = clamp(position) * (ranked.length - 2) + 1;
  const k = Math.min(ranked.length - 2, t | 0);
  return mixc(ranked[k], ranked[k + 1], t - k);
}

/** Flow field: thousands of round lines, the first broad and dark, the last fine and bright. */
export function flow(frame: Frame, state: SceneState, { ranked }: AbstractPalette, rng: Rng): void {
  const { w, h, rgb } = frame;
  const side = Math.min(w, h);
  const noise = makeNoise(state.seed, "flow");
  const ground = ranked[0];
  for (let j = 0; j < rgb.length; j++) rgb[j] = ground[j % 3];
  const field = whirlingField(noise, rng, frame);
  const { canvas, context } = frame.canvas();
  context.lineCap = "round";
  for (let line = 0; line < LINES; line++) {
    if (line % LINES_BETWEEN_CHECKS === 0) settle(state, context);
    const age = line / LINES;
    let x = w * rng.range(-0.1, 1.1);
    let y = h * rng.range(-0.1, 1.1);
    const region = noise.fbm((x / w) * 1.6 + 9, (y / h) * 1.6, 3) + 0.5 + rng.gauss() * 0.16;
    const colour = adjust(lineColour(ranked, region), rng.range(-0.05, 0.07));
    context.strokeStyle = css(colour, mix(0.5, 0.95, age));
    context.lineWidth = side * mix(0.0065, 0.0016, age) * rng.range(0.6, 1.5);
    context.beginPath();
    context.moveTo(x, y);
    const steps = rng.int(22, 60);
    for (let step = 0; step < steps; step++) {
      const [dx, dy] = field(x, y);
      x += dx * side * STEP;
      y += dy * side * STEP;
      context.lineTo(x, y);
    }
    context.stroke();
  }
  frame.draw(canvas);
}
