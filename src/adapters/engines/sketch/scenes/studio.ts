/** A studio sweep for single things: backdrop, pool of light, soft discs of unsharp light. */
import { type Rgb, adjust, clamp, css, hex, lch, mix, mixc, smooth } from "../core/color.ts";
import type { Frame } from "../core/frame.ts";
import { makeNoise } from "../core/noise.ts";
import type { Rng } from "../core/rng.ts";
import type { SceneState } from "../types.ts";
import { eachRow } from "./rows.ts";

/** Where the backdrop bends into the table, from the top. */
const BEND = 0.72;
const DISCS = 22;
const LAMP = hex("#fff2df");
const GREY: Rgb = [0.8, 0.8, 0.8];

/** The backdrop's colour and its accent; the draws are made whatever the prompt says. */
function chooseColours(state: SceneState, rng: Rng): { base: Rgb; accent: Rgb } {
  const { spec } = state;
  const drawn = lch(rng.range(0.5, 0.78), rng.range(0.04, 0.1), rng() * 360);
  const turn = rng.range(-50, 50);
  const [first, second] = spec.palette ?? [];
  const base = spec.background ?? (first ? adjust(first, 0.05) : drawn);
  return { base, accent: second ?? adjust(base, 0.14, 1.2, turn) };
}

/** Wall and table as one sweep, lit from above one shoulder, with a pool of light on the table. */
function paintSweep(frame: Frame, state: SceneState, base: Rgb, accent: Rgb, flip: number): void {
  const { w, h, rgb } = frame;
  const side = Math.min(w, h);
  const noise = makeNoise(state.seed, "studio");
  const bend = h * BEND;
  eachRow(state, 0, h, (y) => {
    const table = smooth(bend - h * 0.09, bend + h * 0.06, y);
    const towardsAccent = clamp(table * 0.55 + (y / h) * 0.15);
    for (let x = 0, j = y * w * 3; x < w; x++, j += 3) {
      const away = Math.hypot(x / w - (0.5 - 0.1 * flip), y / h - 0.42);
      const wall = 0.5 + 0.75 * Math.exp(-away * away * 5.5);
      const cloth = 1 + 0.05 * noise.fbm((x / side) * 2.4, (y / side) * 2.4, 4);
      const acrossPool = (x / w - 0.5) / 0.36;
      const downPool = (y - bend - h * 0.1) / (h * 0.16);
      const pool = 0.82 + 0.5 * Math.exp(-acrossPool * acrossPool - downPool * downPool);
      const light = wall * cloth * mix(1, pool, table);
      for (let k = 0; k < 3; k++) rgb[j + k] = mix(base[k], accent[k], towardsAccent) * light;
    }
  });
}

function drawDiscs(frame: Frame, accent: Rgb, count: number, rng: Rng): void {
  const { w, h } = frame;
  const side = Math.min(w, h);
  const { canvas, context } = frame.canvas();
  for (let i = 0; i < count; i++) {
    const radius = side * rng.range(0.015, 0.07);
    const x = rng() * w;
    const y = rng() * h * BEND * 0.9;
    const colour = adjust(accent, rng.range(0, 0.2), 1.3, rng.range(-30, 30));
    const fill = context.createRadialGradient(x, y, radius * 0.5, x, y, radius);
    fill.addColorStop(0, css(colour, 0.14));
    fill.addColorStop(0.9, css(colour, 0.22));
    fill.addColorStop(1, css(colour, 0));
    context.fillStyle = fill;
    context.beginPath();
    context.arc(x, y, radius, 0, Math.PI * 2);
    context.fill();
  }
  frame.draw(canvas);
}

/** Draws the sweep and says where things stand on it; the things themselves come later. */
export function renderStudio(frame: Frame, state: SceneState): void {
  const { w, h } = frame;
  const rng = state.rng("studio");
  const { base, accent } = chooseColours(state, rng);
  const flip = rng.sign();
  state.sky = {
    name: "studio",
    exposure: 1,
    ambient: mixc(base, GREY, 0.5),
    sun: LAMP,
    sunStrength: 1.25,
    fog: base,
    night: 0,
    altitude: 0.6,
  };
  state.light = {
    sunX: w * (0.5 - 0.32 * flip),
    sunY: h * 0.14,
    direction: [-flip * 0.6, 0.6, 0.4],
    horizon: h * BEND,
    flip: flip === 1 ? -1 : 1,
  };
  state.groundY = () => h * 0.82;
  paintSweep(frame, state, base, accent, flip);
  state.progress(0.6, "studio");
  drawDiscs(frame, accent, state.spec.bokeh ?? DISCS, rng);
}
