import { addUpsampled, boxBlur, downsample } from "./core/blur.ts";
import { smooth, unoklab } from "./core/color.ts";
import type { Frame } from "./core/frame.ts";
import { paletteGrade } from "./core/grade.ts";
import { REIMAGINE_FROM } from "./limits.ts";
import { inkPalette } from "./finishes/ink-palette.ts";
import type { SceneState } from "./types.ts";

const SHRINK = 4;
const SOURCE_COLOURS = 5;
/** At the threshold: how far the new picture takes the source's colours and its large lights. */
const COLOUR_SHARE = 0.5;
const LIGHT_SHARE = 0.4;
/** How much of both is left where the words ask for a light of their own. */
const OWN_LIGHT_BOND = 0.4;
/** What counts as a large form, as a share of the short side. */
const LARGE_FORM = 0.06;

/**
 * Lets a freshly drawn picture take the source's colours and the broad distribution of its light,
 * less the nearer `strength` comes to 1, where it is free of the source, and less where it keeps the light of its own hour.
 */
export function borrowFromSource(
  fresh: Frame,
  source: Frame,
  { strength, keepsLight }: { strength: number; keepsLight: boolean },
  state: SceneState,
): void {
  const bond = (1 - smooth(REIMAGINE_FROM, 1, strength)) * (keepsLight ? OWN_LIGHT_BOND : 1);
  if (bond === 0) return;
  const colours = inkPalette(source.rgb, SOURCE_COLOURS, state.rng("source-colours"));
  gradeInBands(fresh, colours.map(unoklab), COLOUR_SHARE * bond, state);
  const radius = (Math.min(fresh.w, fresh.h) * LARGE_FORM) / SHRINK;
  const before = downsample(source.rgb, source.w, source.h, SHRINK);
  const after = downsample(fresh.rgb, fresh.w, fresh.h, SHRINK);
  boxBlur(before.data, before.w, before.h, radius, 3, 2);
  boxBlur(after.data, after.w, after.h, radius, 3, 2);
  state.check();
  for (let i = 0; i < after.data.length; i++) {
    after.data[i] = (before.data[i] - after.data[i]) * LIGHT_SHARE * bond;
  }
  addUpsampled(fresh, after, SHRINK);
  for (let j = 0; j < fresh.rgb.length; j++) fresh.rgb[j] = Math.max(0, fresh.rgb[j]);
}

const ROWS_IN_BAND = 64;

/** Grades towards a palette band by band, asking for a cancel between them. */
export function gradeInBands(
  frame: Frame,
  colours: Parameters<typeof paletteGrade>[1],
  amount: number,
  state: SceneState,
): void {
  const band = frame.w * 3 * ROWS_IN_BAND;
  for (let start = 0; start < frame.rgb.length; start += band) {
    state.check();
    paletteGrade({ rgb: frame.rgb.subarray(start, start + band) }, colours, amount);
  }
}
