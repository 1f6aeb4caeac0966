/** A volcano at work: glow at the top, a leaning column of smoke, thrown sparks. */
import { clamp, mix, smooth, hypot } from "../core/color.ts";
import type { Frame } from "../core/frame.ts";
import { makeNoise } from "../core/noise.ts";
import type { SceneState } from "../types.ts";
import type { Land } from "./landscape-view.ts";

/** Height of the crater's rim in world units. */
const RIM = 122;
const SPARKS = 90;

/** Pixel of the crater. */
function craterAt(frame: Frame, land: Land): { x: number; y: number } {
  const { view, map } = land;
  const z = map.peakZ - view.camZ;
  return {
    x: ((map.peakX - view.camX) / z / (2 * view.halfWidth) + 0.5) * frame.w,
    y: view.horizon - ((RIM - view.camHeight) / z) * view.focal,
  };
}

function paintSmoke(
  frame: Frame,
  state: SceneState,
  land: Land,
  crater: { x: number; y: number },
): void {
  const { w, h, rgb } = frame;
  const side = Math.min(w, h);
  const noise = makeNoise(state.seed, "smoke");
  const { ambient } = land.sky;
  const { flip } = land.light;
  const bottom = crater.y + h * 0.45;
  for (let y = 0; y < Math.min(h, bottom); y++) {
    const dy = (crater.y - y) / side;
    const fall = smooth(bottom, crater.y, y);
    for (let x = 0; x < w; x++) {
      const dx = (x - crater.x) / side;
      const j = (y * w + x) * 3;
      const glow = Math.exp(-hypot(dx, dy) * 7) * 1.4 * fall;
      rgb[j] += glow;
      rgb[j + 1] += glow * 0.26;
      rgb[j + 2] += glow * 0.05;
      if (dy <= -0.02) continue;
      const lean = dy * dy * 0.6 * flip;
      const wander = noise.fbm(dx * 5, dy * 4, 3) * 0.22 * (0.3 + dy * 2);
      const across = Math.abs(dx - lean + wander) / (0.03 + dy * 0.34);
      if (across >= 1.3) continue;
      const billow = noise.fbm(dx * 7 + 9, dy * 7 - 4, 5);
      const a = smooth(1.25, 0.5, across + billow * 0.7) * smooth(-0.02, 0.06, dy) * 0.94;
      const lit = clamp(0.5 + billow * 1.2 - (dx - lean) * 2 * flip);
      const heat = Math.exp(-dy * 7.5) * (0.4 + lit);
      const grey = 0.1 + 0.32 * lit;
      rgb[j] = mix(rgb[j], ambient[0] * grey * 1.3 + heat * 1.4, a);
      rgb[j + 1] = mix(rgb[j + 1], ambient[1] * grey * 1.25 + heat * 0.36, a);
      rgb[j + 2] = mix(rgb[j + 2], ambient[2] * grey * 1.3 + Math.exp(-dy * 7.5) * 0.06, a);
    }
    if ((y & 31) === 0) state.check();
  }
}

function throwSparks(frame: Frame, state: SceneState, crater: { x: number; y: number }): void {
  const side = Math.min(frame.w, frame.h);
  const rng = state.rng("lava");
  const { canvas, context } = frame.canvas();
  context.globalCompositeOperation = "lighter";
  for (let i = 0; i < SPARKS; i++) {
    const angle = -Math.PI / 2 + rng.gauss() * 0.5;
    const flight = Math.abs(rng.gauss()) * side * 0.16 + side * 0.02;
    const x = crater.x + Math.cos(angle) * flight;
    const y = crater.y + Math.sin(angle) * flight + (6 * side) / 1024;
    context.fillStyle = `rgba(255,${(90 + rng() * 120) | 0},40,${0.5 + rng() * 0.5})`;
    context.beginPath();
    context.arc(x, y, ((0.6 + rng() * 2.4) * side) / 1024, 0, Math.PI * 2);
    context.fill();
  }
  frame.draw(canvas, { blend: "add", gain: 3 });
}

export function erupt(frame: Frame, state: SceneState, land: Land): void {
  const crater = craterAt(frame, land);
  paintSmoke(frame, state, land, crater);
  throwSparks(frame, state, crater);
}
