/** The surface of the sea in view: a flat plane of small waves, or a swell marched by columns. */
import { type Rgb, clamp, mix } from "../core/color.ts";
import type { Frame } from "../core/frame.ts";
import type { SceneState } from "../types.ts";
import { type Swell, swellHeight } from "./ocean-swell.ts";
import { EYE, type Lift, type Sea, focalOf, makeWaterShader } from "./ocean-water.ts";

const FLAT: Lift = { steepness: 0, crest: 0 };
const SEA_DEPTH_NONE = 1e9;
/** The swell is marched to this distance; beyond, the sea is flat. */
const SWELL_REACH = 900;

function put(rgb: Float32Array, i: number, color: Readonly<Rgb>): void {
  rgb[i * 3] = color[0];
  rgb[i * 3 + 1] = color[1];
  rgb[i * 3 + 2] = color[2];
}

/** Fills the frame from the horizon down to row `end`, and its depth. */
export function renderSea(frame: Frame, state: SceneState, sea: Sea, end = frame.h): void {
  const { w, h, rgb } = frame;
  const { horizon } = sea.light;
  const depth = new Float32Array(w * h).fill(SEA_DEPTH_NONE);
  frame.depth = depth;
  const shade = makeWaterShader(frame, state, sea);
  const color: Rgb = [0, 0, 0];
  const first = Math.floor(horizon);
  for (let y = first; y < end; y++) {
    const z = (EYE * focalOf(frame)) / Math.max(0.6, y - horizon + 0.5);
    for (let x = 0; x < w; x++) {
      const i = y * w + x;
      depth[i] = z;
      shade(x, y, z, FLAT, color);
      put(rgb, i, color);
    }
    if ((y & 15) === 0) state.progress(0.3 + (0.4 * (y - first)) / (h - first), "sea");
  }
}

/** Like `renderSea`, with waves high enough to stand before the horizon. */
export function renderSwell(frame: Frame, state: SceneState, sea: Sea, swell: Swell): void {
  const { w, h, rgb } = frame;
  const { horizon } = sea.light;
  const focal = focalOf(frame);
  // Beyond the swell's reach a strip below the horizon stays flat.
  const reached = horizon + ((swell.eye + swell.crestHeight) / SWELL_REACH) * focal;
  renderSea(frame, state, sea, Math.min(h, Math.ceil(reached)));
  const { depth } = frame;
  if (!depth) return;
  const shade = makeWaterShader(frame, state, sea);
  const color: Rgb = [0, 0, 0];
  const lift: Lift = { steepness: 0, crest: 0 };
  for (let px = 0; px < w; px++) {
    const dx = (px - w / 2) / focal;
    let covered = h;
    let lastZ = 2;
    let lastY = h + 400;
    let lastHeight = 0;
    for (let z = 3; z < SWELL_REACH; z += 0.25 + z * 0.006) {
      const height = swellHeight(swell, dx * z, z);
      const y = horizon - ((height - swell.eye) / z) * focal;
      if (y < covered) {
        const rise = (height - lastHeight) / (z - lastZ);
        for (let row = Math.min(h - 1, Math.ceil(covered) - 1); row >= Math.max(0, y); row--) {
          const t = lastY > y ? clamp((lastY - row) / (lastY - y)) : 1;
          const hitZ = mix(lastZ, z, t);
          lift.steepness = rise;
          lift.crest = clamp(mix(lastHeight, height, t) / swell.crestHeight);
          const i = row * w + px;
          depth[i] = hitZ;
          shade(px, row, hitZ, lift, color);
          put(rgb, i, color);
        }
        covered = y;
      }
      lastY = y;
      lastZ = z;
      lastHeight = height;
    }
    if ((px & 31) === 0) state.progress(0.3 + (0.4 * px) / w, "swell");
  }
}
