/** Abstract of glass panes that spiral out from a centre. */
import { type Rgb, mix, smooth, hypot } from "../core/color.ts";
import type { Frame } from "../core/frame.ts";
import { makeNoise } from "../core/noise.ts";
import type { Rng } from "../core/rng.ts";
import type { SceneState } from "../types.ts";
import type { AbstractPalette } from "./abstract-palette.ts";
import { eachRow } from "../core/rows.ts";

const GOLDEN_ANGLE = 2.39996;
const LEAD = 0.012;
/** Panes are looked up in cells of a ninth of the short side, two cells around. */
const CELLS = 9;
const REACH = 2;

type Pane = { x: number; y: number; colour: Rgb; light: number };

function spiralPanes(frame: Frame, colours: readonly Rgb[], rng: Rng): Pane[] {
  const { w, h } = frame;
  const side = Math.min(w, h);
  const reach = Math.hypot(w, h) * 0.62;
  const count = Math.round((rng.int(70, 130) * Math.max(w, h)) / side);
  const centreX = w * rng.range(0.35, 0.65);
  const centreY = h * rng.range(0.35, 0.65);
  return Array.from({ length: count }, (_, i) => {
    const angle = i * GOLDEN_ANGLE;
    const radius = Math.sqrt(i / count) * reach;
    return {
      x: centreX + Math.cos(angle) * radius + rng.gauss() * side * 0.03,
      y: centreY + Math.sin(angle) * radius + rng.gauss() * side * 0.03,
      colour: rng.pick(colours),
      light: rng.range(0.7, 1.25),
    };
  });
}

/** Panes by the cell of the plane they stand in. */
function index(panes: readonly Pane[], cell: number): (x: number, y: number) => readonly Pane[] {
  const grid = new Map<string, Pane[]>();
  for (const pane of panes) {
    const key = `${Math.floor(pane.x / cell)},${Math.floor(pane.y / cell)}`;
    grid.set(key, [...(grid.get(key) ?? []), pane]);
  }
  const near = new Map<string, readonly Pane[]>();
  return (x, y) => {
    const column = Math.floor(x / cell);
    const row = Math.floor(y / cell);
    const key = `${column},${row}`;
    const known = near.get(key);
    if (known) return known;
    const found: Pane[] = [];
    for (let j = -REACH; j <= REACH; j++) {
      for (let i = -REACH; i <= REACH; i++) {
        found.push(...(grid.get(`${column + i},${row + j}`) ?? []));
      }
    }
    const panesNear = found.length >= 2 ? found : panes;
    near.set(key, panesNear);
    return panesNear;
  };
}

/** Leaded panes in a spiral, wavy, streaked, brighter towards a window's upper left. */
export function glassPanes(
  frame: Frame,
  state: SceneState,
  { chosen }: AbstractPalette,
  rng: Rng,
): void {
  const { w, h, rgb } = frame;
  const side = Math.min(w, h);
  const noise = makeNoise(state.seed, "panes");
  const panes = spiralPanes(frame, chosen, rng);
  const number = new Map(panes.map((pane, i) => [pane, i]));
  const near = index(panes, side / CELLS);
  eachRow(state, 0, h, (y) => {
    for (let x = 0, j = y * w * 3; x < w; x++, j += 3) {
      const atX = x + noise.n2((x / side) * 3, (y / side) * 3) * side * 0.02;
      const atY = y + noise.n2((x / side) * 3 + 9, (y / side) * 3) * side * 0.02;
      let first = Infinity;
      let second = Infinity;
      let pane = panes[0];
      for (const candidate of near(atX, atY)) {
        const d = (candidate.x - atX) ** 2 + (candidate.y - atY) ** 2;
        if (d < first) {
          second = first;
          first = d;
          pane = candidate;
        } else if (d < second) second = d;
      }
      const border = Math.sqrt(second) - Math.sqrt(first);
      const lead = smooth(side * 0.011, side * 0.005, border);
      const window = 1.5 - hypot(x / w - 0.3, y / h - 0.2);
      const id = number.get(pane) ?? 0;
      const streaks = 0.85 + 0.3 * noise.fbm((x / side) * 14, (y / side) * 5 + id, 3);
      const bevel = 0.75 + 0.5 * smooth(0, side * 0.07, border);
      const light = window * pane.light * streaks * bevel;
      const gleam = LEAD + 0.02 * smooth(side * 0.004, side * 0.009, border);
      for (let k = 0; k < 3; k++) rgb[j + k] = mix(pane.colour[k] * light, gleam, lead);
    }
  });
}
