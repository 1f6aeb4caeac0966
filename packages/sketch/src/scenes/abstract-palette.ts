import { type Rgb, adjust, hex, oklab } from "../core/color.ts";
import type { Rng } from "../core/rng.ts";
import type { SceneSpec } from "../types.ts";

/** Colours of an abstract: in the order they were chosen, and from dark to light. */
export type AbstractPalette = { chosen: Rgb[]; ranked: Rgb[] };

const PALETTES = [
  ["#0d1b2a", "#1b4965", "#62b6cb", "#bee9e8", "#ffb703"],
  ["#2b061e", "#875053", "#f4a259", "#f4e285", "#5b8e7d"],
  ["#03071e", "#6a040f", "#dc2f02", "#f48c06", "#ffba08"],
  ["#10002b", "#5a189a", "#c77dff", "#ff6ec7", "#ffe66d"],
  ["#0b132b", "#1c2541", "#3a506b", "#5bc0be", "#f0f3bd"],
  ["#264653", "#2a9d8f", "#e9c46a", "#f4a261", "#e76f51"],
  ["#1a1423", "#3d314a", "#96705b", "#d9b08c", "#ffe8d6"],
  ["#001219", "#005f73", "#94d2bd", "#ee9b00", "#bb3e03"],
] as const;

/** Adds shades and tints until a palette of one or two colours can carry a picture. */
function widen(colours: readonly Rgb[]): Rgb[] {
  if (colours.length >= 3) return [...colours];
  const first = colours[0];
  const last = colours[colours.length - 1];
  return [adjust(first, -0.35, 0.8), ...colours, adjust(last, 0.25, 0.5)];
}

/** The prompt's palette, or one drawn by seed; the draw is made either way. */
export function abstractPalette(spec: SceneSpec, rng: Rng): AbstractPalette {
  const drawn = rng.pick(PALETTES).map((code) => hex(code));
  const chosen = spec.palette && spec.palette.length > 0 ? widen(spec.palette) : drawn;
  return { chosen, ranked: chosen.toSorted((a, b) => oklab(a)[0] - oklab(b)[0]) };
}

/** Stops of a ramp through colours at even steps. */
export function evenStops(colours: readonly Rgb[]): [number, Rgb][] {
  return colours.map((colour, i) => [i / (colours.length - 1), colour]);
}
