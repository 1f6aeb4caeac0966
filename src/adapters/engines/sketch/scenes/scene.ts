/** Every scene by its name. */
import type { SceneName, SceneRenderer } from "../types.ts";
import { renderLandscape } from "./landscape.ts";
import { renderOcean } from "./ocean.ts";

const renderers: Partial<Record<SceneName, SceneRenderer>> = {
  landscape: renderLandscape,
  flowerfield: renderLandscape,
  ocean: renderOcean,
};

/** Draws the scene `state.spec.scene` names, in light without an upper bound. */
export const drawScene: SceneRenderer = async (frame, state) => {
  await renderers[state.spec.scene]?.(frame, state);
};
