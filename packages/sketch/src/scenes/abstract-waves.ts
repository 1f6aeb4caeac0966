/** Abstract of hills like waves, one behind another, under a plain sun. */
import { type Rgb, adjust, css, mix, mixc } from "../core/color.ts";
import type { Frame } from "../core/frame.ts";
import { makeNoise } from "../core/noise.ts";
import type { Rng } from "../core/rng.ts";
import { settle } from "../core/rows.ts";
import type { SceneState } from "../types.ts";
import type { AbstractPalette } from "./abstract-palette.ts";
import { eachRow } from "../core/rows.ts";

const WAVES = 11;
const POINTS = 160;
const SUN: Rgb = [1, 0.85, 0.6];

function paintSkyBand(frame: Frame, state: SceneState, top: Rgb, bottom: Rgb): void {
  const { w, h, rgb } = frame;
  eachRow(state, 0, h, (y) => {
    const colour = mixc(top, bottom, y / h);
    for (let x = 0, j = y * w * 3; x < w; x++, j += 3) rgb.set(colour, j);
  });
}

/** Layered waves of cut paper, light and far at the top, dark and near at the bottom. */
export function waves(
  frame: Frame,
  state: SceneState,
  { ranked }: AbstractPalette,
  rng: Rng,
): void {
  const { w, h } = frame;
  const side = Math.min(w, h);
  const noise = makeNoise(state.seed, "waves");
  const lightest = ranked[ranked.length - 1];
  const second = ranked[ranked.length - 2];
  paintSkyBand(frame, state, mixc(lightest, [1, 1, 1], 0.25), second);
  const { canvas, context } = frame.canvas();
  context.fillStyle = css(mixc(second, SUN, 0.5));
  context.beginPath();
  context.arc(w * rng.range(0.3, 0.7), h * 0.26, side * 0.13, 0, Math.PI * 2);
  context.fill();
  context.shadowColor = "rgba(0,0,0,.4)";
  context.shadowBlur = side * 0.025;
  context.shadowOffsetY = -side * 0.006;
  for (let wave = 0; wave < WAVES; wave++) {
    const near = wave / (WAVES - 1);
    const place = (1 - near) * (ranked.length - 1.4);
    const k = Math.min(ranked.length - 2, place | 0);
    const colour = mixc(ranked[k], ranked[k + 1], place - k);
    const base = h * mix(0.34, 0.98, near);
    context.beginPath();
    context.moveTo(-5, h + 5);
    for (let point = 0; point <= POINTS; point++) {
      const u = (point / POINTS) * 1.02 - 0.01;
      const swell = noise.fbm(u * 1.7 + wave * 3.7, wave * 1.9, 3) * 2;
      const ripple = Math.sin(u * 5 + wave * 1.3) * 0.5;
      context.lineTo(u * w, base + (swell + ripple) * h * 0.07);
    }
    context.lineTo(w + 5, h + 5);
    context.closePath();
    const fill = context.createLinearGradient(0, base - h * 0.1, 0, base + h * 0.3);
    fill.addColorStop(0, css(adjust(colour, 0.05)));
    fill.addColorStop(1, css(adjust(colour, -0.07)));
    context.fillStyle = fill;
    context.fill();
    settle(state, context);
  }
  frame.draw(canvas);
}
