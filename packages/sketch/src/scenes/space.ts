/** Space: gas, stars, planets with rings and moons, or a spiral galaxy. */
import { type Rgb, clamp, hex } from "../core/color.ts";
import { type Noise, makeNoise } from "../core/noise.ts";
import { star } from "../sky-lights.ts";
import type { Frame, PlanetKind, Rng, SceneRenderer, SceneState } from "../types.ts";
import { eachRow } from "../core/rows.ts";
import { zoomOf } from "../lens.ts";
import { type GasField, addGalaxy, galaxyAt, gasField, gasLight } from "./space-gas.ts";
import { MOON_KINDS, furtherPlanets } from "./space-planets.ts";
import { PLANET_COLORS, type Planet, drawPlanet, drawRing } from "./space-planet.ts";

const NEBULAE: readonly (readonly [string, string, string, string])[] = [
  ["#0a0420", "#5b1a8c", "#ff4fa3", "#ffd9b0"],
  ["#020a1e", "#0f4a8a", "#38c6d9", "#e6fff5"],
  ["#0a0612", "#7a1f2e", "#ff7a3c", "#ffe9b8"],
  ["#04101a", "#146a5a", "#7be0a0", "#f6ffd8"],
  ["#0b0618", "#3a2a9c", "#7a8cff", "#ffd6f2"],
];
const EMPTY: Rgb = [0.002, 0.003, 0.012];
/** Stars in a square picture. */
const STARS = 1600;
const KINDS = Object.keys(PLANET_COLORS) as PlanetKind[];
/** Kinds that have a ring only when asked for. */
const RINGLESS: ReadonlySet<PlanetKind> = new Set(["earth", "lava"]);

/** Nebula, galaxy and planets. */
export const renderSpace: SceneRenderer = (frame, state) => {
  const { w, h } = frame;
  const { spec } = state;
  const rng = state.rng("space");
  const noise = makeNoise(state.seed, "nebula");
  const usual = rng.pick(NEBULAE).map(hex);
  const palette = spec.palette && spec.palette.length >= 3 ? spec.palette.slice(0, 3) : null;
  const colors = palette ? [EMPTY, ...palette] : usual;
  state.sky = {
    name: "space",
    exposure: 1.15,
    ambient: colors[1],
    sun: colors[3],
    sunStrength: 1,
    fog: colors[1],
    night: 1,
    altitude: 0.5,
  };
  state.light = {
    sunX: w * 0.2,
    sunY: h * 0.2,
    direction: [-0.6, 0.5, 0.5],
    horizon: h,
    flip: -1,
  };
  state.groundY = () => h * 0.72;

  state.progress(0.1, "nebula");
  const gas = gasField(state, noise, rng, w, h);
  state.check();
  paintGas(frame, state, noise, gas, colors);
  state.progress(0.45, "stars");
  drawStars(frame, state, gas);
  if (spec.planet) {
    state.progress(0.6, "planet");
    drawPlanets(frame, state, noise);
  }
};

function paintGas(
  frame: Frame,
  state: SceneState,
  noise: Noise,
  gas: GasField,
  colors: readonly Rgb[],
): void {
  const { w, h, rgb } = frame;
  const side = Math.min(w, h);
  const density = state.spec.nebula ?? 0.85;
  const galaxy = galaxyAt(state.rng("galaxy"), w, h, zoomOf(state.spec));
  // Dust hangs a little to the side of the gas it darkens.
  const shade = (x: number, y: number) =>
    gas.density(clamp(x + side * 0.04, 0, w), clamp(y + side * 0.017, 0, h));
  eachRow(state, 0, h, (y) => {
    for (let x = 0, j = y * w * 3; x < w; x++, j += 3) {
      const light = gasLight(gas, colors, density, x, y, shade);
      if (state.spec.galaxy) addGalaxy(light, noise, galaxy, colors[2], x, y);
      rgb.set(light, j);
    }
  });
}

function drawStars(frame: Frame, state: SceneState, gas: GasField): void {
  if (state.spec.stars === 0) return;
  const { w, h } = frame;
  const side = Math.min(w, h);
  const rng = state.rng("stars");
  const count = Math.round((STARS * (w * h)) / (side * side));
  for (let i = 0; i < count; i++) {
    if (i % 256 === 0) state.check();
    const x = rng() * w;
    const y = rng() * h;
    const magnitude = rng() ** 9;
    const hidden = rng() > 0.45 + gas.clouds(clamp(x, 0, w - 1), clamp(y, 0, h - 1));
    const color = starColor(rng());
    if (hidden) continue;
    const radius = (0.55 + magnitude * 1.3) * Math.max(0.7, side / 1024);
    star(frame, x, y, 0.12 + 2.2 * magnitude, color, radius);
    if (magnitude > 0.55) drawSpikes(frame, x, y, side * 0.02 * magnitude, color, 0.7 * magnitude);
  }
}

function starColor(t: number): Rgb {
  if (t < 0.15) return [1, 0.72, 0.5];
  return t < 0.4 ? [0.65, 0.8, 1] : [1, 1, 1];
}

/** The cross of light a telescope draws around a bright star. */
function drawSpikes(
  { w, h, rgb }: Frame,
  x: number,
  y: number,
  length: number,
  color: Rgb,
  intensity: number,
): void {
  for (let k = -Math.floor(length); k <= length; k++) {
    const light = intensity * (1 - Math.abs(k) / length) ** 2.4;
    for (const [dx, dy] of [
      [k, 0],
      [0, k],
    ]) {
      const column = Math.round(x + dx);
      const row = Math.round(y + dy);
      if (column < 0 || row < 0 || column >= w || row >= h) continue;
      const p = (row * w + column) * 3;
      for (let c = 0; c < 3; c++) rgb[p + c] += color[c] * light;
    }
  }
}

function drawPlanets(frame: Frame, state: SceneState, noise: Noise): void {
  const { w, h } = frame;
  const { spec } = state;
  const side = Math.min(w, h);
  const rng = state.rng("planets");
  const anyKind = rng.pick(KINDS);
  const kind = spec.planetKind ?? anyKind;
  const hand = rng.sign();
  const { planets = 1, moons: saidMoons } = spec.bodies ?? {};
  const several = planets > 1;
  const large = rng.chance(0.45) || spec.planet === "big";
  const big = large && !several;
  const zoom = zoomOf(spec);
  const radius = zoom * side * (big ? rng.range(0.34, 0.44) : rng.range(0.2, 0.27));
  const light = unit([-hand * 0.72, -0.48, 0.5]);
  const anyRing = rng.chance(0.3);
  const ring = { tilt: rng.range(0.18, 0.34), turn: rng.range(-0.45, 0.45) };
  const ringed = spec.rings ?? (kind === "gas" || (anyRing && !RINGLESS.has(kind)));
  const planet: Planet = {
    cx: w * (0.5 + hand * (big ? 0.16 : 0.06)),
    cy: h * (big ? 0.58 : 0.48),
    radius,
    light,
    kind,
    longitude: rng() * 90,
    ring: ringed ? ring : null,
  };
  if (ringed) drawRing(frame, state, noise, { ...planet, ring }, "far");
  drawPlanet(frame, state, noise, planet);
  if (ringed) drawRing(frame, state, noise, { ...planet, ring }, "near");
  const usualMoons = rng.int(1, 2);
  if (several || saidMoons !== undefined) {
    const others = { planets: planets - 1, moons: saidMoons ?? 0 };
    for (const other of furtherPlanets(frame, state.rng("further planets"), planet, others))
      drawPlanet(frame, state, noise, other);
    return;
  }
  for (let i = 0; i < usualMoons; i++) {
    drawPlanet(frame, state, noise, moonAt(rng, i, hand, { w, h, side, light, zoom }));
  }
}

function moonAt(
  rng: Rng,
  index: number,
  hand: number,
  { w, h, side, light, zoom }: { w: number; h: number; side: number; light: Rgb; zoom: number },
): Planet {
  return {
    cx: w * (0.5 - hand * (0.2 + 0.2 * index + rng.range(0, 0.08))),
    cy: h * (0.34 - 0.2 * index + rng.range(-0.04, 0.04)),
    radius: zoom * side * rng.range(0.025, 0.07),
    light,
    kind: rng.pick(MOON_KINDS),
    longitude: rng() * 90,
    ring: null,
  };
}

function unit(v: Rgb): Rgb {
  const length = Math.hypot(v[0], v[1], v[2]);
  return [v[0] / length, v[1] / length, v[2] / length];
}
