/** A town seen from above its roofs: rows of houses to the horizon, and a ridge in front for things to stand on. */
import { hex, mix, smooth } from "../core/color.ts";
import { makeNoise } from "../core/noise.ts";
import { eachRow, settle } from "../core/rows.ts";
import { zoomOf } from "../lens.ts";
import { rowInView } from "../sky-bodies.ts";
import { makeSky } from "../sky.ts";
import type { Frame, Rgb, SceneRenderer, SceneState } from "../types.ts";
import { rain } from "../weather.ts";
import { fogSky, paintCitySky } from "./city-sky.ts";
import { NEON } from "./city.ts";
import { hazeAt, townLight, type TownLight } from "./city-light.ts";
import { drawRoofHouse } from "./rooftops-houses.ts";
import { drawNearRoof } from "./rooftops-near.ts";
import { planRooftops, type RoofHouse } from "./rooftops-plan.ts";
import { drawLandmarks } from "./rooftops-far.ts";
import type { StreetPen } from "./street-pen.ts";
import { project, type View } from "./street-plan.ts";

const USUAL_HORIZON = 0.34;
const ROWS_AT_ONCE = 5;
/** From above one sees farther than along a street. */
const FARTHER = 2.4;

/** Rooftops. */
export const renderRooftops: SceneRenderer = (frame, state) => {
  const { w, h } = frame;
  const { spec } = state;
  const rng = state.rng("rooftops-sky");
  const sky = makeSky(spec.sky, spec.skyTint);
  state.sky = sky;
  const flip = rng.sign();
  const side = Math.min(w, h);
  const horizon = h * (spec.horizon ?? USUAL_HORIZON);
  const plan = planRooftops(state, w / side);
  const view: View = {
    side,
    vx: w / 2,
    horizon,
    focal: side * plan.reach * zoomOf(spec),
    eye: plan.eye,
  };
  const light = townLight(sky, spec, { flip, farther: FARTHER });
  const sunX = w * (0.5 + flip * rng.range(0.12, 0.32));
  const sunY = rowInView(
    spec,
    horizon - h * mix(0.06, 0.26, Math.min(1, sky.altitude)),
    horizon,
    h,
  );
  state.light = { sunX, sunY, horizon, flip, direction: [flip * 0.6, 0.5, 0.3] };
  const ridge = h * plan.ridge;
  state.groundY = () => ridge;

  paintCitySky(frame, state, sky, { horizon: horizon + h * 0.03, sunX, sunY });
  if (light.foggy) fogSky(frame, state, light.air, horizon);
  paintFarTown(frame, state, view, light);
  state.progress(0.3, "roofs");
  const neon = spec.neon ? (spec.palette ?? NEON.map(hex)) : null;
  const { context } = frame.canvas();
  const pen: StreetPen = { context, view, light, glows: [] };
  drawLandmarks(pen, plan, state.rng("rooftops-far"));
  for (const [i, row] of plan.rows.entries()) {
    if (i % ROWS_AT_ONCE === 0) settle(state, context);
    for (const house of row.filter((one) => isInFrame(view, w, one)))
      drawRoofHouse(pen, house, { rng: state.rng(house.key), sky: sky.middle, neon });
  }
  state.progress(0.55, "roofs");
  drawNearRoof(pen, plan, { w, h, ridge }, state.rng("near-roof"));
  settle(state, context);
  frame.draw(context.canvas, { gain: light.gain });
  if (spec.rain > 0) rain(frame, state, spec.rain);
};

/** Whether a house is not wholly beside the frame. */
function isInFrame(view: View, w: number, { x, z, width, depth }: RoofHouse): boolean {
  const far = z + depth;
  const [left] = project(view, x - width / 2, 0, x > 0 ? far : z);
  const [right] = project(view, x + width / 2, 0, x > 0 ? z : far);
  return right > -view.side * 0.02 && left < w + view.side * 0.02;
}

/** What lies between and behind the houses: shade in front, air and specks of roofs far away. */
function paintFarTown(frame: Frame, state: SceneState, view: View, light: TownLight): void {
  const { w, h, rgb } = frame;
  const { horizon, focal, eye } = view;
  const noise = makeNoise(state.seed, "far-town");
  const dark: Rgb = light.facing.viewer.map((part) => part * 0.22) as Rgb;
  eachRow(state, horizon, h, (y) => {
    const z = (focal * eye) / Math.max(1, y + 0.5 - horizon);
    const haze = hazeAt(light, z);
    const soft = smooth(0, view.side * 0.006, y - horizon);
    for (let x = 0, j = y * w * 3; x < w; x++, j += 3) {
      const value = 1 + 0.5 * noise.n2(((x - view.vx) / focal) * 60, z * 0.2);
      for (let c = 0; c < 3; c++)
        rgb[j + c] = mix(rgb[j + c], mix(dark[c] * value, light.air[c], haze), soft);
    }
  });
}
