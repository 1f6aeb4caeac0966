/** Inside a wood: layers of trunks that fade into the light between them. */
import { clamp, hex, mix, mixc, hypot } from "../core/color.ts";
import { type Noise, coarseField, makeNoise } from "../core/noise.ts";
import { paintRays } from "../sky-lights.ts";
import type { ForestMood, Frame, Rgb, SceneRenderer, SceneState } from "../types.ts";
import {
  drawCanopy,
  drawDrift,
  drawFerns,
  drawFireflies,
  drawGround,
  leafColors,
} from "./forest-foliage.ts";
import { drawTrunks, type WoodLayer } from "./forest-trunks.ts";
import { eachRow } from "../core/rows.ts";

/** Colours of a wood from the light behind the trees to the darkest bark. */
export type WoodColors = { light: Rgb; middle: Rgb; dark: Rgb; bark: Rgb };

const MOODS: Record<ForestMood, readonly [string, string, string, string]> = {
  day: ["#f6f0c0", "#a6bd78", "#33492a", "#28231a"],
  autumn: ["#ffe2a0", "#e09a48", "#6a3a22", "#2c1a14"],
  mist: ["#dfe9ea", "#a9bdbd", "#44585a", "#1c2a2c"],
  night: ["#5f8fb8", "#27507a", "#0e2236", "#060e18"],
  winter: ["#f2f6fb", "#bfd0e0", "#5a6c80", "#26323f"],
  magic: ["#c8fff0", "#4fc0b0", "#1a4a5c", "#0c1c2c"],
  sunset: ["#ffd090", "#e8804a", "#5a2c3a", "#1e1220"],
  blossom: ["#fff0f4", "#f2b4c8", "#7a4a5c", "#2e1c28"],
};
const DRIFTING: ReadonlySet<ForestMood> = new Set(["autumn", "blossom", "winter"]);
const LAYERS = 7;
/** Row of the far ground, as a share of the height. */
const GROUND = 0.72;

/** Forest, jungle, bamboo grove. */
export const renderForest: SceneRenderer = (frame, state) => {
  const { w, h } = frame;
  const { spec } = state;
  const side = Math.min(w, h);
  const rng = state.rng("forest");
  const noise = makeNoise(state.seed, "forest");
  const mood = spec.mood ?? "day";
  const dark = mood === "night" || mood === "magic";
  const colors = moodColors(mood, spec.skyTint);
  const flip = rng.sign();
  const sunX = w * (0.5 + flip * rng.range(0.02, 0.2));
  const sunY = h * rng.range(0.2, 0.34);
  state.sky = {
    name: "forest",
    exposure: dark ? 1.3 : 1.05,
    ambient: colors.middle,
    sun: colors.light,
    sunStrength: dark ? 0.8 : 1.5,
    fog: colors.middle,
    night: dark ? 1 : 0,
    altitude: 0.3,
  };
  state.light = { sunX, sunY, direction: [flip * 0.4, 0.5, 0.7], horizon: h * GROUND, flip };
  state.groundY = () => h * 0.88;

  paintGlow(frame, state, noise, colors, sunX, sunY);
  const leaves = leafColors(mood, colors);
  const place = { w, h, side };
  for (let index = 0; index < LAYERS; index++) {
    state.progress(0.1 + 0.08 * index, "trees");
    const layer = woodLayer(index, h, colors);
    const { canvas, context } = frame.canvas();
    drawGround(context, noise, place, { ...layer, index }, colors, mood === "winter");
    drawTrunks(context, rng, { ...place, sunX, colors }, layer, spec.bamboo ?? false);
    drawCanopy(context, rng, place, layer, leaves, colors);
    if (layer.near > 0.35) drawFerns(context, rng, place, layer, mood, colors);
    frame.draw(canvas, { gain: mix(1.35, 0.85, layer.near) });
    if (index < LAYERS - 1) layHaze(frame, state, noise, layer, index, colors);
  }

  state.progress(0.72, "light");
  const amount = (dark ? 0.5 : 0.85) * (spec.rays > 0 ? 1.5 : 1);
  paintRays(frame, { sx: sunX, sy: sunY - h * 0.08, color: colors.light, noise, amount });
  state.check();
  if (mood === "magic" || spec.fireflies) drawFireflies(frame, state.rng("fireflies"), spec.glow);
  if (DRIFTING.has(mood)) drawDrift(frame, state.rng("drift"), leaves, mood === "winter");
};

function moodColors(mood: ForestMood, tint: Rgb | null): WoodColors {
  const [light, middle, dark, bark] = MOODS[mood].map(hex);
  if (!tint) return { light, middle, dark, bark };
  return {
    light: mixc(light, tint, 0.35),
    middle: mixc(middle, tint, 0.5),
    dark: mixc(dark, tint, 0.3),
    bark: mixc(bark, tint, 0.2),
  };
}

function woodLayer(index: number, h: number, { light, middle, bark }: WoodColors): WoodLayer {
  const near = index / (LAYERS - 1);
  const haze = (1 - near) ** 1.25;
  return {
    near,
    haze,
    bark: mixc(bark, mixc(middle, light, 0.25), haze * 0.92),
    base: mix(h * GROUND * 0.86, h * 1.02, near ** 1.7),
  };
}

/** The bright air behind the trees. */
function paintGlow(
  frame: Frame,
  state: SceneState,
  noise: Noise,
  { light, middle }: WoodColors,
  sunX: number,
  sunY: number,
): void {
  const { w, h, rgb } = frame;
  const side = Math.min(w, h);
  const cloudy = coarseField(
    w,
    h,
    6,
    (x, y) => 1 + 0.16 * noise.fbm((x / side) * 3, (y / side) * 3, 3),
  );
  eachRow(state, 0, h, (y) => {
    for (let x = 0, j = y * w * 3; x < w; x++, j += 3) {
      const distance = hypot((x - sunX) / w, ((y - sunY) / h) * 0.85);
      const glow = Math.exp(-distance * 2.4) ** 1.3;
      const n = cloudy(x, y);
      for (let c = 0; c < 3; c++) rgb[j + c] = mix(middle[c] * 0.75, light[c] * 1.5, glow) * n;
    }
  });
}

/** Haze in front of a layer, thickest at its feet. */
function layHaze(
  frame: Frame,
  state: SceneState,
  noise: Noise,
  { near, base }: WoodLayer,
  index: number,
  { light, middle }: WoodColors,
): void {
  const { w, h, rgb } = frame;
  const amount = 0.14 * (1 - near);
  const drift = coarseField(
    w,
    h,
    8,
    (x, y) => 0.8 + 0.9 * noise.fbm((x / w) * 3 + index * 5, (y / h) * 6, 2),
  );
  const air = [0, 1, 2].map((c) => mix(middle[c], light[c], 0.45) * 1.05);
  eachRow(state, 0, h, (y) => {
    const low = Math.exp(-(((y - base) / (h * 0.16)) ** 2));
    for (let x = 0, j = y * w * 3; x < w; x++, j += 3) {
      const share = clamp(amount * (0.45 + low) * drift(x, y));
      for (let c = 0; c < 3; c++) rgb[j + c] = mix(rgb[j + c], air[c], share);
    }
  });
}
