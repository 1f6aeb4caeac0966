/** What a landscape has by its kind of land, so that a word which takes it out can be told from one that changes nothing. */
import type { SceneSpec, Terrain } from "../types.ts";

const TREE_DENSITIES: Partial<Record<Terrain, number>> = {
  mountains: 0.7,
  lake: 0.7,
  hills: 0.45,
  arctic: 0.25,
  volcano: 0.3,
};
const FLOODED: readonly Terrain[] = ["lake", "coast", "islands"];
const BARE: readonly Terrain[] = ["desert", "canyon", "arctic", "islands", "coast", "volcano"];

/** The land of a landscape whose spec names none. */
export const terrainOf = ({ terrain = "mountains" }: Pick<SceneSpec, "terrain">): Terrain =>
  terrain;

/** How dense the trees stand; 0 for none. */
export const usualTrees = (kind: Terrain): number => TREE_DENSITIES[kind] ?? 0;

/** Whether water covers the low land where nothing is said of it. */
export const isFlooded = (kind: Terrain): boolean => FLOODED.includes(kind);

/** Bare kinds of land only get grass with flowers. */
export const hasForeground = (kind: Terrain, flowers: number | undefined): boolean =>
  Boolean(flowers) || !BARE.includes(kind);
