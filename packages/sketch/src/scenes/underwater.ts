/** Under the surface: light from above, shafts through the water, a reef and bubbles. */
import { clamp, hex, mix, mixc, mul, smooth, hypot } from "../core/color.ts";
import { type Noise, makeNoise } from "../core/noise.ts";
import type { Frame, Rgb, Rng, SceneRenderer, SceneState } from "../types.ts";
import { eachRow } from "../core/rows.ts";
import { drawReef, type WaterColors } from "./underwater-reef.ts";

const REEF_LAYERS = 4;
/** Share of the height in which the surface is seen from below. */
const SURFACE_DEPTH = 0.16;
const BUBBLE_COLUMNS = 9;
const BUBBLES_PER_COLUMN = 14;
const MOTES = 300;

/** Coral reef and open water. */
export const renderUnderwater: SceneRenderer = (frame, state) => {
  const { w, h } = frame;
  const { spec } = state;
  const side = Math.min(w, h);
  const rng = state.rng("underwater");
  const noise = makeNoise(state.seed, "underwater");
  const water = waterColors(spec.skyTint);
  const sunX = w * rng.range(0.3, 0.7);
  state.sky = {
    name: "underwater",
    exposure: 1.1,
    ambient: water.middle,
    sun: water.surface,
    sunStrength: 1.1,
    fog: water.middle,
    night: 0,
    altitude: 0.8,
  };
  state.light = { sunX, sunY: -h * 0.1, direction: [0, 0.9, 0.3], horizon: h, flip: 1 };
  state.groundY = () => h * 0.62;

  paintWater(frame, state, water, sunX);
  paintSurface(frame, state, noise, water.surface);
  state.progress(0.3, "rays");
  paintShafts(frame, state, noise, water.surface, sunX, spec.rays > 0 ? 0.8 : 0.5);
  for (let index = 0; index < REEF_LAYERS; index++) {
    state.progress(0.4 + index * 0.06, "reef");
    const near = index / (REEF_LAYERS - 1);
    const { canvas, context } = frame.canvas();
    drawReef(context, rng, { w, h, side, noise }, { index, near }, water);
    frame.draw(canvas, { gain: mix(1.1, 1.25, near) });
  }
  state.progress(0.65, "bubbles");
  drawBubbles(frame, state.rng("bubbles"));
};

function waterColors(tint: Rgb | null): WaterColors {
  const surface = hex("#8fe8f0");
  const middle = hex("#1787b8");
  if (!tint) return { surface, middle, deep: hex("#042a4f") };
  return {
    surface: mixc(surface, tint, 0.5),
    middle: mixc(middle, tint, 0.6),
    deep: mul(tint, 0.12),
  };
}

function paintWater(
  frame: Frame,
  state: SceneState,
  { surface, middle, deep }: WaterColors,
  sunX: number,
): void {
  const { w, h, rgb } = frame;
  eachRow(state, 0, h, (y) => {
    const depth = y / h;
    const dark = smooth(0.1, 1, depth);
    for (let x = 0, j = y * w * 3; x < w; x++, j += 3) {
      const glow = Math.exp(-hypot((x - sunX) / w, depth * 0.9) * 2.6) * 0.85;
      for (let c = 0; c < 3; c++) {
        rgb[j + c] = mix(mix(middle[c], deep[c], dark), surface[c] * 1.25, glow);
      }
    }
  });
}

/** The net of light on the underside of the waves. */
function paintSurface(frame: Frame, state: SceneState, noise: Noise, surface: Rgb): void {
  const { w, h, rgb } = frame;
  eachRow(state, 0, h * SURFACE_DEPTH, (y) => {
    const far = 1 / (y / h + 0.05);
    const fade = (1 - y / (h * SURFACE_DEPTH)) * 0.8;
    for (let x = 0, j = y * w * 3; x < w; x++, j += 3) {
      const crest = noise.fbm((x / w - 0.5) * far * 1.4, far * 1.2, 3);
      const light = clamp(1 - Math.abs(crest) * 2.6) ** 4 * fade;
      for (let c = 0; c < 3; c++) rgb[j + c] += light * (0.6 + 0.4 * surface[c]);
    }
  });
}

/** Shafts fan out from a point above the frame and fade with depth. */
function paintShafts(
  frame: Frame,
  state: SceneState,
  noise: Noise,
  color: Rgb,
  sunX: number,
  amount: number,
): void {
  const { w, h, rgb } = frame;
  eachRow(state, 0, h, (y) => {
    const fade = Math.exp((-y / h) * 2) * amount;
    for (let x = 0, j = y * w * 3; x < w; x++, j += 3) {
      const slope = (x - sunX) / (y + h * 0.35);
      const shaft = clamp(0.5 + noise.fbm(slope * 5 + 3, (y / h) * 0.5, 3) * 0.95) ** 3.2;
      const light = shaft * fade * Math.exp(-Math.abs(slope) * 1.1);
      for (let c = 0; c < 3; c++) rgb[j + c] += color[c] * light;
    }
  });
}

function drawBubbles(frame: Frame, rng: Rng): void {
  const { w, h } = frame;
  const side = Math.min(w, h);
  const { canvas, context } = frame.canvas();
  for (let column = 0; column < BUBBLE_COLUMNS; column++) {
    let x = rng() * w;
    let y = h * rng.range(0.3, 1);
    for (let i = 0; i < BUBBLES_PER_COLUMN; i++) {
      const radius = side * rng.range(0.0016, 0.008);
      context.strokeStyle = "rgba(230,252,255,.6)";
      context.fillStyle = "rgba(255,255,255,.14)";
      context.lineWidth = Math.max(0.6, radius * 0.2);
      context.beginPath();
      context.arc(x, y, radius, 0, 7);
      context.stroke();
      context.fill();
      context.fillStyle = "rgba(255,255,255,.85)";
      context.beginPath();
      context.arc(x - radius * 0.35, y - radius * 0.35, radius * 0.2, 0, 7);
      context.fill();
      x += rng.gauss() * side * 0.012;
      y -= side * rng.range(0.008, 0.03);
    }
  }
  const mote = side * 0.0014;
  for (let i = 0; i < MOTES; i++) {
    context.fillStyle = `rgba(220,250,255,${rng() * 0.35})`;
    context.fillRect(rng() * w, rng() * h, mote, mote);
  }
  frame.draw(canvas);
}
