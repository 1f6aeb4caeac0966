/** Land under a sky: mountains, hills, deserts, lakes, coasts, volcanoes. */
import { clamp } from "../core/color.ts";
import type { Frame } from "../core/frame.ts";
import { makeNoise } from "../core/noise.ts";
import type { Rng } from "../core/rng.ts";
import { rowInView } from "../sky-bodies.ts";
import { type Sky, makeSky, paintSky, showsSun } from "../sky.ts";
import type { Light, SceneSpec, SceneState, Terrain } from "../types.ts";
import { makeBiome } from "./landscape-biome.ts";
import { erupt } from "./landscape-eruption.ts";
import { drawForeground } from "./landscape-foreground.ts";
import { heightMap } from "./landscape-heights.ts";
import { mist } from "./landscape-mist.ts";
import { isFlooded, terrainOf, usualTrees } from "./landscape-holds.ts";
import { makeRelief } from "./landscape-relief.ts";
import { plantTrees } from "./landscape-trees.ts";
import {
  type Land,
  NO_WATER,
  groundLight,
  makeFog,
  marchLand,
  placeCamera,
} from "./landscape-view.ts";
import { renderWater } from "./landscape-water.ts";

/** A sun below this casts long light from in front; above it, light falls from behind. */
const LOW_SUN = 0.3;

/** Row of the horizon as a share of the frame. */
const horizons: Partial<Record<Terrain, number>> = {
  desert: 0.42,
  plains: 0.46,
  hills: 0.46,
  islands: 0.5,
};
const DEFAULT_HORIZON = 0.47;

function waterLevelOf(kind: Terrain, spec: SceneSpec): number {
  if (!(spec.water ?? isFlooded(kind))) return NO_WATER;
  if (kind === "islands") return 0;
  return kind === "coast" ? 4 : 1.5;
}

function placeSun(
  frame: Frame,
  sky: Sky,
  kind: Terrain,
  rng: Rng,
  spec: Pick<SceneSpec, "horizon" | "bodies">,
): Light {
  const { w, h } = frame;
  const flip = rng.sign();
  const horizon = h * (spec.horizon ?? horizons[kind] ?? DEFAULT_HORIZON);
  const sunX = w * (0.5 + flip * rng.range(0.08, 0.3));
  const lift = kind === "mountains" || kind === "lake" ? 0.12 : 0.05;
  const usualY = horizon - h * 0.6 * clamp(sky.altitude, 0.03, 0.62) - h * lift;
  const sunY = rowInView(spec, usualY, horizon, h);
  const azimuth = ((sunX - w / 2) / w) * 1.5;
  const towards =
    sky.altitude < LOW_SUN
      ? [azimuth * 0.9 + flip * 0.35, 0.22 + sky.altitude * 0.9, 0.75]
      : [flip * 0.65, 0.55 + sky.altitude * 0.3, -0.25];
  const length = Math.hypot(...towards);
  const direction: Light["direction"] = [
    towards[0] / length,
    towards[1] / length,
    towards[2] / length,
  ];
  return { sunX, sunY, direction, horizon, flip };
}

/** Draws a landscape of `state.spec.terrain`. */
export function renderLandscape(frame: Frame, state: SceneState): void {
  const { spec } = state;
  const kind = terrainOf(spec);
  const rng = state.rng("terrain");
  const noise = makeNoise(state.seed, "terrain");
  const sky = makeSky(spec.sky, spec.skyTint);
  state.sky = sky;
  const map = heightMap(kind, noise, rng);
  const light = placeSun(frame, sky, kind, rng, spec);
  state.light = light;

  state.progress(0.08, "sky");
  paintSky(frame, sky, {
    check: () => state.check(),
    horizon: light.horizon + frame.h * 0.02,
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
    rays: spec.rays,
  });

  state.progress(0.2, "terrain");
  const waterLevel = waterLevelOf(kind, spec);
  const snow = spec.season === "winter" || kind === "arctic";
  const relief = makeRelief(map.heights, light.direction);
  const land: Land = {
    kind,
    snow,
    noise,
    map,
    relief,
    sky,
    light,
    waterLevel,
    view: placeCamera(frame, { kind, map, waterLevel }, light.horizon, spec),
    fog: makeFog(frame, state, { kind, sky, light, waterLevel }),
    ...groundLight(sky),
  };
  const biome = makeBiome({
    kind,
    spec,
    noise,
    snow,
    waterLevel,
    peakX: map.peakX,
    peakZ: map.peakZ,
  });
  const water = marchLand(frame, state, land, biome);
  if (spec.lava || kind === "volcano") erupt(frame, state, land);

  const trees = spec.trees ?? usualTrees(kind);
  if (trees > 0) {
    state.progress(0.58, "trees");
    plantTrees(frame, state, land, trees);
  }
  if (waterLevel > NO_WATER) {
    state.progress(0.68, "water");
    renderWater(frame, state, land, water);
  }
  if (spec.mist > 0.02) {
    mist(frame, state, { horizon: light.horizon, noise, sky, amount: spec.mist });
  }
  if (spec.foreground !== "none") {
    state.progress(0.74, "foreground");
    drawForeground(frame, state, land);
  }
}
