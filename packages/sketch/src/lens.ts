/** The camera of scenes that are composed for one view: it is applied to the finished drawing. */
import { mix } from "./core/color.ts";
import type { Frame } from "./core/frame.ts";
import { inverse, warp, type Warp } from "./core/warp.ts";
import type { Lens, SceneName, SceneSpec, SceneState, Viewpoint } from "./types.ts";

/** Scenes that build themselves larger or smaller. */
const OWN_LENS: ReadonlySet<SceneName> = new Set([
  "landscape",
  "flowerfield",
  "still-life",
  "portrait",
  "botanical",
  "city",
  "synthwave",
  "space",
]);
/** Scenes that stand their camera high or low themselves, by their horizon. */
const OWN_VIEWPOINT: ReadonlySet<SceneName> = new Set([
  "landscape",
  "flowerfield",
  "still-life",
  "ocean",
  "city",
  "synthwave",
  "studio",
]);

/** How many times larger what stands in the middle appears. */
const ZOOMS: Readonly<Record<Lens, number>> = { macro: 1.5, tele: 1.25, wide: 0.72 };
/** How much the middle shrinks before a wide lens; the edges stretch for it. */
const WIDE_BEND = 0.22;
/** How far a tilted camera narrows the far edge, and which share of the height it leaves out. */
const CONVERGENCE = 0.26;
const TILT_CUT = 0.14;

/** How many times larger a scene with a lens of its own draws its figures. */
export const zoomOf = ({ lens, view }: Pick<SceneSpec, "lens" | "view">): number =>
  (lens ? ZOOMS[lens] : 1) * (view?.zoom ?? 1);

type View = { lens: Lens | null; camera: Viewpoint | null };

/** `amount` from 0 (nothing) to 1. */
function viewFor({ lens, camera }: View, amount: number): Warp {
  const zoom = lens === "macro" || lens === "tele" ? mix(1, ZOOMS[lens], amount) : 1;
  const bend = lens === "wide" ? WIDE_BEND * amount : 0;
  // Shares from the middle, -1 to 1; what a wide lens takes from the middle it gives to the edges.
  const seen = (share: number) => {
    const r = share * 2 - 1;
    return 0.5 + (r * (1 + bend * (1 - Math.min(1, r * r)))) / zoom / 2;
  };
  const tilt = camera === "low" || camera === "aerial" ? amount : 0;
  const cut = TILT_CUT * tilt;
  return {
    x: seen,
    y: (v) => {
      const tilted = camera === "aerial" ? cut + v * (1 - cut) : v * (1 - cut);
      return seen(tilted);
    },
    // Looking up, uprights lean together at the top; looking down, at the bottom.
    row: (v) => 1 - CONVERGENCE * tilt * (camera === "aerial" ? 1 - v : v),
  };
}

/** Applies the requested camera to a finished scene, unless the scene has done so itself. */
export function lookThroughLens(frame: Frame, state: SceneState): void {
  const { scene, lens, camera } = state.spec;
  const left: View = {
    lens: OWN_LENS.has(scene) ? null : lens,
    camera: OWN_VIEWPOINT.has(scene) || camera === "level" ? null : camera,
  };
  if (!left.lens && !left.camera) return;
  const view = viewFor(left, 1);
  warp(frame, view, () => state.check());
  const { w, h } = frame;
  const column = (x: number) => inverse(view.x, x / w) * w;
  const row = (y: number) => inverse(view.y, y / h) * h;
  const { light, groundY } = state;
  if (light) {
    state.light = {
      ...light,
      sunX: column(light.sunX),
      sunY: row(light.sunY),
      horizon: Math.min(h, row(light.horizon)),
    };
  }
  if (groundY) state.groundY = (u) => Math.min(h * 0.97, row(groundY(view.x(u))));
}

/** Applies the requested camera to an existing picture, by `amount` (0 to 1). */
export function lookAgain(frame: Frame, spec: View, amount: number, check: () => void): void {
  const camera = spec.camera === "level" ? null : spec.camera;
  if ((!spec.lens && !camera) || amount <= 0) return;
  warp(frame, viewFor({ lens: spec.lens, camera }, amount), check);
}
