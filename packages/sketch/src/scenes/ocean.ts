/** The open sea, or the sea from a beach. */
import { type Rgb, clamp, css, hex, mixc, mul } from "../core/color.ts";
import type { Frame } from "../core/frame.ts";
import { type Noise, makeNoise } from "../core/noise.ts";
import type { Rng } from "../core/rng.ts";
import { rowInView } from "../sky-bodies.ts";
import { type Sky, makeSky, paintSky, showsSun } from "../sky.ts";
import type { Light, SceneSpec, SceneState } from "../types.ts";
import { makeBeach } from "./ocean-beach.ts";
import { palms } from "./ocean-palms.ts";
import { drawCoastRocks } from "./ocean-rocks.ts";
import { renderSea, renderSwell } from "./ocean-sea.ts";
import { makeSwell } from "./ocean-swell.ts";
import type { Sea } from "./ocean-water.ts";

/** A sea at least this rough has waves that stand before the horizon. */
const GREAT_WAVES = 0.8;
/** Over water the sun looks larger. */
const SUN_SIZE = 1.25;
const ISLAND_POINTS = 60;

/** Two ridges of a far island, the nearer one darker. */
function drawFarIsland(frame: Frame, rng: Rng, noise: Noise, sky: Sky, light: Light): void {
  const { w, h } = frame;
  const { horizon, flip } = light;
  const { canvas, context } = frame.canvas();
  for (let ridge = 0; ridge < 2; ridge++) {
    const color = mixc(hex("#2c3844"), sky.fog, 0.75 - ridge * 0.2);
    const centre = w * (flip > 0 ? rng.range(0, 0.35) : rng.range(0.65, 1));
    const halfWidth = w * rng.range(0.18, 0.36) * (1 - ridge * 0.3);
    const height = h * rng.range(0.03, 0.08) * (1 - ridge * 0.35);
    context.fillStyle = css(mul(color, 0.8 + 0.5 * (sky.night ? 0.2 : 0.6)));
    context.beginPath();
    context.moveTo(centre - halfWidth, horizon + 1);
    for (let i = 0; i <= ISLAND_POINTS; i++) {
      const u = (i / ISLAND_POINTS) * 2 - 1;
      const outline = 0.75 + 0.6 * noise.fbm(u * 3 + ridge * 9 + 5, ridge, 4);
      context.lineTo(centre + u * halfWidth, horizon - height * Math.pow(1 - u * u, 1.3) * outline);
    }
    context.lineTo(centre + halfWidth, horizon + 1);
    context.fill();
  }
  frame.draw(canvas);
}

function placeSun(frame: Frame, sky: Sky, rng: Rng, spec: SceneSpec): Light {
  const { w, h } = frame;
  const horizonShare = spec.horizon ?? (spec.beach ? 0.4 : 0.47);
  const flip = rng.sign();
  const horizon = h * horizonShare;
  const sunX = w * (0.5 + flip * rng.range(0.02, 0.24));
  const usualY = horizon - h * 0.5 * clamp(sky.altitude, 0.1, 0.72);
  const sunY = rowInView(spec, usualY, horizon, h);
  const across = (sunX - w / 2) / w;
  const length = Math.hypot(across, 0.4, 0.8);
  return {
    sunX,
    sunY,
    horizon,
    flip,
    direction: [across / length, 0.4 / length, 0.8 / length],
  };
}

function deepColor(state: SceneState, sky: Sky): Rgb {
  if (state.spec.waterTint) return state.spec.waterTint;
  if (sky.night) return hex("#0a1d33");
  if (sky.name === "storm") return hex("#1f2f36");
  return hex(state.spec.tropical ? "#0d6f86" : "#114a5e");
}

/** Draws a sea scene. */
export function renderOcean(frame: Frame, state: SceneState): void {
  const { w, h } = frame;
  const { spec } = state;
  const rng = state.rng("ocean");
  const noise = makeNoise(state.seed, "waves");
  const sky = makeSky(spec.sky, spec.skyTint);
  const light = placeSun(frame, sky, rng, spec);
  state.sky = sky;
  state.light = light;

  state.progress(0.1, "sky");
  paintSky(frame, sky, {
    check: () => state.check(),
    horizon: light.horizon,
    sx: light.sunX,
    sy: light.sunY,
    noise: makeNoise(state.seed, "clouds"),
    clouds: spec.clouds,
    cloudStyle: spec.cloudStyle,
    stars: sky.night ? (spec.stars ?? 1) : 0,
    moon: sky.night > 0,
    sunVisible: showsSun(sky, spec.clouds),
    rng: state.rng("sky"),
    bodies: spec.bodies && { counts: spec.bodies, rng: state.rng("bodies") },
    sunSize: SUN_SIZE,
    rays: spec.rays,
  });
  const skyRows = frame.rgb.slice(0, Math.ceil(light.horizon) * w * 3);
  if (rng.chance(0.55)) {
    drawFarIsland(frame, rng, noise, sky, light);
  }

  state.progress(0.3, "sea");
  const phase = rng() * 50;
  const angle = rng.range(-0.35, 0.35) * light.flip;
  const sunGain = sky.sunStrength * 0.28 * (sky.night ? 0.5 : 1);
  const lit = sky.ambient.map((ambient, c) => ambient * 0.7 + sky.sun[c] * sunGain) as Rgb;
  const beach = spec.beach ? makeBeach(frame, { rng, noise, phase, angle, spec }) : null;
  const sea: Sea = {
    noise,
    sky,
    light,
    phase,
    angle,
    amplitude: 0.25 + (spec.waves ?? 0.5) * 0.9 + (sky.name === "storm" ? 0.7 : 0),
    roughness: spec.waves ?? 0.5,
    deep: deepColor(state, sky),
    shallow: hex(spec.tropical || spec.beach ? "#3fc0b4" : "#2a7f86"),
    lit,
    skyRows,
    beach,
  };
  if (!beach && sea.roughness >= GREAT_WAVES) {
    renderSwell(frame, state, sea, makeSwell(state.rng("swell"), noise, light.flip));
  } else renderSea(frame, state, sea);
  state.groundY = (u) => {
    if (!beach) return h * 0.74;
    return Math.max(beach.edge[clamp((u * w) | 0, 0, w - 1)] + h * 0.08, h * 0.82);
  };
  if (spec.rocky) {
    const shoreAt = beach && ((x: number) => beach.edge[clamp(x | 0, 0, w - 1)]);
    drawCoastRocks(frame, state, state.rng("coast-rocks"), shoreAt);
  }
  if (spec.palms) palms(frame, state, lit);
}
