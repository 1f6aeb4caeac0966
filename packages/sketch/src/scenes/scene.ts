/** Every scene by its name. */
import type { CityView, SceneName, SceneRenderer } from "../types.ts";
import { renderAbstract } from "./abstract.ts";
import { renderBotanical } from "./botanical.ts";
import { renderCity } from "./city.ts";
import { renderForest } from "./forest.ts";
import { renderInterior } from "./interior.ts";
import { renderLandscape } from "./landscape.ts";
import { renderOcean } from "./ocean.ts";
import { renderPortrait } from "./portrait.ts";
import { renderRooftops } from "./rooftops.ts";
import { renderSpace } from "./space.ts";
import { renderStillLife } from "./still-life.ts";
import { renderStreet } from "./street.ts";
import { renderStudio } from "./studio.ts";
import { renderSynthwave } from "./synthwave.ts";
import { renderUnderwater } from "./underwater.ts";

const cityRenderers: Readonly<Record<CityView | "skyline", SceneRenderer>> = {
  skyline: renderCity,
  street: renderStreet,
  alley: renderStreet,
  rooftops: renderRooftops,
};

const renderers: Readonly<Record<SceneName, SceneRenderer>> = {
  abstract: renderAbstract,
  botanical: renderBotanical,
  city: (frame, state) => cityRenderers[state.spec.cityView ?? "skyline"](frame, state),
  flowerfield: renderLandscape,
  forest: renderForest,
  interior: renderInterior,
  landscape: renderLandscape,
  ocean: renderOcean,
  // A portrait holds another scene inside its outline.
  portrait: (frame, state) => renderPortrait(frame, state, drawScene),
  space: renderSpace,
  "still-life": renderStillLife,
  studio: renderStudio,
  synthwave: renderSynthwave,
  underwater: renderUnderwater,
};

/** Draws the scene `state.spec.scene` names, in light without an upper bound. */
export const drawScene: SceneRenderer = async (frame, state) => {
  await renderers[state.spec.scene](frame, state);
};
