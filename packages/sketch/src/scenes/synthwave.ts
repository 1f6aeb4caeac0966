/** Synthwave: a striped sun, wireframe mountains and a glowing grid. */
import { clamp, css, hex, mix, mixc, mul, smooth, hypot } from "../core/color.ts";
import { type Noise, makeNoise } from "../core/noise.ts";
import type { Frame, Rgb, SceneRenderer, SceneState } from "../types.ts";
import { palms } from "./ocean-palms.ts";
import { eachRow } from "../core/rows.ts";
import { zoomOf } from "../lens.ts";

/** From the top of the sky down to the grid. */
type Neon = { zenith: Rgb; middle: Rgb; glow: Rgb; sun: Rgb; grid: Rgb };

const USUAL: Neon = {
  zenith: hex("#0b0226"),
  middle: hex("#3b0f6b"),
  glow: hex("#ff2e9a"),
  sun: hex("#ffb347"),
  grid: hex("#22e6ff"),
};
const STARS = 380;
const RIDGES = 2;
const RIDGE_POINTS = 90;

/** Retro sunset over a grid. */
export const renderSynthwave: SceneRenderer = (frame, state) => {
  const { w, h } = frame;
  const side = Math.min(w, h);
  const rng = state.rng("synthwave");
  const noise = makeNoise(state.seed, "synthwave");
  const neon = colorsOf(state.spec.palette);
  const usual = rng.range(0.56, 0.64);
  const horizon = h * (state.spec.horizon ?? usual);
  const zoom = zoomOf(state.spec);
  const radius = side * rng.range(0.24, 0.3) * zoom;
  const sun = { x: w * 0.5, y: horizon - radius * 0.62, radius };
  state.sky = {
    name: "synthwave",
    exposure: 1.15,
    ambient: neon.middle,
    sun: neon.sun,
    sunStrength: 1.4,
    fog: neon.glow,
    night: 1,
    altitude: 0.2,
  };
  state.light = { sunX: sun.x, sunY: sun.y, horizon, flip: rng.sign(), direction: [0, 0.4, 0.9] };
  state.groundY = () => h * 0.84;

  paintSky(frame, state, horizon, neon);
  state.progress(0.3, "sun");
  paintSun(frame, state, horizon, sun, neon);
  state.progress(0.5, "mountains");
  drawRidges(frame, noise, horizon, neon, zoom);
  state.progress(0.65, "grid");
  paintGrid(frame, state, horizon, neon);
  if (state.spec.palms !== false) palms(frame, state, mul(neon.glow, 0.5), 2);
};

function colorsOf(palette: readonly Rgb[] | null): Neon {
  if (!palette || palette.length < 3) return USUAL;
  const [zenith, middle, glow, sun = USUAL.sun, grid = USUAL.grid] = palette;
  return { zenith, middle, glow, sun, grid };
}

function paintSky(frame: Frame, state: SceneState, horizon: number, neon: Neon): void {
  const { w, h, rgb } = frame;
  const high = mul(neon.zenith, 0.6);
  const middle = mul(neon.middle, 0.55);
  const low = mul(neon.glow, 0.75);
  eachRow(state, 0, h, (y) => {
    const t = clamp((horizon - y) / horizon);
    const color =
      t > 0.45 ? mixc(middle, high, (t - 0.45) / 0.55) : mixc(low, middle, (t / 0.45) ** 0.6);
    for (let j = y * w * 3, end = j + w * 3; j < end; j += 3) rgb.set(color, j);
  });
  const rng = state.rng("synthwave-stars");
  const dot = Math.max(1, Math.round(Math.min(w, h) / 900));
  for (let i = 0; i < STARS; i++) {
    const x = Math.floor(rng() * (w - dot));
    const y = Math.floor(rng() ** 1.4 * horizon * 0.85);
    const light = rng() ** 5 * 2.6 + 0.15;
    for (let k = 0; k < dot * dot; k++) {
      const p = ((y + Math.floor(k / dot)) * w + x + (k % dot)) * 3;
      for (let c = 0; c < 3; c++) rgb[p + c] += light;
    }
  }
}

type Sun = { x: number; y: number; radius: number };

/** The sun is cut by gaps that widen towards the horizon. */
function paintSun(
  frame: Frame,
  state: SceneState,
  horizon: number,
  { x: cx, y: cy, radius }: Sun,
  { glow, sun }: Neon,
): void {
  const { w, rgb } = frame;
  const soft = radius / 130;
  eachRow(state, cy - radius * 2.6, horizon, (y) => {
    const t = (y - (cy - radius)) / (2 * radius);
    const stripe = Math.abs((((t - 0.42) * 11) % 1) - 0.5) - (0.06 + (t - 0.42) * 0.44);
    const solid = t > 0.42 ? smooth(0, 0.02, stripe) : 1;
    const color = mixc(sun, glow, smooth(0.15, 0.85, t));
    for (let x = 0, j = y * w * 3; x < w; x++, j += 3) {
      const distance = hypot(x - cx, y - cy);
      const halo = Math.exp(-Math.max(0, distance - radius) / (radius * 0.42)) * 0.5;
      const share = clamp((radius - distance) / soft) * solid;
      for (let c = 0; c < 3; c++) {
        rgb[j + c] = mix(rgb[j + c] + glow[c] * halo, color[c] * 0.95, share);
      }
    }
  });
}

function drawRidges(frame: Frame, noise: Noise, horizon: number, neon: Neon, zoom: number): void {
  const { w, h } = frame;
  const side = Math.min(w, h);
  const { canvas, context } = frame.canvas();
  for (let ridge = 0; ridge < RIDGES; ridge++) {
    const line = ridge ? neon.grid : neon.glow;
    const height = h * (0.2 - ridge * 0.07) * zoom;
    const points = Array.from({ length: RIDGE_POINTS + 1 }, (_, i) => {
      const u = i / RIDGE_POINTS;
      const valley = 0.22 + 0.78 * smooth(0.06, 0.5, Math.abs(u - 0.5));
      const rise = clamp(0.3 + noise.ridged(u * 3.2 + ridge * 11, ridge * 5, 5) * 0.95);
      return { x: u * w, y: horizon - height * valley * rise };
    });
    context.beginPath();
    context.moveTo(-5, horizon);
    for (const { x, y } of points) context.lineTo(x, y);
    context.lineTo(w + 5, horizon);
    context.closePath();
    const body = context.createLinearGradient(0, horizon - height, 0, horizon);
    body.addColorStop(0, css(mul(ridge ? neon.middle : mixc(neon.middle, neon.glow, 0.35), 0.5)));
    body.addColorStop(1, css(mul(neon.zenith, 0.7)));
    context.fillStyle = body;
    context.fill();
    context.strokeStyle = css(line, 0.9);
    context.lineWidth = side * 0.0022;
    context.shadowColor = css(line);
    context.shadowBlur = side * 0.016;
    context.stroke();
    context.lineWidth = side * 0.0011;
    context.globalAlpha = 0.4;
    context.beginPath();
    for (let i = 2; i < RIDGE_POINTS - 1; i += 3) {
      const { x, y } = points[i];
      context.moveTo(x, y);
      context.lineTo(x + (x - w / 2) * 0.18, horizon);
    }
    context.stroke();
    context.globalAlpha = 1;
    context.shadowBlur = 0;
  }
  frame.draw(canvas, { gain: 1.5 });
}

/** The grid in perspective, with a faint mirror of the sky in it. */
function paintGrid(frame: Frame, state: SceneState, horizon: number, neon: Neon): void {
  const { w, h, rgb } = frame;
  const floor = neon.zenith.map((v, c) => v * 0.7 + neon.middle[c] * 0.16);
  eachRow(state, Math.floor(horizon), h, (y) => {
    const depth = (y - horizon + 0.6) / (h - horizon);
    const far = 1 / depth;
    const t = clamp(depth);
    const across = Math.abs(far * 2.2 - Math.round(far * 2.2));
    const lineAcross = Math.exp(-((across / (0.022 + 0.007 * far)) ** 2));
    const haze = Math.exp(-depth * 9) * 0.7;
    const mirror = clamp(2 * horizon - y, 0, horizon - 1) | 0;
    const mirrorShare = 0.16 * (1 - t * 0.6);
    for (let x = 0, j = y * w * 3, p = mirror * w * 3; x < w; x++, j += 3, p += 3) {
      const u = ((x - w / 2) / w) * far * 7.5;
      const along = Math.abs(u - Math.round(u));
      const lineAlong = Math.exp(-((along / (0.016 + 0.0036 * far)) ** 2));
      const line = clamp(lineAlong + lineAcross) * clamp(0.25 + depth * 2.4);
      const bleed = (Math.exp(-along * 14) + Math.exp(-across * 10)) * 0.1 * clamp(depth * 3);
      for (let c = 0; c < 3; c++) {
        const light = mix(neon.glow[c], neon.grid[c], t * 0.75) * (line * 1.5 + bleed);
        rgb[j + c] = floor[c] + rgb[p + c] * mirrorShare + light + neon.glow[c] * haze;
      }
    }
  });
}
