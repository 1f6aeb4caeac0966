/** The sky over a city, however it is seen. */
import { mix } from "../core/color.ts";
import { makeNoise } from "../core/noise.ts";
import { eachRow } from "../core/rows.ts";
import { paintSky, showsSun, type Sky } from "../sky.ts";
import type { Frame, Rgb, SceneState } from "../types.ts";

type Place = {
  /** Row of the horizon and place of the sun or moon, in pixels. */
  horizon: number;
  sunX: number;
  sunY: number;
  sunSize?: number;
  /** Neither sun nor moon is seen. */
  hidden?: boolean;
};

/** Paints the sky that a city's spec asks for. */
export function paintCitySky(frame: Frame, state: SceneState, sky: Sky, place: Place): void {
  const { spec } = state;
  const { horizon, sunX, sunY, sunSize, hidden = false } = place;
  state.progress(0.1, "sky");
  paintSky(frame, sky, {
    check: () => state.check(),
    horizon,
    sx: sunX,
    sy: sunY,
    noise: makeNoise(state.seed, "clouds"),
    clouds: spec.clouds,
    cloudStyle: spec.cloudStyle,
    stars: sky.night ? (spec.stars ?? 0.7) : 0,
    moon: sky.night > 0,
    sunVisible: !hidden && showsSun(sky, spec.clouds),
    rng: state.rng("sky"),
    bodies: spec.bodies && { counts: spec.bodies, rng: state.rng("bodies") },
    ...(sunSize === undefined ? {} : { sunSize }),
  });
}

const FOG_OVERHEAD = 0.6;
const FOG_AHEAD = 0.95;

/** Lays fog of the colour `air` over a sky, thickest at the horizon. */
export function fogSky(frame: Frame, state: SceneState, air: Rgb, horizon: number): void {
  const { w, rgb } = frame;
  eachRow(state, 0, Math.min(frame.h, horizon * 1.1), (y) => {
    const share = mix(FOG_OVERHEAD, FOG_AHEAD, Math.min(1, y / horizon));
    for (let j = y * w * 3; j < (y + 1) * w * 3; j++) rgb[j] = mix(rgb[j], air[j % 3], share);
  });
}
