/** Takes out of a scene what it does not show, so that no word for it counts as understood. */
import { isDry } from "../finishes/dry.ts";
import { hasForeground, isFlooded, terrainOf, usualTrees } from "../scenes/landscape-holds.ts";
import { skyPresets } from "../sky-presets.ts";
import type { SceneName, SceneSpec, SkyName } from "../types.ts";
import { keepBodies } from "./sky-bodies.ts";

const LAND: ReadonlySet<SceneName> = new Set(["landscape", "flowerfield"]);
const UNDER_CLOUDS: ReadonlySet<SceneName> = new Set(["landscape", "flowerfield", "ocean", "city"]);
const OUTSIDE: ReadonlySet<SceneName> = new Set([...UNDER_CLOUDS, "forest"]);
const PLAIN_HOUR: SkyName = "noon";
/** Scenes without clouds or distance have this much of both in their light. */
const STILL_AIR = { clouds: 0.3, cloudStyle: "cumulus", fog: 0.28, mist: 0 } as const;
/** A city has thick air or thin, and nothing between. */
const THICK_AIR = 0.45;
const MIDDLE = 0.5;
const NO_WEATHER = { rain: 0, snowfall: 0, season: null } as const;

/** A picture with a drawn thing is painted where no medium is named. */
const isPaintedAnyway = ({ scene, subjects }: SceneSpec): boolean =>
  subjects.length > 0 && scene !== "still-life" && scene !== "abstract";

/** Changes `spec` so that it asks for nothing that its scene leaves out. */
export function keepSeen(spec: SceneSpec): void {
  const { scene } = spec;
  if (!UNDER_CLOUDS.has(scene)) Object.assign(spec, STILL_AIR);
  if (!OUTSIDE.has(scene)) Object.assign(spec, NO_WEATHER);
  // Frontal is how every scene is seen that has no horizon to move.
  if (spec.camera === "level" && spec.horizon === undefined) spec.camera = null;
  // The mood of a wood is its hour, its season and its air.
  if (scene === "forest") spec.sky = PLAIN_HOUR;
  // Land is white or brown in its season, and green in the others.
  if (!LAND.has(scene) || spec.season === "spring") spec.season = null;
  // Modelled bodies have their places from each other.
  if (scene === "still-life") delete spec.place;
  // A single thing stands in the middle of a studio.
  if (scene === "studio" && spec.subjects.length === 1 && spec.place === MIDDLE) delete spec.place;
  if (spec.finish === "painterly" && isPaintedAnyway(spec)) spec.finish = null;
  // The hour of a portrait is that of the scene inside it.
  if (scene === "portrait") spec.sky = PLAIN_HOUR;
  if (LAND.has(scene)) keepLand(spec);
  else Object.assign(spec, { trees: undefined, water: undefined, foreground: undefined, mist: 0 });
  if (scene === "city") spec.fog = spec.fog > THICK_AIR ? 0.5 : STILL_AIR.fog;
  keepLights(spec);
  keepBodies(spec);
  keepSurface(spec);
}

/** What is to be left out of a landscape that has none of it anyway, is not said. */
function keepLand(spec: SceneSpec): void {
  const kind = terrainOf(spec);
  spec.flowers ??= 0;
  if (spec.trees === 0 && usualTrees(kind) === 0) spec.trees = undefined;
  if (spec.water === false && !isFlooded(kind)) spec.water = undefined;
  if (!hasForeground(kind, spec.flowers)) spec.foreground = undefined;
}

/** Stars and what is seen of the sky, palms at the sea, flowers of a crown. */
function keepLights(spec: SceneSpec): void {
  const { scene } = spec;
  const isStarry = UNDER_CLOUDS.has(scene) && Boolean(skyPresets[spec.sky].night);
  if (scene !== "space" && !isStarry) spec.stars = undefined;
  if (scene !== "space") spec.planet = undefined;
  if (!spec.planet) spec.rings = undefined;
  if (scene !== "ocean" && scene !== "synthwave") spec.palms = undefined;
  if (scene === "portrait") spec.flowers ??= 0;
  else if (!LAND.has(scene)) spec.flowers = undefined;
  if (!spec.neon) spec.neon = undefined;
}

/** Printed and flat media have no grain, no vignette and no drizzle that nobody asked for. */
function keepSurface(spec: SceneSpec): void {
  const dry = isDry(spec.finish);
  if (dry && !spec.grainy) spec.noGrain = false;
  if (dry || spec.flat) spec.noVignette = false;
  if (dry && spec.scene !== "city" && spec.rain < 1) spec.rain = 0;
}
