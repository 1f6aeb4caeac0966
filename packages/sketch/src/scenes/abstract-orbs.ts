/** Abstract of shaded balls that touch and overlap. */
import { type Rgb, clamp, mix, hypot } from "../core/color.ts";
import type { Frame } from "../core/frame.ts";
import type { Rng } from "../core/rng.ts";
import type { SceneState } from "../types.ts";
import type { AbstractPalette } from "./abstract-palette.ts";
import { eachRow } from "../core/rows.ts";

const MOST_ORBS = 15;
const TRIES = 60;
/** Towards the light: left, up, to the viewer. */
const LIGHT = [-0.48, -0.62, 0.62] as const;

type Orb = { x: number; y: number; radius: number; colour: Rgb; bounce: Rgb };

/** Places balls that hardly overlap; every try draws the same numbers. */
function placeOrbs({ w, h }: Frame, chosen: readonly Rgb[], rng: Rng): Orb[] {
  const side = Math.min(w, h);
  const orbs: Orb[] = [];
  for (let i = 0; i < TRIES && orbs.length < MOST_ORBS; i++) {
    const orb: Orb = {
      radius: side * rng.range(0.03, orbs.length < 2 ? 0.23 : 0.13),
      x: rng() * w,
      y: rng() * h,
      colour: rng.pick(chosen.slice(1)),
      bounce: rng.pick(chosen),
    };
    const clear = orbs.every(
      (other) => hypot(other.x - orb.x, other.y - orb.y) > (other.radius + orb.radius) * 0.86,
    );
    if (clear) orbs.push(orb);
  }
  return orbs.toSorted((a, b) => a.radius - b.radius);
}

function paintGround(frame: Frame, state: SceneState, dark: Rgb, light: Rgb): void {
  const { w, h, rgb } = frame;
  eachRow(state, 0, h, (y) => {
    for (let x = 0, j = y * w * 3; x < w; x++, j += 3) {
      const away = clamp(hypot(x / w - 0.35, y / h - 0.25) * 0.9);
      for (let k = 0; k < 3; k++) rgb[j + k] = mix(light[k] * 0.8, dark[k] * 0.7, away);
    }
  });
}

/** Shades one ball and the soft shadow it throws to its lower right. */
function paintOrb(frame: Frame, state: SceneState, orb: Orb, ambient: Rgb): void {
  const { w, h, rgb } = frame;
  const { radius, colour, bounce } = orb;
  const left = Math.max(0, (orb.x - radius * 1.6) | 0);
  const right = Math.min(w, orb.x + radius * 1.9);
  eachRow(state, orb.y - radius * 1.6, Math.min(h, orb.y + radius * 1.9), (y) => {
    for (let px = left; px < right; px++) {
      const j = (y * w + px) * 3;
      const x = (px - orb.x) / radius;
      const v = (y - orb.y) / radius;
      const away = hypot(x, v);
      if (away > 1) {
        const toShadow = Math.max(0, hypot(x - 0.26, v - 0.4) - 0.75);
        const shadow = 1 - 0.34 * Math.exp(-((toShadow / 0.35) ** 2));
        for (let k = 0; k < 3; k++) rgb[j + k] *= shadow;
        continue;
      }
      const z = Math.sqrt(1 - away * away);
      const diffuse = clamp(x * LIGHT[0] + v * LIGHT[1] + z * LIGHT[2]);
      const mirror = clamp((x * LIGHT[0] + v * LIGHT[1] + z * (LIGHT[2] + 1)) / 1.8);
      const gleam = mirror ** 80 * 1.4;
      const rim = (1 - z) ** 3 * 0.5;
      const fromBelow = clamp(v * 0.6 + 0.1) * 0.35;
      const cover = clamp((1 - away) * radius);
      for (let k = 0; k < 3; k++) {
        const light =
          colour[k] * (0.1 + 0.95 * diffuse) +
          bounce[k] * fromBelow +
          gleam +
          rim * mix(ambient[k], 1, 0.3);
        rgb[j + k] = mix(rgb[j + k], light, cover);
      }
    }
  });
}

/** Glossy balls of the palette's colours on a soft ground, small ones behind. */
export function orbs(frame: Frame, state: SceneState, { chosen }: AbstractPalette, rng: Rng): void {
  paintGround(frame, state, chosen[0], chosen[1]);
  for (const orb of placeOrbs(frame, chosen, rng)) paintOrb(frame, state, orb, chosen[1]);
}
