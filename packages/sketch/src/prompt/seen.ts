/** Takes out of a scene what it does not show, so that no word for it counts as understood. */
import type { SceneName, SceneSpec, SkyName } from "../types.ts";

const UNDER_CLOUDS: ReadonlySet<SceneName> = new Set(["landscape", "flowerfield", "ocean", "city"]);
const OUTSIDE: ReadonlySet<SceneName> = new Set([...UNDER_CLOUDS, "forest"]);
const PLAIN_HOUR: SkyName = "noon";
/** Scenes without clouds or distance have this much of both in their light. */
const STILL_AIR = { clouds: 0.3, cloudStyle: "cumulus", fog: 0.28, mist: 0 } as const;
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
  // The mood of a wood is its hour and its air.
  if (scene === "forest") {
    spec.sky = PLAIN_HOUR;
    if (spec.season === "spring") spec.season = null;
  }
  // Modelled bodies have their places from each other.
  if (scene === "still-life") delete spec.place;
  // A single thing stands in the middle of a studio.
  if (scene === "studio" && spec.subjects.length === 1 && spec.place === MIDDLE) delete spec.place;
  if (spec.finish === "painterly" && isPaintedAnyway(spec)) spec.finish = null;
  // The hour of a portrait is that of the scene inside it.
  if (scene === "portrait") spec.sky = PLAIN_HOUR;
}
