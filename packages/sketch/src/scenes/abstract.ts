/** Abstract pictures in eight families. */
import type { Frame } from "../core/frame.ts";
import type { Rng } from "../core/rng.ts";
import type { AbstractKind, SceneState } from "../types.ts";
import { bauhaus } from "./abstract-bauhaus.ts";
import { contour, marble, mesh } from "./abstract-fields.ts";
import { flow } from "./abstract-flow.ts";
import { glassPanes } from "./abstract-glass.ts";
import { orbs } from "./abstract-orbs.ts";
import { type AbstractPalette, abstractPalette } from "./abstract-palette.ts";
import { waves } from "./abstract-waves.ts";

type Painter = (frame: Frame, state: SceneState, palette: AbstractPalette, rng: Rng) => void;

const painters: Readonly<Record<AbstractKind, Painter>> = {
  marble,
  flow,
  mesh,
  glass: glassPanes,
  bauhaus,
  contour,
  waves,
  orbs,
};

const KINDS = Object.keys(painters) as AbstractKind[];
/** Families printed in flat colour: glow and vignette would betray them. */
const FLAT: ReadonlySet<AbstractKind> = new Set(["bauhaus", "contour", "waves"]);

/** Draws the abstract the prompt names, or one by seed, in the prompt's palette or one by seed. */
export function renderAbstract(frame: Frame, state: SceneState): void {
  const { w, h } = frame;
  const rng = state.rng("abstract");
  const palette = abstractPalette(state.spec, rng);
  const drawn = rng.pick(KINDS);
  const kind = state.spec.abstract ?? drawn;
  const { chosen } = palette;
  state.sky = {
    name: "abstract",
    exposure: 1,
    ambient: chosen[1],
    sun: chosen[chosen.length - 1],
    sunStrength: 1,
    fog: chosen[1],
    night: 0,
    altitude: 0.6,
  };
  state.light = {
    sunX: w * 0.3,
    sunY: h * 0.3,
    direction: [-0.5, 0.6, 0.6],
    horizon: h,
    flip: -1,
  };
  state.groundY = () => h * 0.8;
  state.flat = FLAT.has(kind);
  state.progress(0.1, kind);
  painters[kind](frame, state, palette, rng);
  state.progress(0.74, kind);
}
