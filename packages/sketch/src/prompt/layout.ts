/** Brings a scene into the layout of another picture, as far as the scene has one to change. */
import { clamp, mix } from "../core/color.ts";
import type { CityView, Layout, SceneName, SceneSpec } from "../types.ts";

/** Heights of the horizon that a scene can be drawn with, as shares of the frame from the top. */
const HORIZONS: Partial<Record<SceneName | CityView, readonly [highest: number, lowest: number]>> =
  {
    landscape: [0.3, 0.66],
    flowerfield: [0.34, 0.66],
    ocean: [0.3, 0.66],
    city: [0.54, 0.8],
    street: [0.4, 0.68],
    alley: [0.4, 0.68],
    rooftops: [0.22, 0.55],
    synthwave: [0.44, 0.74],
    studio: [0.58, 0.82],
  };
/** Scenes whose things have their places from the scene itself. */
const PLACED: ReadonlySet<SceneName> = new Set(["still-life", "portrait", "botanical"]);
/** Nearer to the edge a thing would be cut. */
const MARGIN = 0.2;

/** What changes of a scene: nothing where it has neither a horizon nor a thing to place. */
export function laidOutAs(
  { scene, cityView, horizon, subjects, place = 0.5 }: SceneSpec,
  layout: Layout,
): Pick<SceneSpec, "horizon" | "place" | "laidOut"> {
  const range = HORIZONS[cityView ?? scene];
  const hasPlace = subjects.length > 0 && !PLACED.has(scene);
  const { weight } = layout;
  return {
    ...(range
      ? {
          horizon: mix(
            horizon ?? (range[0] + range[1]) / 2,
            clamp(layout.horizon, range[0], range[1]),
            weight,
          ),
        }
      : {}),
    ...(hasPlace ? { place: mix(place, clamp(layout.place, MARGIN, 1 - MARGIN), weight) } : {}),
    ...(range || hasPlace ? { laidOut: true } : {}),
  };
}
