/** What the seed chooses of a view where the prompt says nothing of it. */
import type { Rng } from "../core/rng.ts";
import type { CityView, SceneName, SceneSpec } from "../types.ts";

/** Heights of the horizon, as shares of the frame from the top. */
const HORIZONS: Partial<Record<SceneName | CityView, readonly number[]>> = {
  landscape: [0.34, 0.41, 0.47, 0.54, 0.6],
  flowerfield: [0.34, 0.41, 0.47, 0.54],
  ocean: [0.3, 0.38, 0.47, 0.56, 0.64],
  city: [0.58, 0.66, 0.72, 0.8],
  street: [0.5, 0.54, 0.58, 0.62],
  alley: [0.5, 0.54, 0.58, 0.62],
  rooftops: [0.24, 0.32, 0.41, 0.5],
};
/** With a shore in front, the sea must leave it room. */
const SHORE_HORIZONS: readonly number[] = [0.34, 0.4, 0.46];
/** How near the camera goes, from the least to the most. */
const REACHES: Partial<Record<SceneName, readonly [number, number]>> = {
  landscape: [0.78, 1.3],
  flowerfield: [0.8, 1.15],
  city: [0.72, 1.25],
  "still-life": [0.76, 1.08],
};
/** Metres, or what passes for them, that the camera stands above the usual. */
const RISES: readonly number[] = [0, 0, 6, 16, 34];
/** The camera turns by as much to each side in a still life. */
const TURN = 1.5;

type Varied = Pick<SceneSpec, "horizon" | "view">;

/** Chooses a view by seed; the same numbers are drawn whatever the words are. */
export function varyView(spec: SceneSpec, rng: Rng): Varied {
  const { scene, cityView, camera, horizon } = spec;
  const chance = rng();
  const nearness = rng();
  const rise = rng.pick(RISES);
  const turn = rng.range(-TURN, TURN);
  const aside = rng.range(-1, 1);
  const heights = scene === "ocean" && spec.beach ? SHORE_HORIZONS : HORIZONS[cityView ?? scene];
  const free = camera === null && horizon === undefined && heights;
  const reach = REACHES[scene];
  const zoom = reach ? reach[0] + (reach[1] - reach[0]) * nearness : 1;
  const view = reach && { zoom, rise: 0, turn: 0, aside: 0 };
  if (view && scene !== "city") Object.assign(view, { aside, rise: camera === null ? rise : 0 });
  if (view && scene === "still-life" && camera === null) view.turn = turn;
  return {
    ...(free ? { horizon: heights[Math.floor(chance * heights.length)] } : {}),
    ...(view ? { view } : {}),
  };
}
