/** Rain and snow in front of a picture, in light before tone mapping. */
import { mix } from "./core/color.ts";
import type { Frame, SceneState } from "./types.ts";

const RAINDROPS = 900;
/** Sideways drift of rain per unit of fall. */
const RAIN_SLANT = -0.12;
const SNOWFLAKES = 520;

/** Streaks of rain; `amount` 1 is a downpour. */
export function rain(frame: Frame, state: SceneState, amount = 1): void {
  const { w, h } = frame;
  const side = Math.min(w, h);
  const rng = state.rng("rain");
  const { canvas, context } = frame.canvas();
  context.lineCap = "round";
  for (let i = 0; i < RAINDROPS * amount; i++) {
    const x = rng() * w * 1.1;
    const y = rng() * h;
    const near = rng();
    const length = side * mix(0.012, 0.05, near);
    context.strokeStyle = `rgba(200,220,255,${mix(0.06, 0.2, near)})`;
    context.lineWidth = (mix(0.5, 1.5, near) * side) / 1024;
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(x + RAIN_SLANT * length, y + length);
    context.stroke();
  }
  state.check();
  frame.draw(canvas);
}

/** Flakes, many small and a few large and soft in front; `amount` 1 is thick snow. */
export function snowfall(frame: Frame, state: SceneState, amount = 1): void {
  const { w, h } = frame;
  const side = Math.min(w, h);
  const rng = state.rng("snowfall");
  const { canvas, context } = frame.canvas();
  for (let i = 0; i < SNOWFLAKES * amount; i++) {
    const near = rng() ** 2.2;
    const radius = side * mix(0.0012, 0.009, near);
    const oblate = rng.range(0.8, 1.2);
    context.fillStyle = `rgba(245,249,255,${mix(0.75, 0.3, near)})`;
    context.beginPath();
    context.ellipse(rng() * w, rng() * h, radius, radius * oblate, rng() * 3, 0, 7);
    context.fill();
  }
  state.check();
  frame.draw(canvas, { gain: state.sky?.night ? 0.6 : 1.05 });
}
