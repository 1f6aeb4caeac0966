/** Lakes and bays: what stands behind, mirrored and rippled, with the sun's glitter. */
import { type Rgb, clamp, hex, mix, hypot } from "../core/color.ts";
import type { Frame } from "../core/frame.ts";
import type { SceneState } from "../types.ts";
import { type Land, SKY_DEPTH } from "./landscape-view.ts";

const CHECK_ROWS = 32;

/** Fills the pixels marked in `water`. */
export function renderWater(frame: Frame, state: SceneState, land: Land, water: Uint8Array): void {
  const { w, h, rgb, depth } = frame;
  if (!depth) return;
  const { noise, sky, light, fog, waterLevel } = land;
  const { horizon, camHeight } = land.view;
  const { spec } = state;
  const mirror = rgb.slice();
  const body = spec.waterTint ?? hex(sky.night ? "#07182c" : "#12454f");
  const deep = body.map((c, i) => c * (0.35 + 0.65 * sky.ambient[i] * 1.6));
  const phase = state.rng("water")() * 60;
  const amplitude = 1 - (spec.calm ?? 0.7) + 0.12;
  const glitterGain =
    sky.sunStrength *
    (sky.night ? 0.9 : 0.75) *
    (spec.clouds > 0.85 ? 0.1 : 1) *
    clamp(1.25 - sky.altitude * 1.2, 0.15, 1);
  /** Row of the shore above the water of each column. */
  const shore = new Int16Array(w).fill(-1);
  const out: Rgb = [0, 0, 0];

  for (let y = Math.floor(horizon); y < h; y++) {
    for (let x = 0; x < w; x++) {
      const i = y * w + x;
      if (water[i] === 0) continue;
      if (y === 0 || water[i - w] === 0) shore[x] = y;
      const z: number = depth[i];
      const wx = (x / w - 0.5) * z * 1.3;
      const near = 26 / (26 + z);
      const rippleX =
        (noise.n2(wx * 0.35 + phase, z * 0.9) * 0.6 +
          noise.n2(wx * 1.3, z * 2.6 + phase) * 0.4 * near) *
        amplitude;
      const rippleZ =
        (noise.n2(wx * 0.3 + 31, z * 1.1 + phase) * 0.7 +
          noise.n2(wx * 1.1 + 7, z * 3.1) * 0.5 * near) *
        amplitude;

      // Far things mirror about the horizon; what stands at the shore mirrors about its own foot.
      const sway = rippleZ * h * 0.028 * (0.35 + near);
      const farY = clamp(2 * horizon - y + h * 0.012 + sway, 0, horizon + 2) | 0;
      const mirrorX = clamp(x + rippleX * w * 0.012, 0, w - 1) | 0;
      let source = farY * w + mirrorX;
      const foot = shore[mirrorX];
      if (foot > 0) {
        const nearY = clamp(foot - (y - foot) * 1.04 + rippleZ * h * 0.02, 0, h - 1) | 0;
        const standing = nearY * w + mirrorX;
        // Sky always mirrors about the horizon, or columns with another shore would show seams.
        if (water[standing] === 0 && depth[standing] < SKY_DEPTH) source = standing;
      }
      const facing = clamp(clamp(camHeight / hypot(camHeight, z)) * 0.9 + rippleZ * 0.06);
      const fresnel = 0.06 + 0.94 * Math.pow(1 - facing, 4);
      const reflect = clamp(fresnel * 0.92 + 0.06);

      const aside = Math.abs(x - light.sunX + rippleX * w * 0.05) / w;
      const path = Math.exp((-aside * aside * 260) / (0.25 + (y - horizon) / h));
      const facet = clamp(0.5 + (rippleZ * 0.9) / (amplitude + 0.25) + rippleX * 0.4);
      const glitter = path * Math.pow(facet, 3.2) * glitterGain;
      for (let c = 0; c < 3; c++) {
        const image = mirror[source * 3 + c] * (0.94 + c * 0.015);
        out[c] = mix(deep[c], image, reflect) + sky.sun[c] * glitter;
      }
      fog(out, z * 0.8, x, waterLevel);
      rgb[i * 3] = out[0];
      rgb[i * 3 + 1] = out[1];
      rgb[i * 3 + 2] = out[2];
    }
    if (y % CHECK_ROWS === 0) state.check();
  }
}
