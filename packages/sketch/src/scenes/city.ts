/** A skyline in layers behind wet ground, by day, at dusk or under neon. */
import { clamp, css, hex, mix, mixc, mul } from "../core/color.ts";
import { type Noise, makeNoise } from "../core/noise.ts";
import { rowInView } from "../sky-bodies.ts";
import { makeSky, type Sky } from "../sky.ts";
import type { Frame, Rgb, Rng, SceneRenderer, SceneState } from "../types.ts";
import { rain } from "../weather.ts";
import { paintCitySky } from "./city-sky.ts";
import { type Block, drawBuilding } from "./city-buildings.ts";
import { reflectGround } from "./city-reflection.ts";
import { eachRow } from "../core/rows.ts";
import { zoomOf } from "../lens.ts";

/** Colours of signs by night. */
export const NEON = ["#ff2e88", "#22e6ff", "#ffb02e", "#9a4dff", "#3dff9a", "#ff5544"];
const NEON_AIR: readonly [Rgb, Rgb] = [hex("#9a2f8a"), hex("#1a6a9a")];
const HORIZON = 0.68;
const LAYERS = 4;
/** The disc is drawn large, as a long lens shows it behind a skyline. */
const SUN_SIZE = 1.4;
/** The front row is low on this share of the width to both sides of its opening. */
const OPENING = 0.16;

/** Towers that leave a sky of several moons free. */
const LOW_TOWERS = 0.72;

/** Where a skyline is highest, how far its towers spread, how tall they are, and where the front row opens. */
type Skyline = { middle: number; spread: number; tall: number; opening: number };

function planOf(rng: Rng): Skyline {
  return {
    middle: rng.pick([0.2, 0.36, 0.5, 0.64, 0.8]),
    spread: rng.range(0.16, 0.55),
    tall: rng.range(0.7, 1.2),
    opening: rng.range(0.2, 0.8),
  };
}

/** City skyline. */
export const renderCity: SceneRenderer = (frame, state) => {
  const { w, h } = frame;
  const { spec } = state;
  const rng = state.rng("city");
  const noise = makeNoise(state.seed, "city");
  const sky = makeSky(spec.sky, spec.skyTint);
  state.sky = sky;
  const horizon = h * (spec.horizon ?? HORIZON);
  const zoom = zoomOf(spec);
  const flip = rng.sign();
  const plan = planOf(state.rng("skyline"));
  if (spec.bodies) plan.tall = Math.min(plan.tall, LOW_TOWERS);
  const sunX = w * (0.5 + flip * rng.range(0.05, 0.25));
  const usualY = horizon - h * 0.55 * clamp(sky.altitude, 0.12, 0.7);
  const sunY = rowInView(spec, usualY, horizon, h);
  state.light = { sunX, sunY, horizon, flip, direction: [flip * 0.6, 0.5, 0.3] };
  state.groundY = () => Math.max(h * 0.86, horizon + h * 0.1);

  paintCitySky(frame, state, sky, {
    horizon: horizon + h * 0.05,
    sunX,
    sunY,
    sunSize: SUN_SIZE,
  });
  const neon = spec.neon ? (spec.palette?.map((color) => css(color)) ?? NEON) : null;
  if (neon) addNeonAir(frame, state, noise, horizon);

  const night = ownLight(sky);
  const thickness = spec.fog > 0.45 ? 1.7 : 1;
  for (let layer = 0; layer < LAYERS; layer++) {
    state.progress(0.3 + layer * 0.1, "buildings");
    const block = blockOf(layer, sky, night, neon, { horizon, side: Math.min(w, h) * zoom, flip });
    drawLayer(frame, state, rng, layer, block, { zoom, ...plan });
    if (layer < LAYERS - 1) {
      const air = mul(mixc(sky.fog, sky.horizon, 0.4), night > 0.5 ? 0.85 : 1);
      const depth = h * (0.22 - layer * 0.03);
      layHaze(frame, state, horizon, depth, air, clamp((0.34 - layer * 0.07) * thickness, 0, 0.8));
    }
  }
  state.progress(0.72, "reflections");
  const deep = mul(mixc(sky.zenith, hex("#0a1626"), 0.4), 0.5);
  reflectGround(frame, state, noise, horizon, deep);
  if (spec.rain) rain(frame, state, spec.rain);
};

/** How much of the light comes from windows. */
function ownLight(sky: Sky): number {
  if (sky.night > 0 || sky.name === "dusk" || sky.name === "storm") return 1;
  return sky.name === "sunset" ? 0.6 : 0.12;
}

function blockOf(
  layer: number,
  sky: Sky,
  night: number,
  neon: readonly string[] | null,
  place: { horizon: number; side: number; flip: number },
): Block {
  const near = layer / (LAYERS - 1);
  const dark = night > 0.5;
  const concrete = dark
    ? hex(neon ? "#0a0a18" : "#0e1424")
    : mixc(hex("#4a5566"), sky.ambient, 0.3);
  const air = mul(mixc(sky.fog, sky.horizon, 0.3), dark ? 0.75 : 0.85);
  return {
    near,
    wall: mixc(concrete, air, (1 - near) * 0.72 + 0.06),
    night,
    neon,
    glass: sky.middle,
    ground: place.horizon,
    side: place.side,
    litFromRight: place.flip > 0,
  };
}

function drawLayer(
  frame: Frame,
  state: SceneState,
  rng: Rng,
  layer: number,
  block: Block,
  { zoom, middle, spread, tall, opening }: Skyline & { zoom: number },
): void {
  const { w, h } = frame;
  const { near, side, night, neon } = block;
  const windows = state.rng(`windows:${layer}`);
  const { canvas, context } = frame.canvas();
  const usual = side * mix(0.035, 0.095, near);
  const peak = middle + (block.litFromRight ? 0.06 : -0.06) * (layer - 1.5);
  for (let x = -side * 0.05; x < w * 1.01;) {
    state.check();
    const width = usual * rng.range(0.55, 1.5);
    const u = (x + width / 2) / w;
    const rise = Math.exp(-(((u - peak) / spread) ** 2)) * (0.4 + rng() * 0.75);
    const share = mix(0.24, 0.13, near) + mix(0.3, 0.4, near) * rise;
    const open = layer === LAYERS - 1 && Math.abs(u - opening) < OPENING ? 0.32 : 1;
    const height = h * share * tall * zoom * open * (layer === LAYERS - 1 ? 0.78 : 1);
    drawBuilding(context, rng, windows, { x, width, height, block });
    const gap = rng.chance(0.15) ? width * 0.35 : 0;
    x += width * rng.range(0.92, 1.12) + gap;
  }
  frame.draw(canvas, { gain: night > 0.5 ? (neon ? 2.6 : 2) : 1 });
}

/** Light of unseen signs in the air over the horizon. */
function addNeonAir(frame: Frame, state: SceneState, noise: Noise, horizon: number): void {
  const { w, h, rgb } = frame;
  const [pink, blue] = NEON_AIR;
  eachRow(state, 0, h, (y) => {
    const share = Math.exp(-(((y - horizon) / (h * 0.3)) ** 2)) * 0.8;
    for (let x = 0, j = y * w * 3; x < w; x++, j += 3) {
      const t = clamp(0.5 + noise.fbm((x / w) * 2.2, (y / h) * 2, 3));
      for (let c = 0; c < 3; c++) rgb[j + c] += mix(pink[c], blue[c], t) * share;
    }
  });
}

/** Air between two layers, thickest at the ground. */
function layHaze(
  frame: Frame,
  state: SceneState,
  ground: number,
  depth: number,
  color: Rgb,
  amount: number,
): void {
  const { w, h, rgb } = frame;
  eachRow(state, ground - depth * 2.4, Math.min(h, ground + 4), (y) => {
    const share = amount * Math.exp(-(((y - ground) / depth) ** 2));
    for (let j = y * w * 3, end = j + w * 3; j < end; j += 3) {
      rgb[j] = mix(rgb[j], color[0], share);
      rgb[j + 1] = mix(rgb[j + 1], color[1], share);
      rgb[j + 2] = mix(rgb[j + 2], color[2], share);
    }
  });
}
