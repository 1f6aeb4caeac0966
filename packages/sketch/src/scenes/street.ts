/** A street seen along its length: houses on both sides, the ground between them, and the sky above. */
import { css, hex, hypot, mix, smooth } from "../core/color.ts";
import { makeNoise } from "../core/noise.ts";
import { eachRow, settle } from "../core/rows.ts";
import { rowInView } from "../sky-bodies.ts";
import { makeSky } from "../sky.ts";
import type { Frame, Rgb, SceneRenderer, SceneState } from "../types.ts";
import { rain } from "../weather.ts";
import { fogSky, paintCitySky } from "./city-sky.ts";
import { NEON } from "./city.ts";
import { townLight, type TownLight } from "./city-light.ts";
import { drawEnd, drawLamps, drawLines, drawSigns } from "./street-furniture.ts";
import { paintGround } from "./street-ground.ts";
import { drawHouse } from "./street-houses.ts";
import { addGlows, type StreetPen } from "./street-pen.ts";
import { planStreet, type View, viewOf } from "./street-plan.ts";

/** How much the ground mirrors when it is wet, and by night under signs. */
const WET = 1;
const SHEEN = 0.35;
/** Houses drawn between two looks for a cancel. */
const HOUSES_AT_ONCE = 6;

/** A street or an alley. */
export const renderStreet: SceneRenderer = (frame, state) => {
  const { w, h } = frame;
  const { spec } = state;
  const rng = state.rng("street-sky");
  const sky = makeSky(spec.sky, spec.skyTint);
  state.sky = sky;
  const flip = rng.sign();
  const view = viewOf(frame, state);
  const { vx, horizon, side } = view;
  const light = townLight(sky, spec, { flip });
  const street = planStreet(state, (w / 2 + Math.abs(vx - w / 2)) / view.focal);
  // A low sun is at the end of the street, a high one above the houses.
  const sunX = vx + flip * side * rng.range(0.02, 0.1) * (sky.altitude < 0.3 ? 1 : 3.2);
  const usualY = horizon - h * mix(0.1, 0.42, Math.min(1, sky.altitude));
  const sunY = rowInView(spec, usualY, horizon, h);
  state.light = { sunX, sunY, horizon, flip, direction: [flip * 0.6, 0.5, 0.3] };
  state.closesAt = vx / w;
  state.groundY = () => horizon + (h - horizon) * 0.8;

  const hidden = sky.name === "dusk" || spec.rain > 0 || light.foggy;
  paintCitySky(frame, state, sky, { horizon, sunX, sunY, hidden });
  if (light.foggy) fogSky(frame, state, light.air, horizon);
  const neon = spec.neon ? (spec.palette ?? NEON.map(hex)) : null;
  if (neon) addGlare(frame, state, view, neon);

  state.progress(0.3, "buildings");
  const pen = penFor(frame, view, light);
  drawEnd(pen, street, state.rng("street-end"));
  hazeEnd(pen);
  const far = street.houses.toSorted((a, b) => b.z - a.z);
  for (const [i, house] of far.entries()) {
    if (i % HOUSES_AT_ONCE === 0) settle(state, pen.context);
    const given = { half: street.half, sky: sky.middle, look: street.look, neon };
    drawHouse(pen, house, { ...given, rng: state.rng(house.key) });
  }
  drawSigns(pen, street, state, neon);
  drawLines(pen, street);
  frame.draw(pen.context.canvas, { gain: light.gain });
  addGlows(frame, state, pen);
  state.progress(0.5, "street");
  const stands = penFor(frame, view, light);
  drawLamps(stands, street);
  // Once for their image in the ground, and once for themselves.
  const wet = spec.rain > 0 || spec.wet ? WET : neon ? SHEEN : 0;
  if (wet > 0) frame.draw(stands.context.canvas, { gain: light.gain });
  addGlows(frame, state, stands);
  const noise = makeNoise(state.seed, "street");
  paintGround(frame, state, { street, view, light, noise, wet, flip, neon });
  state.progress(0.68, "lamps");
  frame.draw(stands.context.canvas, { gain: light.gain });
  if (spec.rain > 0) rain(frame, state, spec.rain);
};

function penFor(frame: Frame, view: View, light: TownLight): StreetPen {
  const { context } = frame.canvas();
  return { context, view, light, glows: [] };
}

/** The end of a street lies in bright air. */
function hazeEnd({ context, view, light }: StreetPen): void {
  const { vx, horizon, side } = view;
  const radius = side * 0.3;
  const fill = context.createRadialGradient(vx, horizon, 0, vx, horizon, radius);
  const air = light.air.map((part) => part / light.gain) as Rgb;
  fill.addColorStop(0, css(air, 0.5));
  fill.addColorStop(1, css(air, 0));
  context.fillStyle = fill;
  context.fillRect(vx - radius, horizon - radius, radius * 2, radius * 2);
}

/** Coloured air at the end of a street of signs. */
function addGlare(frame: Frame, state: SceneState, view: View, neon: readonly Rgb[]): void {
  const { w, rgb } = frame;
  const { vx, horizon, side } = view;
  const [near, far] = [neon[0], neon[1 % neon.length]];
  eachRow(state, 0, Math.min(frame.h, horizon + side * 0.05), (y) => {
    for (let x = 0, j = y * w * 3; x < w; x++, j += 3) {
      const away = hypot(x - vx, (y - horizon) * 0.8) / side;
      const share = 0.22 * Math.exp(-away * away * 6);
      const t = smooth(0.05, 0.5, away);
      for (let c = 0; c < 3; c++) rgb[j + c] += mix(near[c], far[c], t) * share;
    }
  });
}
