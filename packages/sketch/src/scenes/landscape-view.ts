/** The landscape seen: camera, light, air, and the march over the height map column by column. */
import { type Rgb, clamp, mix, mul } from "../core/color.ts";
import type { Frame } from "../core/frame.ts";
import type { Noise } from "../core/noise.ts";
import { zoomOf } from "../lens.ts";
import type { Sky } from "../sky.ts";
import type { Light, SceneSpec, SceneState, Terrain } from "../types.ts";
import type { Biome } from "./landscape-biome.ts";
import { MAP_SIZE, foldIntoMap, sampleMap } from "./landscape-cells.ts";
import type { HeightMap } from "./landscape-heights.ts";
import type { Relief } from "./landscape-relief.ts";

/** Pinhole camera: world (x, height, z) falls on row horizon - (height - camHeight) / z * focal. */
export type View = {
  camX: number;
  camZ: number;
  camHeight: number;
  /** Pixels. */
  focal: number;
  /** World half-width of the frame at distance 1. */
  halfWidth: number;
  horizon: number;
};

/** Mixes the air into `out`: `x` is the pixel column, for the glow towards the sun. */
export type Fog = (out: Rgb, distance: number, x: number, height: number) => void;

/** One landscape under work. */
export type Land = {
  kind: Terrain;
  snow: boolean;
  noise: Noise;
  map: HeightMap;
  relief: Relief;
  view: View;
  sky: Sky;
  light: Light;
  /** Light of the sun and of the sky that reaches the ground. */
  sun: Rgb;
  ambient: Rgb;
  fog: Fog;
  /** Far below everything where there is no water. */
  waterLevel: number;
};

export const NO_WATER = -1e9;
/** Depth of pixels that show the sky. */
export const SKY_DEPTH = 1e9;

const CAMERA_Z = 6;
/** Cells that the camera may stand beside the middle of its valley. */
const STEP_ASIDE = 14;

function eyeHeight(kind: Terrain): number {
  if (kind === "canyon") return 26;
  return kind === "desert" || kind === "hills" ? 9 : 10;
}

/** Stands the camera in the valley, above what lies close in front of it. */
export function placeCamera(
  frame: Frame,
  land: Pick<Land, "kind" | "map" | "waterLevel">,
  horizon: number,
  spec: Pick<SceneSpec, "camera" | "lens" | "view">,
): View {
  const zoom = zoomOf(spec);
  const { heights, axis } = land.map;
  let ground = NO_WATER;
  for (let z = 0; z < 46; z++) {
    for (let dx = -14; dx <= 14; dx++) {
      const x = clamp((axis + dx) | 0, 0, MAP_SIZE - 1);
      ground = Math.max(ground, heights(z * MAP_SIZE + x));
    }
  }
  const aspect = frame.w / frame.h;
  const wide = aspect > 1 ? aspect ** 0.35 : 1;
  const standing = Math.max(ground + eyeHeight(land.kind), land.waterLevel + 7);
  return {
    camX: axis + (spec.view?.aside ?? 0) * STEP_ASIDE,
    camZ: CAMERA_Z,
    camHeight: standing + (spec.camera === "aerial" ? 60 : (spec.view?.rise ?? 0)),
    focal: ((frame.h * 0.9) / (0.62 * wide)) * zoom,
    halfWidth: (aspect * 0.62) / zoom,
    horizon,
  };
}

function fogDensity(kind: Terrain, fog: number): number {
  const dry = kind === "desert" ? 0.7 : kind === "canyon" ? 0.6 : 1;
  return (0.0009 + fog * 0.0042) * dry;
}

/** Air that thickens with distance, thins with height, and glows towards the sun. */
export function makeFog(
  frame: Frame,
  state: SceneState,
  land: Pick<Land, "kind" | "sky" | "light" | "waterLevel">,
): Fog {
  const { sky, light } = land;
  const density = fogDensity(land.kind, state.spec.fog);
  const floor = Math.max(land.waterLevel, 0);
  const glowGain = (sky.night ? 0.08 : 0.26) * Math.min(1.4, sky.sunStrength * 0.5);
  return (out, distance, x, height) => {
    const low = Math.exp(-Math.max(0, height - floor) * 0.019);
    const air = 1 - Math.exp(-distance * density * (0.3 + low));
    const glow =
      Math.exp((-Math.abs(x - light.sunX) / frame.w) * 4.5) * glowGain * clamp(distance / 300);
    for (let c = 0; c < 3; c++) out[c] = mix(out[c], sky.fog[c] * 0.78 + sky.sun[c] * glow, air);
  };
}

/** Light on the ground by day or night. */
export function groundLight(sky: Sky): { sun: Rgb; ambient: Rgb } {
  return {
    sun: mul(sky.sun, sky.sunStrength * (sky.night ? 0.55 : 0.95)),
    ambient: mul(sky.ambient, sky.night ? 0.8 : 0.62),
  };
}

/** Bumps fade out at this distance. */
const DETAIL_REACH = 260;

/** The lit ground colour at world (x, z): `shade(x, z, height, distance, column, out)`. */
function makeShader(land: Land, biome: Biome) {
  const { noise, relief, light, sun, ambient, fog } = land;
  const [lx, ly, lz] = light.direction;
  return (x: number, z: number, height: number, distance: number, px: number, out: Rgb): void => {
    let nx = sampleMap(relief.normalX, x, z);
    let nz = sampleMap(relief.normalZ, x, z);
    const detail = clamp(1 - distance / DETAIL_REACH);
    if (detail > 0) {
      const k = biome.bump * detail;
      nx += (noise.n2(x * 0.9, z * 0.9) + noise.n2(x * 2.7, z * 2.7) * 0.6) * k;
      nz += (noise.n2(x * 0.9 + 50, z * 0.9) + noise.n2(x * 2.7 + 9, z * 2.7) * 0.6) * k;
    }
    if (biome.ripple) {
      const wander = noise.n2(x * 0.15, z * 0.15) * 6;
      nz += Math.sin(z * 2.1 + x * 0.7 + wander) * detail * 0.16;
    }
    const up = 1 / Math.sqrt(nx * nx + nz * nz + 1);
    nx *= up;
    nz *= up;
    const facing = clamp(nx * lx + up * ly + nz * lz);
    const direct = facing * sampleMap(relief.shadow, x, z) * 1.25;
    const bounced = clamp(0.25 - 0.25 * (nx * lx + nz * lz)) * 0.0875;
    const fromSky = (0.55 + 0.45 * up) * sampleMap(relief.openness, x, z);
    biome.albedo(x, z, height, up, out);
    for (let c = 0; c < 3; c++) out[c] *= ambient[c] * fromSky + sun[c] * (direct + bounced);
    biome.glow?.(x, z, height, out);
    fog(out, distance, px, height);
  };
}

/** Beyond the map the land goes on mirrored, only as far as rows below the horizon are bare. */
const MIRRORED_REACH = 4 * MAP_SIZE;

/**
 * Draws the land front to back, each column from the bottom row up, into frame and depth.
 * Returns the pixels that show water, which are left to `renderWater`.
 */
export function marchLand(frame: Frame, state: SceneState, land: Land, biome: Biome): Uint8Array {
  const { w, h, rgb } = frame;
  const { view, waterLevel } = land;
  const { heights } = land.map;
  const { camX, camZ, camHeight, focal, horizon } = view;
  const depth = new Float32Array(w * h).fill(SKY_DEPTH);
  frame.depth = depth;
  const water = new Uint8Array(w * h);
  const shade = makeShader(land, biome);
  const color: Rgb = [0, 0, 0];
  const mapEnd = MAP_SIZE - 1 - camZ;

  for (let px = 0; px < w; px++) {
    const dx = ((px + 0.5) / w - 0.5) * 2 * view.halfWidth;
    let covered = h;
    let lastZ = 2;
    let lastY = h + 400;
    let lastHeight = sampleMap(heights, camX, camZ);
    for (let z = 3; covered > 0; z += 0.4 + z * 0.0042) {
      if (z >= mapEnd && (covered <= horizon || z > MIRRORED_REACH)) break;
      const ground = sampleMap(heights, foldIntoMap(camX + dx * z), foldIntoMap(camZ + z));
      const wet = ground < waterLevel;
      const height = wet ? waterLevel : ground;
      const y = horizon - ((height - camHeight) / z) * focal;
      if (y < covered) {
        const top = Math.max(0, Math.ceil(y));
        for (let row = Math.min(h - 1, Math.ceil(covered) - 1); row >= top; row--) {
          const t = lastY > y ? clamp((lastY - row) / (lastY - y)) : 1;
          const hitZ = mix(lastZ, z, t);
          const i = row * w + px;
          depth[i] = hitZ;
          if (wet) {
            water[i] = 1;
            continue;
          }
          const hitX = foldIntoMap(camX + dx * hitZ);
          shade(hitX, foldIntoMap(camZ + hitZ), mix(lastHeight, height, t), hitZ, px, color);
          rgb[i * 3] = color[0];
          rgb[i * 3 + 1] = color[1];
          rgb[i * 3 + 2] = color[2];
        }
        covered = y;
      }
      lastY = y;
      lastZ = z;
      lastHeight = height;
    }
    if ((px & 31) === 0) state.progress(0.25 + 0.3 * (px / w), "terrain");
  }
  return water;
}
