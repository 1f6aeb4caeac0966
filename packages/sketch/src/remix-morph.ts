/** Between a picture and a scene drawn anew: the far parts change first, what is near stays longest. */
import { clamp, mix, smooth, hypot } from "./core/color.ts";
import type { Frame } from "./core/frame.ts";
import { coarseField, makeNoise } from "./core/noise.ts";
import { eachRow } from "./core/rows.ts";
import { warp } from "./core/warp.ts";
import { REIMAGINE_FROM } from "./limits.ts";
import type { Seen } from "./references.ts";
import { laidOutAs } from "./prompt/layout.ts";
import type { SceneName, SceneSpec, SceneState } from "./types.ts";

/** From this strength on a scene that the prompt names begins to be seen, and added things are. */
export const MORPH_FROM = 0.2;

/** Scenes with land or water before a sky. */
const OPEN: ReadonlySet<SceneName> = new Set([
  "landscape",
  "flowerfield",
  "ocean",
  "city",
  "synthwave",
]);
/** What is seen of a new scene everywhere from the first. */
const LEAST_SHARE = 0.1;
/** How much later the near ground changes than the sky, and the edge of the picture than its middle. */
const DELAY = 0.55;
const ROUGHNESS = 0.16;
const NOISE_CELLS = 5;

/** How far a strength is on the way to the new scene, 0 to 1. */
export const morphShare = (strength: number): number =>
  strength < MORPH_FROM
    ? 0
    : clamp(0.1 + (0.9 * (strength - MORPH_FROM)) / (REIMAGINE_FROM - MORPH_FROM));

/** The scene on its way: its horizon and its thing are between those of the picture and its own. */
export function onTheWay(spec: SceneSpec, { horizon, place }: Seen, share: number): SceneSpec {
  const { laidOut: _, ...moved } = laidOutAs(spec, { horizon, place, weight: 1 - share });
  return { ...spec, ...moved };
}

/** Changes `frame` towards `fresh`, a scene whose horizon is on row `horizon`. */
export function morph(
  frame: Frame,
  fresh: { frame: Frame; scene: SceneName; horizon: number },
  { seen, share }: { seen: Seen; share: number },
  state: SceneState,
): void {
  const { w, h, rgb } = frame;
  const open = OPEN.has(fresh.scene);
  const line = clamp(fresh.horizon / h, 0.1, 0.9);
  if (open) bendTo(frame, clamp(seen.horizon, 0.1, 0.9), mix(seen.horizon, line, share), state);
  const noise = makeNoise(state.seed, "morph");
  const step = Math.max(2, Math.round(Math.min(w, h) / 128));
  const rough = coarseField(w, h, step, (x, y) =>
    noise.fbm((x / w) * NOISE_CELLS, (y / h) * NOISE_CELLS, 4),
  );
  /** 0 for what changes first, 1 for what changes last. */
  const turn = open
    ? (_: number, y: number) => smooth(line * 0.9, 1, y / h)
    : (x: number, y: number) => clamp(hypot(x / w - 0.5, y / h - 0.5) * 1.4);
  eachRow(state, 0, h, (y) => {
    for (let x = 0, j = y * w * 3; x < w; x++, j += 3) {
      const at = share * (1 + DELAY) - turn(x, y) * DELAY + rough(x, y) * ROUGHNESS * (1 - share);
      const part = Math.max(LEAST_SHARE, smooth(0, 1, at));
      for (let k = j; k < j + 3; k++) rgb[k] = mix(rgb[k], fresh.frame.rgb[k], part);
    }
  });
}

/** Moves what is on the row `from` (a share of the height) to the row `to`. */
function bendTo(frame: Frame, from: number, to: number, state: SceneState): void {
  const y = (v: number) => (v < to ? (v * from) / to : from + ((v - to) * (1 - from)) / (1 - to));
  warp(frame, { x: (u) => u, y, row: () => 1 }, () => state.check());
}
